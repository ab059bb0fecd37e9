import { inconclusive } from "../../check/core-reasons.ts";
import { seededRandom } from "../../check/random.ts";
import { isSeries, type Series } from "../../check/series.ts";
import { type Step, type StepRef, writes } from "../../check/step.ts";
import { isUnresolved, type Unresolved } from "../../check/unresolved.ts";
import type { Clock } from "../../exchange/clock/clock.ts";
import { derivedFrom } from "../../exchange/derived-from.ts";
import type { Exchange, RequestSpec, SeriesPart, StepId } from "../../exchange/exchange.ts";
import type { Trace } from "../trace.ts";
import { createWrongKeyLane } from "./lock-out.ts";
import type { Sender } from "./sender.ts";

export interface ScheduleOptions {
  readonly sender: Sender;
  readonly trace: Trace;
  readonly clock: Clock;
  readonly consistencyWaitMs: number;
  /** Aborted when the run ends early: nothing is waited for any more. */
  readonly signal: AbortSignal;
  /** Those that were run before. */
  readonly done?: ReadonlySet<StepId>;
  /** How often the request of a step that stores nothing is sent again, each time on a new connection. Default 0. */
  readonly repeats?: number;
  /** The same for a step that stores something. Default 0. */
  readonly createRepeats?: number;
  /** Decides when repeats go out. */
  readonly seed?: number;
  /** Why a request that is not what its step means it to be is not sent; thrown where that is the suite's own mistake. */
  readonly vet: (step: Step, spec: RequestSpec) => Unresolved | undefined;
  /** Called once when the step's answer may still lag: the request is repeated until then at most. */
  readonly onLag: (step: StepRef, untilMs: number) => void;
  /** Called once for each step that was run: it has its last answer, or none is sent. */
  readonly onSettled: (step: StepRef) => void;
  /** An exception in a step: the suite's own error, never a verdict. */
  readonly onError: (step: StepRef, error: unknown) => void;
}

/** Between two reads of what may lag: short at first, for most stores lag little. */
const rereadDelaysMs = [100, 400, 1500];

/**
 * Runs steps as soon as those before them are settled, side by side; the gate below bounds how many are
 * in flight. Requests without the key take a lane of their own, so that others pass between them.
 */
export async function runSteps(steps: readonly Step[], options: ScheduleOptions): Promise<void> {
  const settled = new Map<StepId, Promise<void>>();
  const before = allBefore(steps);
  const urgencies = urgencyOf(steps);
  const lane = createWrongKeyLane();
  const background: Promise<void>[] = [];

  const run = async (step: Step): Promise<void> => {
    await Promise.all([...(before.get(step.id) ?? [])].map((id) => settled.get(id)));
    const notSent = (why: Unresolved) => options.trace.notSent(step, why);
    try {
      const spec = step.request(options.trace.restrictedTo(before.get(step.id) ?? new Set()));
      if (isUnresolved(spec)) {
        notSent(spec);
        return;
      }
      if (isSeries(spec)) {
        const sendOne = (request: RequestSpec, part: SeriesPart) =>
          lane.withKey(() => options.sender.send(request, step, { part, urgency: urgencies.get(step.id) }));
        // All of it is under way until it ends, so that others wait for its next request, too.
        const unresolved = await lane.withKey(() => sendSeries(step, spec, sendOne, options.vet));
        if (unresolved !== undefined) notSent(unresolved);
        return;
      }
      const misfit = options.vet(step, spec);
      if (misfit !== undefined) {
        notSent(misfit);
        return;
      }
      const sending = () => sendUntilSettled(step, spec, urgencies.get(step.id) ?? 0, before, options);
      const right = spec.credential.kind === "valid";
      const inLane = right ? lane.withKey : lane.withoutKey;
      const settling = await inLane(sending);
      const again = () => inLane(() => sendAgain(step, spec));
      if (settling === undefined) return;
      if (isUnresolved(settling)) notSent(settling);
      else if (step.retryUntil === undefined) await repeat(step, again);
      else background.push(repeatAfterLag(step, again).catch((error) => options.onError(step, error)));
    } catch (error) {
      options.onError(step, error);
      for (const exchange of [...options.trace.facts.all(step)]) options.trace.setAside(exchange);
      notSent(inconclusive("suite-failed"));
    } finally {
      options.onSettled(step);
    }
  };

  const random = seededRandom(options.seed ?? 0, "urgency of repeats");
  const mostUrgent = Math.max(0, ...urgencies.values());
  // At random places in the queue: repeats at even distances would meet the same replica each time.
  const sendAgain = (step: Step, spec: RequestSpec) =>
    options.sender.send(spec, step, { urgency: random() * mostUrgent, newConnection: true });

  const repeat = async (step: Step, again: () => Promise<Exchange | Unresolved>): Promise<void> => {
    const { repeats = 0, createRepeats = 0 } = options;
    const times = step.effect === "create" ? createRepeats : repeats;
    for (let sent = 0; sent < times; sent += 1) if (isUnresolved(await again())) return;
  };

  /** Asked again when it may lag no more, while others go on: what one replica shows, another may lack for good. */
  const repeatAfterLag = async (step: Step, again: () => Promise<Exchange | Unresolved>): Promise<void> => {
    const { repeats = 0, clock, consistencyWaitMs, signal } = options;
    if (repeats === 0) return;
    await clock.sleep(consistencyWaitMs, signal).catch(() => undefined); // the next request says why it is not sent
    await repeat(step, again);
  };

  // Every promise must be there before the first step looks for those before it.
  const start = Promise.withResolvers<void>();
  for (const step of steps) {
    settled.set(
      step.id,
      options.done?.has(step.id) ? Promise.resolve() : start.promise.then(() => run(step)),
    );
  }
  start.resolve();
  await Promise.all(settled.values());
  await Promise.all(background);
}

