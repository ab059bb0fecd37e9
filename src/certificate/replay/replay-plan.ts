import { answeredWith, isAnswered } from "#core/check/facts.ts";
import { loadGenerators } from "#core/check/inputs/generate.ts";
import { exchangeLabel, type Step } from "#core/check/inputs/step.ts";
import type { PreparedSuite } from "#core/check/suite.ts";
import { ifRecorded, NotRecorded } from "#core/contract/recorded.ts";
import {
  type RequestSpec,
  type RunExchange,
  recordedValues,
  type StepId,
  type Times,
} from "#core/exchange/exchange.ts";
import type { Recording } from "#core/recording/recording.ts";
import { type Evidence, readKept } from "#core/run/journal/journal.ts";
import { playJournal } from "#core/run/journal/play-journal.ts";
import type { Trace } from "#core/run/journal/trace.ts";
import { extendsTo } from "#core/run/plan/extension.ts";
import { type Plan, stepTable } from "#core/run/plan/plan.ts";
import type { PlayInput } from "#core/run/plan/selection.ts";
import { orderOf } from "#core/run/plan/step-order.ts";
import { requestsBetween } from "#core/run/sending/probe.ts";
import { maxCreates } from "#core/run/setting.ts";
import { deviationsOfStep, isSame, type RecordedStep, requestKey } from "./replay-step.ts";

/**
 * Sends the plan again, to nobody: every request follows from the seed, the run id, the options and the answers before it,
 * so the recorded answers must give the recorded requests, no more and no fewer. Whoever makes up answers has to make up all
 * that follows from them.
 */
export async function deviationsFromPlan(
  recording: Recording,
  input: PlayInput,
): Promise<readonly Deviation[]> {
  if (input.options.profile === "thorough") await loadGenerators();
  try {
    return await deviationsOf(readKept(recording.kept), input);
  } catch (error) {
    if (error instanceof NotRecorded) return [redactedPlan];
    throw error;
  }
}

const redactedPlan = { label: "the plan", what: "it rests on what was redacted in the recording" };

async function deviationsOf(evidence: Evidence, input: PlayInput): Promise<readonly Deviation[]> {
  const { trace, plans, isPlanRedacted } = playJournal(evidence, input);
  if (isPlanRedacted) return [redactedPlan];
  const [plan] = plans;
  const table = stepTable(input.suite, input.contract);
  const { known, unplanned } = recordedSteps(trace, plan, input);
  const found: Deviation[] = [
    ...recordDeviations(evidence),
    ...limitDeviations(evidence, trace, input),
    ...[...plan.leftOut].flatMap(([id, why]) => {
      const label = table.get(id)?.label ?? id;
      return unless(
        isSame(trace.facts.notSent({ id }), why),
        label,
        "the plan leaves it out for another reason",
      );
    }),
    ...unplanned.flatMap((one) =>
      unless(isBesidePlan(one, known, input, trace.everything), one.label, "no step of the plan sends it"),
    ),
  ];
  for (const recorded of known)
    for (const what of await deviationsOfStep(recorded)) found.push({ label: recorded.step.label, what });
  return found;
}

/** The steps of the plan and of the preflight, with what was recorded of each; and the exchanges of no step. */
function recordedSteps(trace: Trace, plan: Plan, prepared: PreparedSuite) {
  const { everything, facts } = trace;
  const table = stepTable(prepared.suite, prepared.contract);
  const sent = Map.groupBy(everything, ({ step }) => step);
  const planned = new Set(plan.steps.map(({ id }) => id));
  const order = orderOf(plan.steps);
  const first = beforeInPreflight(sent, prepared);
  const beyondPlan = [...first.keys()].flatMap((id) => (planned.has(id) ? [] : (table.get(id) ?? [])));
  const isLockedOut = everything.some(isRefusalWithoutKey);
  const known = [...plan.steps, ...beyondPlan].map((step): RecordedStep => {
    const { id } = step;
    // A step of the preflight saw less than the plan has before it.
    const sets = [first.get(id), planned.has(id) ? order.before(id) : undefined].filter(
      (ids) => ids !== undefined,
    );
    return {
      ...{ step, isLockedOut },
      exchanges: sent.get(id) ?? [],
      judged: facts.all(step).length,
      before: [...(sets[0] ?? [])].flatMap((other) => sent.get(other) ?? []),
      notSent: facts.notSent(step),
      seen: sets.map((ids) => trace.restrictedTo(ids)),
    };
  });
  const ids = new Set<StepId | undefined>(known.map(({ step }) => step.id));
  return { known, unplanned: everything.filter(({ step }) => !ids.has(step)) };
}

/** Of the steps of the preflight that were sent: those of it before each. */
function beforeInPreflight(
  sent: ReadonlyMap<StepId | undefined, readonly RunExchange[]>,
  { suite, contract }: PreparedSuite,
): ReadonlyMap<StepId, ReadonlySet<StepId>> {
  const table = stepTable(suite, contract);
  const { list, create, withoutKey, size } = suite.preflight;
  const asked = [list, size(contract), create, withoutKey].flatMap((ref) => {
    const step: Step | undefined = ref && table.get(ref.id);
    return step !== undefined && sent.has(step.id) ? [step] : [];
  });
  return new Map(asked.map(({ id }, index) => [id, orderOf(asked.slice(0, index + 1)).before(id)]));
}

