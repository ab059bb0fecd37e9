import { counted } from "#core/check/results/words.ts";
import { problemsOf } from "./problems.ts";
import type { Proof, ServerRow } from "./proof.ts";

/**
 * The matrix and what is wrong with it, for a terminal. A requirement stands plain where it failed as the server says,
 * with + where it failed too (in brackets, where the server gives a reason for it), with - where it did not fail.
 */
export function proofInText(proof: Proof, view: { readonly quiet: boolean }): string {
  const problems = problemsOf(proof);
  const matrix = [
    ...proof.servers.map((row) => line(row.kind, row.id, serverWords(row, proof.profile))),
    ...proof.trivial.map(({ id, mustsPassed, result }) =>
      line("trivial", id, [result.outcome, ...mustsPassed.map((must) => `passes ${must}`)]),
    ),
  ];
  const lines = [
    ...(view.quiet ? [] : [...matrix, ""]),
    ...(proof.whole ? [] : proof.servers.flatMap(findingLines)),
    ...problems.map((problem) => `✗ ${problem}`),
    ...(problems.length > 0 ? [""] : []),
    ...(proof.whole ? [summary(proof, problems.length)] : selectionSummary(proof, problems.length)),
  ];
  return `${lines.join("\n")}\n`;
}

function serverWords(
  { fails, caught, also, extra, missed, notTested, result }: ServerRow,
  profile: Proof["profile"],
): readonly string[] {
  // A fault that standard does not catch is not a miss: thorough has more cases.
  const gone = profile === "thorough" || caught.length === 0 ? missed : [];
  return [
    ...(fails.length === 0 ? [result.outcome] : []),
    ...caught,
    ...also.map((id) => `(+${id})`),
    ...extra.map((id) => `+${id}`),
    ...gone.map((id) => `-${id}`),
    ...notTested.map((id) => `untested ${id}`),
  ];
}

function line(kind: string, id: string, words: readonly string[]): string {
  return `${kind.padEnd(8)}${id.padEnd(34)} ${words.join(" ")}`.trimEnd();
}

function findingLines({ id, findings }: ServerRow): string[] {
  if (findings.length === 0) return [];
  return [
    `${id}:`,
    ...findings.flatMap((finding) => [
      `  ${finding.id} (${finding.case}), ${finding.broken} of ${finding.of} answers`,
      `    expected  ${finding.expected}`,
      `    got       ${finding.seen}`,
    ]),
    "",
  ];
}

function summary({ profile, servers, trivial }: Proof, problems: number): string {
  const { fault: faults = [], variant: variants = [] } = Object.groupBy(servers, ({ kind }) => kind);
  const caught = faults.filter((row) => row.caught.length > 0).length;
  const conforming = variants.filter(({ result }) => result.outcome === "conforming").length;
  const rejected = trivial.filter(({ result }) => result.outcome !== "conforming").length;
  const parts = [
    `${caught} of ${faults.length} faults caught`,
    `${conforming} of ${variants.length} variants conforming`,
    `${rejected} of ${trivial.length} trivial servers not conforming`,
  ];
  return `${profile}: ${parts.join(", ")}; ${problems === 0 ? "the proof holds" : counted(problems, "problem")}`;
}

/** What a selection shows, and what it cannot know. */
function selectionSummary({ profile, servers, bed }: Proof, problems: number): readonly string[] {
  const shown = servers.filter(({ caught }) => caught.length > 0).length;
  const breaking = servers.filter(({ breaks }) => breaks.length > 0).length;
  return [
    `${profile}: ${servers.length} of ${bed.servers.length} servers were played, and ${shown} of ${breaking} caught; ${problems === 0 ? "each does what it says" : counted(problems, "problem")}.`,
    "This says nothing about the other servers: `prove` plays them all.",
  ];
}
