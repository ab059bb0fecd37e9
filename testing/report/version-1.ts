/** A JSON report as version 1 of the schema had it, made of one of version 2. */
export function asVersion1(report: string): string {
  return report
    .replace('"schemaVersion": 2', '"schemaVersion": 1')
    .replace(/,\s*"untestedOperations":\s*\[\]/u, "")
    .replaceAll(/"slug":\s*"[^"]*",\s*/gu, "")
    .replace('"tested":', '"shown":')
    .replace(/("reach": .*)"untested":/u, '$1"notShown":')
    .replaceAll('"required-untested"', '"required-not-shown"')
    .replaceAll('"untested"', '"not-shown"')
    .replaceAll(/"place":\s*\{\s*"in":\s*"status"\s*\}/gu, '"where":"status"')
    .replaceAll(/"place":\s*\{\s*"in":\s*"header",\s*"name":\s*"([^"]*)"\s*\}/gu, '"where":"header $1"')
    .replaceAll(/"place":\s*\{\s*"in":\s*"body",\s*"pointer":\s*"([^"]+)"\s*\}/gu, '"where":"body $1"')
    .replaceAll(/"place":\s*\{\s*"in":\s*"body",\s*"pointer":\s*""\s*\}/gu, '"where":"body"')
    .replaceAll(/"place":\s*null/gu, '"where":null');
}
