#!/usr/bin/env bash
# What action.yml runs: the published package with the inputs of the environment; then the outputs, from the JSON report.
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
npx --yes "petstore-conformance@$VERSION" run --profile "$PROFILE" \
  --report "json=$json" --report "html=$html" --report "junit=$junit" "${further[@]}" -- "$BASE_URL" || status=$?

echo "exit-code=$status" >>"$GITHUB_OUTPUT"
if [[ -f $json ]]; then
  # Words and numbers that the report's schema names: nothing that a target chooses.
  node -e '
    const { outcome, counts } = JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"));
    console.log(`outcome=${outcome}\npassed=${counts.must.pass}\nfailed=${counts.must.fail}`);
  ' "$json" >>"$GITHUB_OUTPUT"
  printf '%s\n' "json=$json" "html=$html" "junit=$junit" >>"$GITHUB_OUTPUT"
fi
exit "$status"
