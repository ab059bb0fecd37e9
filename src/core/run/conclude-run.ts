import packageJson from "../../../package.json" with { type: "json" };
import { isSeries, type Step } from "../check/inputs/step.ts";
import { reasonOf } from "../check/results/cause.ts";
import { untested } from "../check/results/core-reasons.ts";
import { isUnresolved } from "../check/results/unresolved.ts";
import type { OperationId } from "../contract/operations.ts";
import { shownByRecorded } from "../contract/recorded.ts";
import { isSafe, type RunExchange, type StepId } from "../exchange/exchange.ts";
import type { Redacted } from "../secrets/redacted.ts";
import { Secrets } from "../secrets/secrets.ts";
import type { Evidence, RunEnd } from "./journal/journal.ts";
import { type Played, playJournal } from "./journal/play-journal.ts";
import { redactedRun } from "./journal/redact-run.ts";
import { operationsTested } from "./judging/cases-tested.ts";
import { type Concluded, causesOf, conclude } from "./judging/conclude.ts";
import { missedFault } from "./judging/fold.ts";
import { countVerdicts, decideOutcome, requiredOf } from "./judging/outcome.ts";
import type { PlayInput } from "./plan/selection.ts";
import type { Run } from "./result.ts";
import { playsRounds } from "./rounds.ts";
import { createdIn } from "./sending/create-cap.ts";

/** The verdicts: the same for a run that was just sent and for a recorded one. Pure. */
export async function judgeEvidence(evidence: Evidence, input: ConcludeInput): Promise<Concluded> {
  const played = playJournal(evidence, input);
  // Another suite, document or declaration may ask for requests that the recorded run never sent.
  for (const step of input.asThen ? [] : stepsWithoutExchange(played))
    played.trace.notSent(step, untested("not-in-recording", { step: step.label }));
  const { stopped } = endOf(evidence, played);
  return conclude({ ...played, stopped });
}

/**
 * Makes the result of a run from its verdicts. Pure.
 * @param evidence what led to them, to which experiments may have been added
 */
export async function runOf(concluded: Concluded, evidence: Evidence): Promise<Run> {
  const { contract, suite, requirements, options, start, stopped, verdicts, cases } = concluded;
  const everything = evidence.entries
    .flatMap((entry) => (entry.kind === "exchange" ? [entry.exchange] : []))
    .sort((one, other) => one.id - other.id);
  const end = endOf(evidence, concluded);
  const { causes, errors: ofCauses } = await causesOf(concluded, everything);
  const errors = [...end.errors, ...concluded.errors, ...ofCauses];
  const decided = decideOutcome({
    verdicts,
    cases,
    minCases: options.minCases,
    cutShort: stopped && reasonOf(stopped),
    required: requiredOf(options, verdicts),
    strict: options.strict,
    suiteFailed: errors.length > 0,
  });
  const rootCause = stopped ?? concluded.rootCause;
  const isKnown = ({ request }: RunExchange) =>
    shownByRecorded(() => contract.classify(request).other) === undefined;
  const { about, burst, between, recovery } = suite.probe;
  const missed = missedFault(verdicts, about);
  const ofProbe: readonly (StepId | undefined)[] = [burst.id, between.id, recovery.id];
  return {
    tool: { name: "petstore-conformance", version: packageJson.version },
    runId: options.runId,
    seed: options.seed,
    profile: options.profile,
    target: start.target,
    clock: start.clockKind,
    startedAtMs: start.startedAtMs,
    endedAtMs: end.endedAtMs,
    spec: {
      title: contract.title,
      version: contract.version,
      source: contract.source,
      looser: contract.looser,
      ...operationsTested(contract, requirements, verdicts),
    },
    ...decided,
    reason:
      decided.reason === "evidence-lost" && rootCause !== undefined ? reasonOf(rootCause) : decided.reason,
    partial: stopped !== undefined,
    rootCause,
    counts: countVerdicts(verdicts),
    verdicts,
    words: suite.words,
    cases,
    causes,
    exchanges: evidence.shown.toSorted((one, other) => one.id - other.id),
    // What is in front of the service stores nothing, whatever it answers; a request without an answer may have stored
    // something. What operations stored that the suite does not know is reported by notes of their own.
    created: createdIn(everything.filter(isKnown), options.runId).filter(
      ({ certain }) => !certain || stopped?.kind !== "in-front",
    ),
    ...(playsRounds(options) && {
      rounds: { asked: options.rounds, played: end.played, endedBy: end.endedBy, missed },
    }),
    requests: {
      total: everything.length,
      writes: everything.filter((e) => !isSafe(e.request)).length,
      probe: everything.filter((e) => ofProbe.includes(e.step)).length,
      experiments: everything.filter((e) => e.experiment !== undefined).length,
    },
    notes: [...contract.warnings, ...concluded.notes],
    suiteErrors: errors,
  };
}

export interface ConcludeInput extends PlayInput {
  /** True where the suite, the document and the declarations are those of the run. */
  readonly asThen: boolean;
}

/** The run that a recording shows: but for what rests on what was redacted, the one that was recorded. */
export async function concludeRecorded(evidence: Evidence, input: ConcludeInput): Promise<Redacted<Run>> {
  const concluded = await judgeEvidence(evidence, input);
  // A recording holds no secret.
  return redactedRun(await runOf(concluded, evidence), new Secrets());
}

function stepsWithoutExchange({ plans, trace: { whole } }: Played): readonly Step[] {
  return plans[0].steps.filter((step) => whole.all(step).length === 0 && whole.notSent(step) === undefined);
}

/** A request that this suite would send for this document, and that the recorded run did not. */
export interface UnsentStep {
  readonly label: string;
  /** Undefined where it is known only when the request is sent. */
  readonly operation: OperationId | undefined;
}

export function notRecorded(evidence: Evidence, input: PlayInput): readonly UnsentStep[] {
  const played = playJournal(evidence, input);
  return stepsWithoutExchange(played).map((step) => {
    const asked = shownByRecorded(() => step.request(played.trace.facts));
    const isKnown = asked !== undefined && !isUnresolved(asked) && !isSeries(asked);
    return {
      label: step.label,
      operation: step.asks ?? (isKnown ? input.contract.operationAt(asked) : undefined),
    };
  });
}

/** A run that was killed left no record of its end: it counts as interrupted after its last answer. */
function endOf(evidence: Evidence, { start: { startedAtMs }, seeds, trace: { everything } }: Played): RunEnd {
  const end = evidence.entries.findLast((entry) => entry.kind === "end");
  if (end !== undefined) return end.end;
  const endedAtMs = everything.reduce((last, e) => Math.max(last, e.times.endedAtMs), startedAtMs);
  return {
    endedAtMs,
    stopped: { kind: "interrupted", exchange: undefined },
    played: seeds.map((seed, i) => ({
      ...{ round: i + 1, seed, startedAtMs, endedAtMs },
      requests: everything.filter(({ round = 1 }) => round === i + 1).length,
    })),
    endedBy: "cut-short",
    errors: [],
  };
}
