#!/usr/bin/env bash
url=$1 key=$2 chosen=$3
source "$(dirname "$0")/program.sh"

options=()
[[ $chosen != wget-retry ]] || options=(--retry-on-http-error=429,503 --tries=4)
call() {
  local status=0
  wget --no-verbose "${options[@]}" --header "Authorization: Bearer $key" --output-document "$answer" "$@" || status=$?
  [[ $status != 6 ]] || exit 0 # wget's exit code for a 401
  return "$status"
}
if [[ $chosen == wget-configured ]]; then
  # #region configuration
  # No option of wget waits for Retry-After, and it sends --header to wherever a redirect leads.
  call() {
    for wait in 1 2 4 8 16; do
      wget --no-verbose --tries=1 --max-redirect=0 --server-response --output-file "$answer.log" \
        --header "Authorization: Bearer $key" --output-document "$answer" "$@" && return
      status=$(sed -n 's/^ *HTTP\/[0-9.]* \([0-9]*\).*/\1/p' "$answer.log" | tail -1)
      [[ $status != 401 ]] || exit 0
      # A POST is sent again after a 429 only: after a 503 or a lost connection it may have been carried out.
      [[ $status == 429 || ($* != *--post-data* && ${status:-503} == 5*) ]] || break
      asked=$(sed -n 's/^ *retry-after: *//Ip' "$answer.log")
      [[ $asked != *:* ]] || asked=$(($(date --date "$asked" +%s) - $(date +%s) + 1))
      [[ $asked =~ ^[0-9]+$ ]] || asked=0
      sleep $((asked > wait ? asked : wait))
    done
    return 1
  }
  # #endregion
fi
get() { call "$url$1"; }
post() { call --header "Content-Type: application/json" --post-data "$2" "$url$1"; }

program
exit 0
