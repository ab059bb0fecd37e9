#!/usr/bin/env bash
url=$1 key=$2
source "$(dirname "$0")/program.sh"

call() {
  local status
  status=$(curl --silent --show-error --location --retry 3 \
    --header "Authorization: Bearer $key" --output "$answer" --write-out '%{http_code}' "$@")
  [[ $status != 401 ]] || exit 0
  [[ $status == 2* ]]
}
get() { call "$url$1"; }
post() { call --header "Content-Type: application/json" --data "$2" "$url$1"; }

program
exit 0
