import type { ClientSuite } from "#core/check/clients/client-suite.ts";
import { endInWords, type Session } from "#core/check/clients/session.ts";
import type { RunReason } from "#core/check/results/cause.ts";
import type { Finding, Verdict } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { tellingLine } from "../exam-notes.ts";
import type { ExamReport } from "../exam-report.ts";

/** Why an exam is not simply finished, where it says so in other words than a run. */
export const examReasons: Partial<Readonly<Record<RunReason, string>>> = {
  interrupted: "The exam was interrupted",
  "evidence-lost": "Not all that the client does could be seen",
};

export function clientInWords(source: ExamReport["source"]): string {
  switch (source.kind) {
    case "command":
      return source.command;
    case "function":
      return "a function in the process of the exam";
    case "port":
      return `whoever called ${source.url}`;
    case "recording":
      return source.file;
  }
}

/** Where an exit code is the finding, what the client printed often says why: its most telling line. */
export function printedInIt(
  verdicts: readonly Verdict[],
  { exchange, case: of, expected }: Finding,
  sessions: readonly Session[],
  { checks }: ClientSuite,
): string | undefined {
  const judgesEnd = verdicts.some(
    ({ id, findings }) =>
      checks.some(({ about, judgesEnd: ofEnd }) => about === id && ofEnd === true) &&
      findings.some((one) => one.exchange === exchange && one.case.id === of.id && one.expected === expected),
  );
  const session = sessions.find(({ exchanges }) => exchanges.some(({ id }) => id === exchange));
  return judgesEnd ? tellingLine(session?.output ?? "") : undefined;
}

export function sessionLine(session: Redacted<Session>): string {
  const name = (session.situation ?? "exam").padEnd(20);
  return escapeForTerminal(
    `${name}  ${counted(session.requests, "request").padEnd(12)}  ${endInWords(session)}`,
  );
}
