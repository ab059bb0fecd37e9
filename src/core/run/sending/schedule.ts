import type { StepRef } from "#core/check/case.ts";
import { answeredWith, isAnswered } from "#core/check/facts.ts";
import { seededRandom } from "#core/check/inputs/random.ts";
import { isSeries, type Series, type Step } from "#core/check/inputs/step.ts";
import { inconclusive, notApplicable, untested } from "#core/check/results/core-reasons.ts";
import { isUnresolved, type Unresolved } from "#core/check/results/unresolved.ts";
import { isFailed } from "#core/check/sent-again.ts";
import type { Contract } from "#core/contract/contract.ts";
import { recorded } from "#core/contract/recorded.ts";
import type { Exchange, RequestSpec, SeriesPart, StepId, WholeExchange } from "#core/exchange/exchange.ts";
import type { Journal } from "../journal/journal.ts";
import type { PlanProgress } from "../plan/plan-progress.ts";
import type { Scope } from "../plan/selection.ts";
import { orderOf, remembered, urgencyOf } from "../plan/step-order.ts";
import type { RunEvent } from "../result.ts";
import { WrongKeyLane } from "./lock-out.ts";
import type { Means, Sender } from "./sender.ts";

/** A run that is being sent. */
export interface Driving extends Scope, Means {
  readonly sender: Sender;
  readonly progress: PlanProgress;
  readonly journal: Journal;
  readonly onEvent: (event: RunEvent) => void;
  /** Called once for each step, when it has its last answer, or when it is known that nothing is sent. */
  readonly onSettled: (step: StepRef) => void;
  readonly onError: (where: string, error: unknown) => void;
}

interface How {
  /** The steps that were run before. */
  readonly done: ReadonlySet<StepId>;
  /** How often the request of a step that stores nothing is sent again, each time on a new connection. Default 0. */
  readonly repeats?: number;
  /** Decides when repeats go out. */
  readonly seed?: number;
}

/** Waits between two reads that may lag: short at first, as most stores lag little. */
const rereadDelaysMs = [100, 400, 1500];

/**
 * Runs steps as soon as those before them are settled, side by side; the gate below bounds how many are
 * in flight. Requests without the key take a lane of their own, so that others pass between them.
 */
export async function runSteps(
  steps: readonly Step[],
  driving: Driving,
  { done, repeats = 0, seed = 0 }: How,
): Promise<void> {
  const { contract, sender, trace, options, onSettled } = driving;
  const settled = new Map<StepId, Promise<void>>();
  const order = orderOf(steps);
  const urgencies = urgencyOf(steps);
  // A target that counts invalid keys in a row starts anew with the first list.
  const lane = new WrongKeyLane(async () => {
    const { list } = sender.recheck;
    return (
      list &&
      sender.again(list, "lock-out").catch((error) => {
        driving.onError("the list between requests without the key", error);
        return undefined;
      })
    );
  });
  const background: Promise<void>[] = [];

  /** An exception in a step: the suite's own error, never a verdict. */
  const failed = ({ label }: Step, error: unknown) => driving.onError(`the step "${label}"`, error);

  /** What the preflight sent did not wait for what it waits for here. */
  const unsettled = remembered((id): readonly StepId[] =>
    done.has(id) ? [...order.before(id)].filter((other) => !done.has(other)) : [id],
  );
  const awaitedBy = (id: StepId): readonly StepId[] => order.awaitedBy(id).flatMap(unsettled);

  const run = async (step: Step): Promise<void> => {
    await Promise.all(awaitedBy(step.id).map((id) => settled.get(id)));
    const isAlone = step.phase === "alone";
    if (isAlone) await Promise.all(background);
    const notSent = (why: Unresolved) => trace.notSent(step, why);
    try {
      const urgency = urgencies.get(step.id) ?? 0;
      const before = order.before(step.id);
      const spec = step.request(trace.restrictedTo(before));
      if (isUnresolved(spec)) return notSent(spec);
      if (isSeries(spec)) {
        const sendOne = (request: RequestSpec, part: SeriesPart) =>
          lane.send(true, () => sender.send(request, step, { part, urgency }));
        // The lane is kept for the whole series, so that others wait for its next request, too.
        const unresolved = await lane.send(true, () => sendSeries(step, spec, sendOne, contract));
        if (unresolved !== undefined) notSent(unresolved);
        return;
      }
      const misfit = vet(contract, step, spec);
      if (misfit !== undefined) return notSent(misfit);
      const right = spec.credential.kind === "valid";
      const settling = await lane.send(right, () => sendUntilSettled(step, spec, urgency, before, driving));
      if (settling === undefined) return;
      if (isUnresolved(settling)) notSent(settling);
      else if (step.retryUntil === undefined || isAlone) await repeat(step, spec);
      else background.push(repeat(step, spec).catch((error) => failed(step, error)));
    } catch (error) {
      failed(step, error);
      for (const exchange of trace.facts.all(step)) trace.setAside(exchange);
      notSent(inconclusive("suite-failed"));
    } finally {
      onSettled(step);
    }
  };

  const random = seededRandom(seed, "urgency of repeats");
  const mostUrgent = Math.max(0, ...urgencies.values());
  /**
   * What may lag is sent again once it may lag no more, while other steps go on: twice where its first answer lacked
   * something. One replica may lack for good what another shows, and replicas may take turns.
   */
  const repeat = async (step: Step, spec: RequestSpec): Promise<void> => {
    const mayLag = step.retryUntil !== undefined;
    const isUsual = (e: Exchange) => isAnswered(e) && !answeredWith(e, 429) && !isFailed(e);
    const answers = trace.facts.all(step).filter(isUsual);
    const times = step.effect === "create" ? 0 : Math.max(repeats, mayLag && answers.length > 1 ? 2 : 0);
    if (mayLag && times > 0) await sender.pause(options.consistencyWaitMs);
    // At random places in the queue: at even distances, repeats would reach the same replica each time.
    const again = () => sender.send(spec, step, { urgency: random() * mostUrgent, newConnection: true });
    for (let sent = 0; sent < times; sent += 1)
      if (isUnresolved(await lane.send(spec.credential.kind === "valid", again))) return;
  };

  // Every promise must exist before the first step awaits others.
  const start = Promise.withResolvers<void>();
  for (const step of steps)
    settled.set(step.id, done.has(step.id) ? Promise.resolve() : start.promise.then(() => run(step)));
  start.resolve();
  await Promise.all(settled.values());
  await Promise.all(background);
}

