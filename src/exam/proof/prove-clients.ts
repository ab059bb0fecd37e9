import type { Requirement } from "#core/check/requirement.ts";
import type { ExamReport, PreparedExam } from "../exam-report.ts";
import { playClient } from "./play-client.ts";

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

/** What is wrong with the proof of the exam, a sentence each. */
export function problemsOfClients(
  proved: readonly ProvedClient[],
  requirements: readonly Requirement[],
): readonly string[] {
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

/** The clients, each with what failed on it, and what is wrong, for a terminal. */
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
