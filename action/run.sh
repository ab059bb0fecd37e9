#!/usr/bin/env bash
# What action.yml does then: runs the program with the inputs of the environment; then the outputs, from the JSON report.
set -euo pipefail

json=$REPORTS/report.json
html=$REPORTS/report.html
junit=$REPORTS/report.xml
rm -f "$json"

further=()
if [[ -n $ARGUMENTS ]]; then
  mapfile -t further <<<"${ARGUMENTS%$'\n'}"
fi

status=0
# After `--` the address is never an option, and an empty one is refused.
"$COMMAND" run --profile "$PROFILE" \
  --report "json=$json" --report "html=$html" --report "junit=$junit" "${further[@]}" -- "$BASE_URL" || status=$?

echo "exit-code=$status" >>"$GITHUB_OUTPUT"
if [[ -f $json ]]; then
  # Words and numbers that the report's schema names, at the beginning of a line: nothing that a target chooses.
  sed -nE \
    -e 's/^"outcome": "([a-z-]+)",$/outcome=\1/p' \
    -e 's/^"counts": \{"must":\{"pass":([0-9]+),.*$/passed=\1/p' \
    "$json" >>"$GITHUB_OUTPUT"
  sed -nE 's/^"counts": \{"must":\{"pass":[0-9]+,"fail":([0-9]+),.*$/failed=\1/p' "$json" >>"$GITHUB_OUTPUT"
  printf '%s\n' "json=$json" "html=$html" "junit=$junit" >>"$GITHUB_OUTPUT"
fi
exit "$status"