/** The answer that stands; why nothing was sent; undefined where no answer stands. */
async function sendUntilSettled(
  step: Step,
  spec: RequestSpec,
  urgency: number,
  before: Before,
  { sender, trace, clock, consistencyWaitMs, signal, onLag }: ScheduleOptions,
): Promise<Exchange | Unresolved | undefined> {
  let firstSentAtMs: number | undefined;
  for (let attempt = 0; ; attempt += 1) {
    const exchange = await sender.send(spec, step, { urgency });
    if (isUnresolved(exchange)) return attempt === 0 ? exchange : undefined;
    // Counted from the first sending, not from a wait for the limit: so it is sent again at least once.
    firstSentAtMs ??= exchange.sentAtMs;
    const facts = trace.restrictedTo(before.get(step.id) ?? new Set());
    const other = step.fallback?.(exchange, facts);
    if (other !== undefined) {
      await sender.send(other, step, { urgency });
      return undefined;
    }
    if (exchange.outcome.kind === "failure") return undefined;
    if (step.retryUntil?.(exchange, facts) ?? true) return exchange;
    const untilMs = firstSentAtMs + consistencyWaitMs;
    // What counts is when it was read, not when the answer came: a slow target has as long as a quick one.
    if (exchange.sentAtMs >= untilMs) return undefined;
    if (attempt === 0) onLag(step, untilMs);
    const delayMs = rereadDelaysMs[attempt] ?? consistencyWaitMs;
    await clock.sleep(Math.max(0, Math.min(untilMs - clock.now(), delayMs)), signal).catch(() => undefined); // the next request says why it is not sent
  }
}

/** One request after the other, with the valid key. An error of the suite itself is thrown. */
async function sendSeries(
  step: Step,
  { series }: Series,
  sendOne: (spec: RequestSpec, part: SeriesPart) => Promise<Exchange | Unresolved>,
  vet: ScheduleOptions["vet"],
): Promise<Unresolved | undefined> {
  let unresolved: Unresolved | undefined;
  let failed: { readonly error: unknown } | undefined;
  let misfit: Unresolved | undefined;
  let sent = false;
  const send = async (part: SeriesPart, spec: RequestSpec): Promise<Exchange | undefined> => {
    if (unresolved !== undefined || failed !== undefined) return undefined;
    try {
      // One that does not fit the loaded document is passed over; others may fit.
      const unfit = vet(step, spec);
      misfit ??= unfit;
      if (unfit !== undefined) return undefined;
      const exchange = await sendOne(spec, part);
      sent = true;
      if (!isUnresolved(exchange)) return exchange;
      unresolved = exchange;
    } catch (error) {
      failed = { error };
    }
    return undefined;
  };
  await series(send);
  if (failed !== undefined) throw failed.error;
  return unresolved ?? (sent ? undefined : misfit);
}

