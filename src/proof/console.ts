import { problemsOf } from "./problems.ts";
import type { FaultRow, Proof, VariantRow } from "./proof.ts";

/**
 * The matrix and what is wrong with it, for a terminal. A requirement stands plain where it failed as the fault says,
 * with + where it failed too (in brackets, where the fault gives a reason for it), with - where it did not fail.
 */
export function proofInText(proof: Proof, view: { readonly quiet: boolean }): string {
  const problems = problemsOf(proof);
  const matrix = [
    ...proof.faults.map((row) => faultLine(row, proof.profile)),
    ...proof.variants.map(variantLine),
    ...proof.trivial.map(({ id, mustsPassed, result }) =>
      line("trivial", id, [result.outcome, ...mustsPassed.map((must) => `passes ${must}`)]),
    ),
  ];
  const lines = [
    ...(view.quiet ? [] : [...matrix, ""]),
    ...(proof.whole ? [] : proof.faults.flatMap(findingLines)),
    ...problems.map((problem) => `✗ ${problem}`),
    ...(problems.length > 0 ? [""] : []),
    summary(proof, problems.length),
  ];
  return `${lines.join("\n")}\n`;
}

function faultLine({ id, caught, also, extra, missed }: FaultRow, profile: Proof["profile"]): string {
  // What standard does not show is no miss: thorough has more cases.
  const gone = profile === "thorough" || caught.length === 0 ? missed : [];
  return line("fault", id, [
    ...caught,
    ...also.map((r) => `(+${r})`),
    ...extra.map((r) => `+${r}`),
    ...gone.map((r) => `-${r}`),
  ]);
}

function variantLine({ id, result, warned, unshown }: VariantRow): string {
  const words = [
    result.outcome,
    ...warned.map((one) => `warns ${one}`),
    ...unshown.map((one) => `cannot show ${one}`),
  ];
  return line("variant", id, words);
}

function line(kind: string, id: string, words: readonly string[]): string {
  return `${kind.padEnd(8)}${id.padEnd(34)} ${words.join(" ")}`.trimEnd();
}

function findingLines({ id, findings }: FaultRow): string[] {
  return [
    `${id}:`,
    ...findings.flatMap((finding) => [
      `  ${finding.id} (${finding.case}), ${finding.broken} of ${finding.judged} answers`,
      `    expected  ${finding.expected}`,
      `    got       ${finding.seen}`,
    ]),
    "",
  ];
}

function summary(proof: Proof, problems: number): string {
  const caught = proof.faults.filter((row) => row.caught.length > 0).length;
  const conforming = proof.variants.filter(({ result }) => result.outcome === "conforming").length;
  const rejected = proof.trivial.filter(({ result }) => result.outcome !== "conforming").length;
  const parts = [
    `${caught} of ${proof.faults.length} faults caught`,
    `${conforming} of ${proof.variants.length} variants conforming`,
    `${rejected} of ${proof.trivial.length} trivial servers not conforming`,
  ];
  return `${proof.profile}: ${parts.join(", ")}; ${problems === 0 ? "the proof holds" : `${problems} problems`}`;
}
