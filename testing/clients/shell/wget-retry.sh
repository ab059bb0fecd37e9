#!/usr/bin/env bash
url=$1 key=$2
source "$(dirname "$0")/program.sh"

call() {
  local status=0
  wget --no-verbose --retry-on-http-error=429,503 --tries=4 --header "Authorization: Bearer $key" --output-document "$answer" "$@" || status=$?
  [[ $status != 6 ]] || exit 0 # wget's exit code for a 401
  return "$status"
}
get() { call "$url$1"; }
post() { call --header "Content-Type: application/json" --post-data "$2" "$url$1"; }

program
exit 0
