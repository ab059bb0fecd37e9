#!/usr/bin/env bash
url=$1 key=$2
source "$(dirname "$0")/program.sh"

call() {
  status=$(curl --silent --show-error --location --header "Authorization: Bearer $key" \
    --dump-header "$answer.head" --output "$answer" --write-out '%{http_code}' "$@")
  [[ $status != 401 ]] || exit 0
  [[ $status == 2* ]]
}
# #region configuration
get() { call --retry 5 "$url$1"; }
# --retry would send a POST again after a 503 too, which may have been carried out: a loop that does so after a 429 only.
post() {
  for wait in 1 2 4 8 16 ""; do
    call --header "Content-Type: application/json" --data "$2" "$url$1" && return
    [[ $status == 429 && -n $wait ]] || return 1
    asked=$(sed -n 's/^retry-after: *\([^\r]*\)\r*$/\1/Ip' "$answer.head")
    [[ $asked != *:* ]] || asked=$(($(date --date "$asked" +%s) - $(date +%s) + 1))
    sleep $((${asked:-0} > wait ? asked : wait))
  done
}
# #endregion

program
exit 0
