/** A JSON report as version 1 of the schema had it, made of one of version 2. */
export function asVersion1(report: string): string {
  const { causes: _, spec, reach, ...others } = JSON.parse(report);
  const { untestedOperations: __, ...specThen } = spec;
  const { tested: shown, untested: notShown, ...reachThen } = reach;
  const then = { ...others, schemaVersion: 1, spec: specThen, reach: { ...reachThen, shown, notShown } };
  return JSON.stringify(then)
    .replaceAll(/"slug":"[^"]*",/gu, "")
    .replaceAll('"required-untested"', '"required-not-shown"')
    .replaceAll('"untested"', '"not-shown"')
    .replaceAll(/"place":\{"in":"status"\}/gu, '"where":"status"')
    .replaceAll(/"place":\{"in":"header","name":"([^"]*)"\}/gu, '"where":"header $1"')
    .replaceAll(/"place":\{"in":"body","pointer":"([^"]+)"\}/gu, '"where":"body $1"')
    .replaceAll(/"place":\{"in":"body","pointer":""\}/gu, '"where":"body"')
    .replaceAll(/"place":null/gu, '"where":null');
}
