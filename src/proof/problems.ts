import type { Level } from "#core/check/requirement.ts";
import { counted } from "#core/check/results/words.ts";
import type { Bed } from "./bed.ts";
import type { Proof, ServerRow, TrivialProofRow } from "./proof.ts";

/** How many musts a server that answers everything alike may pass. */
const mostTrivialPasses = 2;
/** How many servers each requirement fails on, at the least. */
const leastServers: Readonly<Record<Level, number>> = { must: 2, should: 1, open: 0 };

/** Everything that keeps the proof from holding, a sentence each; empty when it holds. */
export function problemsOf(proof: Proof): readonly string[] {
  return [
    ...proof.controls.flatMap(controlProblems),
    ...proof.servers.flatMap((row) => serverProblems(row, proof)),
    ...proof.trivial.flatMap(trivialProblems),
    ...(proof.whole ? coverageProblems(proof.bed) : []),
  ];
}

function controlProblems({ what, result }: Proof["controls"][number]): string[] {
  const { outcome, failed, suiteErrors } = result;
  if (outcome === "conforming" && failed.length === 0 && suiteErrors.length === 0) return [];
  return [
    `${what} is ${outcome} and fails ${list(failed.map(({ id }) => id))}`,
    ...suiteErrors.map((error) => `${what}: the suite itself failed in ${error}`),
  ];
}

function serverProblems(row: ServerRow, { profile, bed }: Proof): string[] {
  const { result, extra } = row;
  const problems = [
    ...result.suiteErrors.map((error) => `: the suite itself failed in ${error}`),
    ...misplaced(row, bed),
    ...(extra.length === 0 ? [] : [` fails ${list(extra)}, which it does not name`]),
    ...(profile === "thorough" ? thoroughProblems(row) : standardProblems(row)),
  ];
  if (row.fails.length === 0 && result.outcome !== "conforming")
    problems.push(` is ${result.outcome}${result.reason === null ? "" : ` (${result.reason})`}`);
  return problems.map((problem) => `${row.kind} ${row.id}${problem}`);
}

/** A level decides which list an id stands in. */
function misplaced({ fails, warns }: ServerRow, { requirements, generated }: Bed): string[] {
  const known = new Map([...requirements, ...generated].map(({ id, level }) => [id, level]));
  const wrong = (ids: readonly string[], list: string, level: Level): string[] =>
    ids
      .filter((id) => known.get(id) !== level)
      .map(
        (id) =>
          ` names ${id} in its ${list}, which is ${known.has(id) ? `a ${known.get(id)}` : "no requirement"}`,
      );
  return [...wrong(fails, "fails", "must"), ...wrong(warns, "warns", "should")];
}

function thoroughProblems({ missed, fails, untested, notTested }: ServerRow): string[] {
  return [
    ...(missed.length === 0 ? [] : [` names ${list(missed)}, which it does not fail`]),
    ...(fails.length > 0 || list(untested) === list(notTested)
      ? []
      : [` leaves ${list(notTested)} untested, and names ${list(untested)}`]),
  ];
}

function standardProblems(row: ServerRow): string[] {
  const { caught, missed, also, standardOnly = {} } = row;
  const stale = Object.keys(standardOnly).filter((id) => !also.includes(id));
  const problems =
    stale.length === 0 ? [] : [` says that ${list(stale)} fails in standard only, which it does not`];
  if (row.profile === "thorough") {
    if (caught.length > 0)
      problems.push(` needs thorough, it says, but standard catches it by ${list(caught)}`);
  } else if (missed.length > 0 && caught.length === 0) {
    problems.push(
      ` fails nothing of ${list(missed)} in standard; where thorough shows it, say so in its profile`,
    );
  }
  return problems;
}

function trivialProblems({ id, mustsPassed, result }: TrivialProofRow): string[] {
  const what = `trivial server ${id}`;
  const problems = result.suiteErrors.map((error) => `${what}: the suite itself failed in ${error}`);
  if (result.outcome === "conforming") problems.push(`${what} is conforming`);
  if (mustsPassed.length > mostTrivialPasses) problems.push(`${what} passes ${list(mustsPassed)}`);
  return problems;
}

function coverageProblems({ requirements, generated, servers }: Bed): string[] {
  // What is made of every operation alike is one statement, whatever `x-stability` makes of its level.
  const families = Map.groupBy(generated, ({ family }) => family);
  const statements = [
    ...requirements.map(({ id, level }) => ({ name: id, level, ids: [id] })),
    ...[...families].map(([family, all]) => ({
      name: `OP:…/${family}`,
      level: all.some(({ level }) => level === "must") ? ("must" as const) : ("should" as const),
      ids: all.map(({ id }) => id),
    })),
  ];
  return statements.flatMap(({ name, level, ids }) => {
    const count = servers.filter(({ breaks }) => breaks.some((id) => ids.includes(id))).length;
    const least = leastServers[level];
    if (count >= least) return [];
    return [
      `${name} is a ${level}: it needs ${least} ${least === 1 ? "server that fails" : "servers that fail"} it, and has ${count}`,
    ];
  });
}

function list(ids: readonly string[]): string {
  return ids.length === 0 ? "nothing" : ids.join(", ");
}

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

function findingLines({ id, result: { failed } }: ServerRow): string[] {
  if (failed.length === 0) return [];
  return [
    `${id}:`,
    ...failed.flatMap((finding) => [
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