/** The ids of all that must be settled before a step. */
type Before = ReadonlyMap<StepId, ReadonlySet<StepId>>;

/**
 * For each step all that must be settled first, directly or not. A closing step waits for every one that posts or is of the
 * phase `again`; what posts waits for every opening one; a step of the phase `again` waits for every one without a phase that does not wait for it.
 */
export const allBefore = derivedFrom((steps: readonly Step[]): Before => {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const posting = steps.filter((step) => writes(step)).map(({ id }) => id);
  const opening = steps.filter((step) => step.phase === "opening").map(({ id }) => id);
  const behindAgain = waitingFor(
    steps,
    steps.filter((step) => step.phase === "again"),
  );
  const ordinary = steps
    .filter((step) => step.phase === undefined && !behindAgain.has(step.id))
    .map(({ id }) => id);
  const closed = steps.filter((step) => step.phase === "again").map(({ id }) => id);
  const awaited = {
    opening: [],
    again: [...opening, ...ordinary],
    closing: [...posting, ...closed],
    posting: opening,
    none: [],
  };
  const known = new Map<StepId, ReadonlySet<StepId>>();
  /** What many steps wait for is collected once. */
  const ofGroup = new Map<keyof typeof awaited, ReadonlySet<StepId>>();
  const ofNamed = new Map<string, ReadonlySet<StepId>>();
  const find = (step: Step, path: readonly StepId[]): ReadonlySet<StepId> => {
    const done = known.get(step.id);
    if (done !== undefined) return done;
    if (path.includes(step.id))
      throw new Error(`steps wait for each other: ${[...path, step.id].join(" > ")}`);
    const further = [...path, step.id];
    const group = step.phase ?? (writes(step) ? "posting" : "none");
    const shared = ofGroup.get(group) ?? reach(awaited[group], further);
    ofGroup.set(group, shared);
    const named = [...(step.waitsFor ?? []), ...(step.requires ?? [])].map(({ id }) => id);
    const key = JSON.stringify([group, ...named]);
    const found = ofNamed.get(key) ?? new Set([...shared, ...reach(named, further)]);
    ofNamed.set(key, found);
    known.set(step.id, found);
    return found;
  };
  const reach = (ids: readonly StepId[], path: readonly StepId[]): ReadonlySet<StepId> => {
    const found = new Set<StepId>();
    for (const id of ids) {
      const other = byId.get(id);
      // Not in this plan; or found behind another one, and so all that is before it, too.
      if (other === undefined || found.has(id)) continue;
      found.add(id);
      for (const one of find(other, path)) found.add(one);
    }
    return found;
  };
  for (const step of steps) find(step, []);
  return known;
});

/** The ids of those that wait for one of the targets by name, directly or not. */
function waitingFor(steps: readonly Step[], targets: readonly Step[]): ReadonlySet<StepId> {
  const found = new Set<StepId>();
  const reached = new Set(targets.map(({ id }) => id));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { id, waitsFor = [], requires = [] } of steps) {
      if (![...waitsFor, ...requires].some((other) => reached.has(other.id))) continue;
      found.add(id);
      reached.add(id);
    }
  }
  return found;
}

/** How many steps, one behind the other, wait for each: the longest chain goes first, so that it ends soonest. */
const urgencyOf = derivedFrom((steps: readonly Step[]): ReadonlyMap<StepId, number> => {
  const before = allBefore(steps);
  const urgencies = new Map<StepId, number>();
  const behind = new Map<StepId, StepId[]>(steps.map(({ id }) => [id, []]));
  for (const { id } of steps) for (const earlier of before.get(id) ?? []) behind.get(earlier)?.push(id);
  const measure = (id: StepId): number => {
    const known = urgencies.get(id);
    if (known !== undefined) return known;
    const urgency = Math.max(0, ...(behind.get(id) ?? []).map((other) => measure(other) + 1));
    urgencies.set(id, urgency);
    return urgency;
  };
  for (const { id } of steps) measure(id);
  // Of equal ones the first of the table goes first, whatever became ready sooner: order is no accident of timing.
  return new Map(steps.map(({ id }, i) => [id, (urgencies.get(id) ?? 0) * steps.length - i]));
});
