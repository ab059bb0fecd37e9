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
# After a 429 it waits as long as Retry-After asks, and at least as long as its argument: after the last try, too.
rest() {
  [[ $status == 429 ]] || return
  asked=$(sed -n 's/^retry-after: *\([^\r]*\)\r*$/\1/Ip' "$answer.head")
  [[ $asked != *:* ]] || asked=$(($(date --date "$asked" +%s) - $(date +%s) + 1))
  [[ $asked =~ ^[0-9]+$ ]] || asked=0
  sleep $((asked > $1 ? asked : $1))
}
get() { call --retry 4 "$url$1" || { rest 1; return 1; }; }
# --retry would send a POST again after a 503 too, which may have been carried out: a loop that does so after a 429 only.
post() {
  for wait in 1 2 4 8 16; do
    call --header "Content-Type: application/json" --data "$2" "$url$1" && return
    rest $wait || break
  done
  return 1
}
# #endregion

program
exit 0
