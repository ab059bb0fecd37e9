import type { FaultRow, Proof, TrivialProofRow, VariantRow } from "./proof.ts";
import { musts } from "./proof.ts";

/** How many musts a server that answers everything alike may pass. */
const mostTrivialPasses = 2;
/** How many faults each must is broken by, at the least. */
const leastFaults = 2;

/** Everything that keeps the proof from holding, a sentence each; empty when it holds. */
export function problemsOf(proof: Proof): readonly string[] {
  return [
    ...control("the correct server", proof.reference),
    ...proof.stages.flatMap(({ id, result }) => control(`the correct server on the stage of ${id}`, result)),
    ...proof.faults.flatMap((row) => faultProblems(row, proof.profile)),
    ...proof.variants.flatMap((row) => variantProblems(row, proof.profile)),
    ...proof.trivial.flatMap(trivialProblems),
    ...(proof.whole ? coverageProblems(proof) : []),
  ];
}

/** What only both profiles together show: a requirement said to fail too that fails in neither. */
export function problemsOfBoth(standard: Proof, thorough: Proof): readonly string[] {
  const stale = thorough.faults.flatMap(({ id, alsoFails, also }) => {
    const seen = [...also, ...(standard.faults.find((row) => row.id === id)?.also ?? [])];
    return Object.keys(alsoFails).flatMap((one) =>
      seen.includes(one) ? [] : [`fault ${id} says that ${one} fails too, which it never does`],
    );
  });
  return [...problemsOf(standard), ...problemsOf(thorough), ...stale];
}

function control(what: string, { outcome, failed, suiteErrors }: Proof["reference"]): string[] {
  if (outcome === "conforming" && failed.length === 0 && suiteErrors.length === 0) return [];
  return [`${what} is ${outcome} and fails ${list(failed.map(({ id }) => id))}${errors(suiteErrors)}`];
}

function faultProblems(row: FaultRow, profile: Proof["profile"]): string[] {
  const what = `fault ${row.id}`;
  const problems = row.result.suiteErrors.map((error) => `${what}: the suite itself failed in ${error}`);
  if (row.result.changesNothing && (profile === "thorough" || row.profile === "standard"))
    problems.push(`${what} changes nothing: every answer is the correct server's`);
  if (row.extra.length > 0) problems.push(`${what} fails ${list(row.extra)}, which it does not name`);
  if (profile === "thorough") {
    if (row.missed.length > 0) problems.push(`${what} is missed by ${list(row.missed)}`);
  } else if (row.profile === "standard") {
    if (row.caught.length === 0) problems.push(`${what} is missed in standard, by ${list(row.missed)}`);
  } else if (row.caught.length > 0) {
    problems.push(`${what} needs thorough, it says, but standard catches it by ${list(row.caught)}`);
  }
  return problems;
}

function variantProblems(row: VariantRow, profile: Proof["profile"]): string[] {
  const { result, warned, unshown } = row;
  const what = `variant ${row.id}`;
  const problems = result.suiteErrors.map((error) => `${what}: the suite itself failed in ${error}`);
  if (result.outcome !== "conforming")
    problems.push(`${what} is ${result.outcome}${result.reason === null ? "" : ` (${result.reason})`}`);
  const beyond = warned.filter((id) => !row.warns.includes(id));
  if (beyond.length > 0) problems.push(`${what} fails ${list(beyond)}, which it does not name`);
  if (profile === "standard") return problems;
  const silent = row.warns.filter((id) => !warned.includes(id));
  if (silent.length > 0) problems.push(`${what} names ${list(silent)}, which it does not fail`);
  if (list(unshown) !== list(row.notShown))
    problems.push(`${what} cannot show ${list(unshown)}, and names ${list(row.notShown)}`);
  return problems;
}

function trivialProblems({ id, mustsPassed, result }: TrivialProofRow): string[] {
  const what = `trivial server ${id}`;
  const problems = result.suiteErrors.map((error) => `${what}: the suite itself failed in ${error}`);
  if (result.outcome === "conforming") problems.push(`${what} is conforming`);
  if (mustsPassed.length > mostTrivialPasses) problems.push(`${what} passes ${list(mustsPassed)}`);
  return problems;
}

function coverageProblems({ bed }: Proof): string[] {
  return musts(bed).flatMap((id) => {
    const count = bed.faults.filter(({ breaks }) => breaks.includes(id)).length;
    return count >= leastFaults ? [] : [`${id} is broken by ${count} faults, fewer than ${leastFaults}`];
  });
}

function errors(suiteErrors: readonly string[]): string {
  return suiteErrors.length === 0 ? "" : `; the suite itself failed in ${suiteErrors.join(", ")}`;
}

function list(ids: readonly string[]): string {
  return ids.length === 0 ? "nothing" : ids.join(", ");
}