/** The answer that counts, or why nothing was sent; undefined where no answer counts. */
async function sendUntilSettled(
  step: Step,
  spec: RequestSpec,
  urgency: number,
  before: ReadonlySet<StepId>,
  { sender, trace, clock, options: { consistencyWaitMs }, onEvent }: Driving,
): Promise<WholeExchange | Unresolved | undefined> {
  let firstSentAtMs: number | undefined;
  for (let attempt = 0; ; attempt += 1) {
    // The first try alone has a new connection: the next ones go to the instance that lacked something.
    const newConnection = step.newConnection === true && attempt === 0;
    const exchange = await sender.send(spec, step, { urgency, newConnection });
    if (isUnresolved(exchange)) return attempt === 0 ? exchange : undefined;
    // Counted from the first sending, not from a wait for the limit: so it is sent again at least once.
    firstSentAtMs ??= exchange.times.sentAtMs;
    const facts = trace.restrictedTo(before);
    const other = step.fallback?.(exchange, facts);
    if (other !== undefined) {
      await sender.send(other, step, { urgency });
      return undefined;
    }
    if (exchange.outcome.kind === "failure") return undefined;
    if (step.retryUntil?.(exchange, facts) ?? true) return exchange;
    const untilMs = firstSentAtMs + consistencyWaitMs;
    // The time of sending counts, not that of the answer: a slow target has as long as a quick one.
    if (exchange.times.sentAtMs >= untilMs) return undefined;
    if (attempt === 0) {
      const { id, label } = step;
      const reason = `the answer to "${label}" may not show yet what was created or changed`;
      onEvent({ kind: "waiting", cause: "consistency", reason, untilMs, step: id, label });
    }
    const delayMs = rereadDelaysMs[attempt] ?? consistencyWaitMs;
    await sender.pause(Math.max(0, Math.min(untilMs - clock.now(), delayMs)));
  }
}

/** One request after the other, with the valid key. An error of the suite itself is thrown. */
async function sendSeries(
  step: Step,
  { series }: Series,
  sendOne: (spec: RequestSpec, part: SeriesPart) => Promise<WholeExchange | Unresolved>,
  contract: Contract,
): Promise<Unresolved | undefined> {
  let unresolved: Unresolved | undefined;
  let misfit: Unresolved | undefined;
  let sent = false;
  await series(async (part, spec) => {
    if (unresolved !== undefined) return undefined;
    // One that does not fit the loaded document is passed over; others may fit.
    const unfit = vet(contract, step, spec);
    misfit ??= unfit;
    if (unfit !== undefined) return undefined;
    const exchange = await sendOne(spec, part);
    sent = true;
    if (!isUnresolved(exchange)) return exchange;
    unresolved = exchange;
    return undefined;
  });
  return unresolved ?? (sent ? undefined : misfit);
}

/**
 * Checks before a request goes out that it is as valid, or as wrong, as it is meant to be by the contract. If it is
 * not, that is a mistake of the suite. Only a loaded document that differs from the embedded one explains it
 * otherwise: it may bound what the suite cannot choose, such as the names of what it creates.
 */
export function vet(contract: Contract, step: Step, spec: RequestSpec): Unresolved | undefined {
  if (step.expectedValidity === undefined) return undefined;
  const { problems } = recorded(contract.classify(spec).findings);
  if ((step.expectedValidity === "valid") === (problems.length === 0)) return undefined;
  const [first] = problems;
  if (contract.ownFile === undefined) {
    return first === undefined
      ? notApplicable("document-allows")
      : untested("document-forbids", { part: first.part, at: first.at, expected: first.expected });
  }
  const found = first && `${first.part} ${first.at} is not ${first.expected}`;
  throw new Error(
    `the request of "${step.label}" should be ${step.expectedValidity}: ${found ?? "the contract allows it"}`,
  );
}
