import { reason } from "../check/core-reasons.ts";
import type { Step } from "../check/step.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { type RecordedExchange, readExchange } from "../exchange/recorded-exchange.ts";
import { redacted } from "../secrets/redact.ts";
import type { Redacted } from "../secrets/redacted.ts";
import { concludeRun } from "./conclude-run.ts";
import type { RunEnd } from "./journal.ts";
import type { Plan } from "./plan.ts";
import { type PlayInput, playJournal } from "./play-journal.ts";
import type { Evidence } from "./read-kept.ts";
import type { Run } from "./result.ts";
import type { Trace } from "./trace.ts";

export interface ConcludeInput extends PlayInput {
  /** True where the suite, the document and the declarations are those of the run. */
  readonly asThen: boolean;
}

/**
 * The run that its evidence shows. A run that has just been sent and one that was recorded both come through here, with
 * the same evidence, so they come to the same, word for word.
 */
export function concludeJournal(evidence: Evidence, input: ConcludeInput): Redacted<Run> {
  const { contract, suite, requirements } = input;
  const { trace, plans, seeds, end, start, afterwards } = playJournal(evidence, input);
  if (!input.asThen) nameWhatWasNotSent(plans[0], trace);
  const run = concludeRun({
    ...{ contract, suite, requirements, start, trace, plans },
    end: end ?? endOfCut(trace.everything, start.startedAtMs, seeds),
  });
  const { note, outcome, exitCode, reason } = afterwards ?? {};
  const shown = new Map(evidence.shown.map((exchange) => [exchange.id, exchange]));
  const { exchanges, ...found } = run;
  return evidence.takeOut(
    {
      ...found,
      ...(input.asThen && afterwards !== undefined && { outcome, exitCode, reason }),
      notes: note === undefined ? run.notes : [...run.notes, note],
    } as Omit<Run, "exchanges">,
    { exchanges: exchanges.flatMap(({ id }) => shown.get(id) ?? []).map(shownExchange) },
  );
}

const takenOut = () => redacted;

/** Without what it was derived from, and without parsed JSON, as in every redacted value. */
function shownExchange(recorded: RecordedExchange): Exchange {
  const { request, outcome, ...exchange } = readExchange(recorded);
  const { credential } = request;
  const isDerived = credential.kind === "other" && credential.derive !== undefined;
  return {
    ...exchange,
    request: isDerived ? { ...request, credential: { ...credential, derive: takenOut } } : request,
    outcome:
      outcome.kind === "failure"
        ? outcome
        : { kind: "answer", answer: { ...outcome.answer, json: undefined } },
  };
}

/** What another suite, document or declaration asks for may never have been sent. */
function nameWhatWasNotSent(plan: Plan, trace: Trace): void {
  for (const step of stepsWithoutExchange(plan, trace)) {
    trace.notSent(step, {
      kind: "untested",
      reason: reason("not-in-recording", { step: step.label }),
    });
  }
}

function stepsWithoutExchange({ steps }: Plan, { whole }: Trace): readonly Step[] {
  return steps.filter((step) => whole.all(step).length === 0 && whole.notSent(step) === undefined);
}

/** The labels of what this document or suite would send, and the run that is kept did not. */
export function notRecorded(evidence: Evidence, input: PlayInput): readonly string[] {
  const { trace, plans } = playJournal(evidence, input);
  return stepsWithoutExchange(plans[0], trace).map(({ label }) => label);
}

/** Nothing says how a run ended that was killed: it was interrupted, after its last answer. */
function endOfCut(everything: Run["exchanges"], startedAtMs: number, seeds: readonly number[]): RunEnd {
  const endedAtMs = everything.reduce((last, e) => Math.max(last, e.endedAtMs), startedAtMs);
  return {
    endedAtMs,
    stopped: { kind: "interrupted", exchange: undefined },
    played: seeds.map((seed, i) => ({
      ...{ round: i + 1, seed, startedAtMs, endedAtMs, createsLeftOut: 0 },
      requests: everything.filter(({ round = 1 }) => round === i + 1).length,
    })),
    endedBy: "cut-short",
    errors: [],
  };
}
