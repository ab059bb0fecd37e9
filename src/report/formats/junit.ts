import { escapeForXml } from "#core/json/escape.ts";
import type { Report } from "../report.ts";
import { countOf, type Suite, suitesOf, type TestCase } from "./ci-cases.ts";

/** JUnit XML as CI servers read it (Jenkins and GitLab): `suitesOf` defines what each verdict becomes. */
export function* junitReport(report: Report, { strict }: { readonly strict: boolean }): Generator<string> {
  const suites = suitesOf(report, strict);
  const total = (pick: (suite: Suite) => number): number =>
    suites.reduce((sum, suite) => sum + pick(suite), 0);
  const seconds = ((report.endedAtMs - report.startedAtMs) / 1000).toFixed(3);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n`;
  yield `<testsuites${attributes({
    name: report.tool.name,
    tests: total((suite) => suite.cases.length),
    failures: total((suite) => countOf(suite, "failure")),
    errors: total((suite) => countOf(suite, "error")),
    time: seconds,
  })}>\n`;
  for (const suite of suites) yield* suiteXml(suite, new Date(report.startedAtMs).toISOString());
  yield "</testsuites>\n";
}

function* suiteXml(suite: Suite, timestamp: string): Generator<string> {
  yield `  <testsuite${attributes({
    name: suite.name,
    tests: suite.cases.length,
    failures: countOf(suite, "failure"),
    errors: countOf(suite, "error"),
    skipped: countOf(suite, "skipped"),
    timestamp,
  })}>\n`;
  const properties = Object.entries(suite.properties);
  if (properties.length > 0) {
    yield "    <properties>\n";
    for (const [name, value] of properties)
      yield `      <property${attributes({ name, value: String(value) })}/>\n`;
    yield "    </properties>\n";
  }
  for (const testCase of suite.cases) yield caseXml(testCase, suite.name);
  yield "  </testsuite>\n";
}

function caseXml({ name, mark, message, details, output }: TestCase, suite: string): string {
  const lines = [`    <testcase${attributes({ name, classname: `petstore-conformance.${suite}` })}>`];
  if (mark === "skipped") lines.push(`      <skipped${attributes({ message })}/>`);
  else if (mark !== "passed")
    lines.push(`      <${mark}${attributes({ message, type: mark })}>${characterData(details)}</${mark}>`);
  if (output !== "") lines.push(`      <system-out>${characterData(output)}</system-out>`);
  lines.push("    </testcase>\n");
  return lines.join("\n");
}

/** Keeps line feeds, which only we write. */
function characterData(text: string): string {
  return text.split("\n").map(escapeForXml).join("\n");
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeForXml(String(value))}"`)
    .join("");
}
