import type { Summary } from "./summary.ts";

/** The requirements that the mock fails and docs/foreign-servers.md does not explain, and what it explains for nothing. */
export function unexplained(
  explanations: string,
  mock: Summary,
): { readonly missing: readonly string[]; readonly outdated: readonly string[] } {
  const explained = [...explanations.matchAll(/^\| ([A-Z0-9]+-\d+) \| (?:It|Its|So|Every|A|An) /gm)].map(
    ([, id = ""]) => id,
  );
  const failed = Object.entries(mock.verdicts)
    .filter(([, verdict]) => typeof verdict === "object")
    .map(([id]) => id);
  return {
    missing: failed.filter((id) => !explained.includes(id)),
    outdated: explained.filter((id) => !failed.includes(id)),
  };
}