/** The over-limit probe, and what makes sure of a refused key or a lock-out. */
function isBesidePlan(
  { step: sentBy, recheck, request }: RunExchange,
  known: readonly RecordedStep[],
  { suite, contract }: PlayInput,
  everything: readonly RunExchange[],
): boolean {
  const { probe, preflight } = suite;
  const withoutKey = (spec: RequestSpec) => requestKey({ ...spec, credential: { kind: "none" } });
  const key = withoutKey(request);
  if (recheck === undefined) {
    if (sentBy === probe.between.id) {
      const first = everything.findIndex(({ step }) => step === probe.burst.id);
      const due = requestsBetween(suite, contract, everything.slice(0, Math.max(0, first)));
      return due.some((spec) => withoutKey(spec) === key);
    }
    const isOfProbe = [probe.burst, probe.recovery].some(({ id }) => id === sentBy);
    return isOfProbe && key === withoutKey(probe.request);
  }
  if (recheck === "experiment") return true;
  if (recheck === "lock-out")
    return known.some(({ exchanges }) => exchanges.some((one) => withoutKey(one.request) === key));
  return request.credential.kind === "valid" && contract.classify(request).operation === preflight.operation;
}

/** What the first round may send follows from the options; in `standard`, from the limit of the first list, too. */
function limitDeviations({ entries }: Evidence, trace: Trace, { options, suite }: PlayInput): Deviation[] {
  const found = entries.find((entry) => entry.kind === "plan");
  const extendTo = extendsTo(options, trace.facts, suite.preflight.list);
  const expected = {
    maxRequests: options.maxRequests,
    maxCreates: maxCreates(options),
    spareCreates: 0,
    extendTo,
  };
  // JSON has no infinity, and leaves out what is undefined.
  const asRecorded: unknown = JSON.parse(JSON.stringify(expected));
  return unless(isSame(found?.limits, asRecorded), "the plan", "its limits are not those of the options");
}

/** Where a recording is not what the suite would have written: a step's label, and a clause about it. */
export interface Deviation {
  readonly label: string;
  readonly what: string;
}

function unless(isRight: boolean, label: string, what: string): Deviation[] {
  return isRight ? [] : [{ label, what }];
}

/** A lock-out, or a limit for those without the valid key (ruling 14): what they asked for then is not judged. */
function isRefusalWithoutKey(exchange: RunExchange): boolean {
  return exchange.request.credential.kind !== "valid" && answeredWith(exchange, 403, 429);
}

/** What cannot be right whatever the plan was: times, rounds, and what is kept out of judging. */
function recordDeviations({ entries, start }: Evidence): readonly Deviation[] {
  const exchanges = entries.flatMap((entry) => (entry.kind === "exchange" ? [entry.exchange] : []));
  const end = entries.find((entry) => entry.kind === "end")?.end;
  return [
    ...exchanges.flatMap((exchange) => {
      const label = exchangeLabel(exchange);
      const fits = fitsTimes(exchange.times, start.startedAtMs, end?.endedAtMs);
      const isWithin = exchange.inFlight <= start.options.concurrency;
      return [
        ...unless(fits, label, "its times do not fit the run"),
        ...unless(isWithin, label, "more was in flight than concurrency allows"),
      ];
    }),
    ...setAsideDeviations(entries, exchanges),
    ...unless(isDatedAsRun(exchanges), "the answers", "their Date is more than a day from the run's clock"),
  ];
}

function fitsTimes({ sentAtMs, firstByteAtMs, endedAtMs }: Times, fromMs: number, toMs = endedAtMs): boolean {
  const instants = [fromMs, sentAtMs, firstByteAtMs ?? sentAtMs, endedAtMs, toMs];
  return instants.every((instant, index) => instant >= (instants[index - 1] ?? instant));
}

/** Only a lock-out keeps answers from being judged in a run that goes on. */
function setAsideDeviations(entries: Evidence["entries"], exchanges: readonly RunExchange[]): Deviation[] {
  const refused = new Set(exchanges.filter(isRefusalWithoutKey).map(({ step }) => step));
  return entries.flatMap((entry) => {
    if (entry.kind !== "set-aside") return [];
    const exchange = exchanges.find(({ id }) => id === entry.exchange);
    const isLockedOut = exchange?.request.credential.kind !== "valid" && refused.has(exchange?.step);
    const label = exchange === undefined ? "an exchange" : exchangeLabel(exchange);
    return unless(isLockedOut, label, "nothing keeps its answer from being judged");
  });
}

const dayMs = 86_400_000;

/** Clocks differ, but not by a day: an old recording that was dated anew would. */
function isDatedAsRun(exchanges: readonly RunExchange[]): boolean {
  const offsets = exchanges
    .filter(isAnswered)
    .flatMap(({ times: { endedAtMs }, outcome: { answer } }) => {
      const [date = ""] = ifRecorded(recordedValues(answer.headers, "date")) ?? [];
      const atMs = Date.parse(date);
      return Number.isNaN(atMs) ? [] : [Math.abs(atMs - endedAtMs)];
    })
    .sort((a, b) => a - b);
  const middle = offsets[Math.floor(offsets.length / 2)];
  return middle === undefined || middle <= dayMs;
}
