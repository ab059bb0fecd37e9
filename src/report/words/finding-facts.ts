import type { FoldedFinding, Verdict } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import type { Fact, Report } from "../report.ts";
import { placeInWords } from "./sentences.ts";

/** A finding as people read it, term by term, in one order. It may hold text from the target: escape it for display. */
export function findingFacts(
  finding: FoldedFinding,
  { clause, rulings }: Verdict,
  report: Pick<Report, "exchange" | "unit" | "aside">,
): readonly Fact[] {
  const { expected, seen, place } = finding;
  const ruled =
    rulings.length === 0 ? "" : ` (${rulings.length === 1 ? "ruling" : "rulings"} ${rulings.join(", ")})`;
  return [
    ["expected", expected],
    ["got", seen],
    ...(place === undefined ? [] : [["where", placeInWords(place)] as const]),
    ["seen in", seenIn(finding, report)],
    ...report.aside(finding),
    ["see", clause + ruled],
  ];
}

/** The case, and how often it failed if not always (ruling 30). */
function seenIn(finding: FoldedFinding, { exchange, unit }: Pick<Report, "exchange" | "unit">): string {
  const { broken, of, rounds } = finding;
  const often = broken < of ? `, ${broken} of ${counted(of, unit)}` : "";
  const seed = rounds === undefined ? "" : `, seed ${rounds.seed}`;
  return `${finding.case.label}${often} (${exchange(finding.exchange)?.name ?? `exchange ${finding.exchange}`}${seed})`;
}
