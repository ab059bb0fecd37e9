/**
 * Converts a report of schema version 1 to version 2. Version 1 called `untested` `not-shown`, and wrote places in
 * words. Anything else is returned unchanged, for the schema to reject.
 */
export function fromVersion1(report: unknown): unknown {
  if (!isObject(report) || report.schemaVersion !== 1) return report;
  const { reach, counts, verdicts } = report;
  return {
    ...report,
    schemaVersion: 2,
    reason: renamedValue(report.reason, "required-not-shown", "required-untested"),
    reach: renamed(renamed(reach, "shown", "tested"), "notShown", "untested"),
    counts: isObject(counts) ? mapValues(counts, (level) => renamed(level, "not-shown", "untested")) : counts,
    verdicts: Array.isArray(verdicts) ? verdicts.map(verdictFromVersion1) : verdicts,
  };
}

function verdictFromVersion1(verdict: unknown): unknown {
  if (!isObject(verdict)) return verdict;
  const { findings } = verdict;
  return {
    ...verdict,
    verdict: renamedValue(verdict.verdict, "not-shown", "untested"),
    findings: Array.isArray(findings) ? findings.map(findingFromVersion1) : findings,
  };
}

function findingFromVersion1(finding: unknown): unknown {
  if (!isObject(finding)) return finding;
  const { where, ...others } = finding;
  return { ...others, place: typeof where === "string" ? placeFromWords(where) : where };
}

/** Version 1 wrote a place in words: `status`, `header Retry-After`, `body /0/id`. */
function placeFromWords(words: string): unknown {
  const [first, rest = ""] = words.split(/ (.*)/s);
  if (first === "header") return { in: "header", name: rest };
  return first === "body" ? { in: "body", pointer: rest } : { in: "status" };
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function renamedValue(value: unknown, from: string, to: string): unknown {
  return value === from ? to : value;
}

function renamed(value: unknown, from: string, to: string): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name === from ? to : name, member]),
  );
}

function mapValues(value: JsonObject, map: (member: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(member)]));
}
