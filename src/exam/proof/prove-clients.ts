import type { Requirement } from "#core/check/requirement.ts";
import { matcherOf } from "../exam-recording.ts";
import type { ExamReport, PreparedExam } from "../exam-report.ts";
import { playClient, playedKey } from "./play-client.ts";

export interface ProvedClient {
  readonly id: string;
  /** What fails on it by its entry, and what did. Nothing is to fail on one that is unusual, but correct. */
  readonly declared: readonly string[];
  readonly failed: readonly string[];
  readonly report: ExamReport;
}

/** Plays every client of the proof, or those named, in virtual time. */
export async function proveClients(
  judgedBy: PreparedExam,
  isChosen: (id: string) => boolean = () => true,
): Promise<readonly ProvedClient[]> {
  const proof = await judgedBy.suite.proof();
  const order = judgedBy.requirements.map((one) => one.id);
  const proved: ProvedClient[] = [];
  for (const [id, { fails, run }] of proof.clients) {
    if (!isChosen(id)) continue;
    const report = await playClient(run, judgedBy);
    const failed = report.verdicts.filter(({ verdict }) => verdict === "fail").map((one) => one.id);
    const declared = fails.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
    proved.push({ id, declared, failed, report });
  }
  return proved;
}

export function isAsDeclared({ declared, failed }: ProvedClient): boolean {
  return declared.join() === failed.join();
}

/** A requirement that only one client breaks may be judged by something that all clients share. */
const fewestPerRequirement = 2;

export function problemsOfClients(proved: readonly ProvedClient[], requirements: readonly Requirement[]) {
  const words = (ids: readonly string[]) => (ids.length === 0 ? "nothing" : ids.join(" "));
  return [
    ...proved
      .filter((client) => !isAsDeclared(client))
      .map(
        ({ id, declared, failed }) =>
          `${id} is declared to fail ${words(declared)}, and fails ${words(failed)}`,
      ),
    ...requirements.flatMap(({ id }) => {
      const breaking = proved.filter(({ failed }) => failed.includes(id)).length;
      return breaking >= fewestPerRequirement
        ? []
        : [`${id} is broken by ${breaking} clients, and it takes ${fewestPerRequirement}`];
    }),
  ];
}

export function clientProofInText(
  proved: readonly ProvedClient[],
  requirements: readonly Requirement[],
  view: { readonly quiet: boolean },
): string {
  const problems = problemsOfClients(proved, requirements);
  const faults = proved.filter(({ declared }) => declared.length > 0);
  const rows = proved.map(
    ({ id, declared, failed }) =>
      `${declared.length > 0 ? "fault  " : "variant"} ${id.padEnd(30)} ${failed.length === 0 ? "nothing failed" : failed.join(" ")}`,
  );
  return `${[
    ...(view.quiet ? [] : [...rows, ""]),
    ...problems.map((problem) => `✗ ${problem}`),
    `${faults.length} clients with a fault, ${proved.length - faults.length} unusual ones, ${requirements.length} requirements: ${
      problems.length === 0
        ? "every one fails what it is declared to, and nothing else"
        : `${problems.length} problems`
    }`,
  ].join("\n")}\n`;
}

/** By requirement, then by what a request asks for: the situations in which it was judged and held. */
export type Coverage = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** Where each requirement is judged, as the exams of the unusual but correct clients show it. */
export async function coverageOf(
  proved: readonly ProvedClient[],
  { suite, contract, requirements }: PreparedExam,
): Promise<Coverage> {
  const { roles } = await suite.proof();
  const coverage = new Map(
    requirements.map(({ id }) => [id, new Map(roles.map((role) => [role, new Set<string>()]))]),
  );
  for (const { declared, report } of proved) {
    if (declared.length > 0) continue;
    const { sessions } = report;
    const places = new Map(
      sessions.flatMap(({ exchanges, situation = "" }) =>
        exchanges.map((one) => [one.id, { role: suite.roleOf(one) ?? "", situation }] as const),
      ),
    );
    const evidence = { sessions, contract, key: matcherOf(playedKey), situations: suite.situations };
    for (const observation of suite.checks.flatMap(({ judge }) => judge(evidence))) {
      if (observation.kind !== "held") continue;
      for (const id of observation.subjects) {
        const { role = "", situation = "" } = places.get(id) ?? {};
        coverage.get(observation.requirement)?.get(role)?.add(situation);
      }
    }
  }
  return coverage;
}
