import { concludeRun } from "../run/conclude-run.ts";
import type { RunEnd } from "../run/journal.ts";
import type { Plan } from "../run/plan.ts";
import type { Run } from "../run/result.ts";
import type { Trace } from "../run/trace.ts";
import { type PlayInput, playRecording } from "./play-recording.ts";
import type { Recording } from "./recording.ts";

export interface JudgeInput extends PlayInput {
  /** True where the suite, the document and the declarations are those of the run. */
  readonly asThen: boolean;
}

/** The run that a recording shows, concluded from it alone. */
export function judgeRecording(recording: Recording, input: JudgeInput): Run {
  const { contract, suites, requirements } = input;
  const { trace, plans, seeds, end, start, afterwards } = playRecording(recording, input);
  if (!input.asThen) nameWhatWasNotSent(plans[0], trace);
  const run = concludeRun({
    ...{ contract, suites, requirements, start, trace, plans },
    end: end ?? endOfCut(trace.everything, start.startedAtMs, seeds),
  });
  const shown = recording.standIns.takeOut(run);
  if (afterwards === undefined) return shown;
  const { note, outcome, exitCode, reason } = afterwards;
  return { ...shown, ...(input.asThen && { outcome, exitCode, reason }), notes: [...run.notes, note] };
}

/** What another suite, document or declaration asks for may never have been sent. */
function nameWhatWasNotSent({ steps }: Plan, trace: Trace): void {
  const { whole } = trace;
  for (const step of steps) {
    if (whole.all(step).length > 0 || whole.notSent(step) !== undefined) continue;
    trace.notSent(step, {
      kind: "untested",
      reason: `its request "${step.label}" is not in the recording`,
    });
  }
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
