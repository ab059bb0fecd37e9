#!/usr/bin/env bash
# What action.yml does then: runs the program with the inputs of the environment; then the outputs, from the JSON report.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/output.sh"

[[ -n $REPORTS ]] || refuse "The input reports has to name a folder."
# For whoever uses the outputs: a path that is no option.
[[ $REPORTS != -* ]] || REPORTS=./$REPORTS
json=$REPORTS/report.json
html=$REPORTS/report.html
junit=$REPORTS/report.xml
rm -f -- "$json"

further=()
if [[ -n $ARGUMENTS ]]; then
  mapfile -t further <<<"${ARGUMENTS%$'\n'}"
fi

status=0
# What the program prints has text of the target's, which could read as a command to the runner.
end=end-$(random)
echo "::stop-commands::$end"
# After `--` the address is never an option, and an empty one is refused.
"$COMMAND" run --profile="$PROFILE" \
  --report="json=$json" --report="html=$html" --report="junit=$junit" "${further[@]}" -- "$BASE_URL" || status=$?
echo
echo "::$end::"

output exit-code "$status"
if [[ -f $json ]]; then
  # Words and numbers that the report's schema names, at the beginning of a line: nothing that a target chooses.
  counts='^"counts": \{"must":\{"pass":([0-9]+),"fail":([0-9]+),.*$'
  output outcome "$(sed -nE 's/^"outcome": "([a-z-]+)",$/\1/p' -- "$json")"
  output passed "$(sed -nE "s/$counts/\\1/p" -- "$json")"
  output failed "$(sed -nE "s/$counts/\\2/p" -- "$json")"
  output json "$json"
  output html "$html"
  output junit "$junit"
fi
exit "$status"
