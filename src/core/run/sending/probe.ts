import { answeredWith, isAnswered, statusClass } from "#core/check/facts.ts";
import { inconclusive, untested } from "#core/check/results/core-reasons.ts";
import { isUnresolved, type Unresolved } from "#core/check/results/unresolved.ts";
import type { Suite } from "#core/check/suite.ts";
import type { Contract } from "#core/contract/contract.ts";
import { isSafe, type RequestSpec, type RunExchange, type WholeExchange } from "#core/exchange/exchange.ts";
import {
  type AnnouncedRate,
  type Announcement,
  announcedRate,
  furthestResetSeconds,
  rateHeadersOf,
  roundingSeconds,
  skewSeconds,
} from "#core/exchange/pacing/rate-headers.ts";
import type { Driving } from "./schedule.ts";

/** A 429 after so many waits for Retry-After means that the limit does not recover (ruling 21). */
const recoveryAttempts = 3;
/** So many requests beyond the announced Remaining are sent before the limit counts as not enforced; refills are judged separately. */
const overshoot = 10;

/**
 * Sends until the target refuses, then waits as long as it asks and sends again (rulings 21, 29).
 * Returns why it was not run, if it was not.
 */
export async function overLimitProbe(driving: Driving): Promise<Unresolved | undefined> {
  const { sender, gate, clock } = driving;
  const { facts } = driving.trace;
  const plan = driving.suite.probe;
  const { operation } = facts.contract.classify(plan.request);
  const last = operation === undefined ? undefined : gate.rate.lastAnnounced(operation);
  if (last === undefined) return untested("no-limit-to-probe");
  const refusal = tooLarge(last, driving);
  if (refusal !== undefined) return refusal;
  const others = [...requestsBetween(driving.suite, facts.contract, driving.trace.everything)];
  const restore = gate.ignoreRemaining();
  try {
    let { rate } = last;
    let windowMs = aheadMs(last);
    if (endsTooSoon(last, driving)) {
      const untilMs = clock.now() + windowMs + 1000;
      const reason = "the over-limit probe begins with the next window";
      driving.onEvent({ kind: "waiting", cause: "probe", reason, untilMs });
      await sender.pause(untilMs - clock.now());
      const fresh = await sender.sendOnce(plan.request, plan.burst);
      if (isUnresolved(fresh)) return fresh;
      rate = announcedRate(fresh) ?? rate;
      windowMs = aheadMs({ answer: fresh, rate });
      if (rate.remaining > facts.setting.maxBurst) return burstTooLarge(rate);
    }
    const sentence = `over-limit probe: about ${rate.remaining + 1} more requests; other users of this key will be answered 429 for a while`;
    driving.onEvent({ kind: "notice", sentence });
    const refused = await sendUntilRefused(rate, windowMs, others, driving);
    if (refused !== undefined && isUnresolved(refused)) return refused;
    if (answeredWith(refused, 429)) await recover(refused, driving);
    return undefined;
  } finally {
    restore();
  }
}

async function sendUntilRefused(
  first: AnnouncedRate,
  windowMs: number,
  others: RequestSpec[],
  { suite, trace, sender, gate, options: { concurrency } }: Driving,
): Promise<WholeExchange | Unresolved | undefined> {
  const { maxBurst } = trace.facts.setting;
  let { remaining } = first;
  let isFirstWindow = true;
  let sent = 0;
  /** How many are sent one at a time, near the edge: one 429 is the aim. Fewer where the window has no time for that. */
  const edge = Math.max(2 * concurrency, 2 * others.length + 2);
  let alone = Math.min(edge, roundsIn(windowMs, trace) - Math.ceil(remaining / concurrency));
  // A window that restarts during the probe allows the whole limit once more. Where Reset moves that is not to be seen,
  // and a refill comes on top.
  const most = () => {
    const allowed = first.limit * (gate.rate.resetMoves ? 3 : 1);
    return Math.min(maxBurst, Math.max(first.remaining, allowed)) + concurrency + overshoot;
  };
  while (sent < most()) {
    const size = remaining > alone ? Math.max(1, Math.min(concurrency, remaining)) : 1;
    const batch = await Promise.all(
      Array.from({ length: size }, () => sender.sendOnce(suite.probe.request, suite.probe.burst)),
    );
    sent += size;
    const exchanges = batch.filter((e): e is WholeExchange => !isUnresolved(e));
    const unsent = batch.find(isUnresolved);
    if (unsent !== undefined) return unsent;
    const refused = exchanges.find((e) => isAnswered(e) && e.outcome.answer.status !== 200);
    if (refused !== undefined) return refused;
    if (exchanges.some((e) => !isAnswered(e))) return undefined;
    const announced = exchanges.flatMap((e) => announcedRate(e) ?? []);
    remaining = Math.max(0, Math.min(remaining - size, ...announced.map((rate) => rate.remaining)));
    const next = announced.at(-1);
    if (next === undefined || !isFirstWindow || gate.rate.resetMoves) continue;
    const other = size === 1 && remaining > 1 ? others.shift() : undefined;
    if (other !== undefined) {
      // Where few are left, it is seen in the next list if such a request sets the count back.
      await sender.sendOnce(other, suite.probe.between);
      [remaining, sent] = [remaining - 1, sent + 1];
    }
    if (next.resetAtSeconds <= first.resetAtSeconds || next.remaining <= remaining) continue;
    // The window ended before the limit was reached: the next one is exhausted as fast as may be, and then no other.
    [isFirstWindow, remaining, alone, sent] = [false, next.remaining, 0, 0];
  }
  return undefined;
}

/**
 * What goes between the last requests: the probe's own without the key, where nothing but 401 was ever the answer without it;
 * the latest of its operation that was rejected, with the key; then, of each other operation, the latest request that was served
 * to the key, a create by another name.
 * @param before what was sent before the probe
 */
export function requestsBetween(
  { probe, renewed }: Suite,
  contract: Contract,
  before: readonly RunExchange[],
): readonly RequestSpec[] {
  const own = contract.operationAt(probe.request);
  const served = before.filter((e) => e.request.credential.kind === "valid" && statusClass(e) === 2);
  const latest = new Map(served.map(({ request }) => [contract.operationAt(request), request]));
  const others = [...latest].flatMap(([operation, request]): RequestSpec | [] => {
    if (operation === undefined || operation === own) return [];
    if (isSafe(request)) return request;
    const other = renewed(request, before.length);
    return other === undefined || other === request ? [] : other;
  });
  const keyless = before.filter((e) => e.request.credential.kind === "none");
  const areRefused = keyless.length > 0 && keyless.every((e) => answeredWith(e, 401));
  const rejected = before.findLast(
    (e) =>
      e.request.credential.kind === "valid" &&
      contract.operationAt(e.request) === own &&
      statusClass(e) === 4 &&
      !answeredWith(e, 429),
  );
  return [
    ...(areRefused ? [{ ...probe.request, credential: { kind: "none" } } as const] : []),
    ...(rejected ? [rejected.request] : []),
    ...others,
  ];
}

async function recover(refusal: WholeExchange, driving: Driving): Promise<void> {
  const { suite, sender, options, clock, onEvent } = driving;
  let latest = refusal;
  for (let attempt = 0; attempt < recoveryAttempts; attempt += 1) {
    const isRefused = answeredWith(latest, 429);
    const waitMs = isRefused ? rateHeadersOf(latest).retryAfterMs : msUntilStale(latest, refusal);
    if (waitMs === undefined || waitMs <= 0 || waitMs > options.maxWaitMs - 1000) return;
    if (!isRefused) {
      const reason = "the target still announces the Reset that has passed, within what clocks may differ by";
      onEvent({ kind: "waiting", cause: "probe", reason, untilMs: clock.now() + waitMs });
      await sender.pause(waitMs);
    }
    const next = await sender.sendOnce(suite.probe.request, suite.probe.recovery);
    if (isUnresolved(next)) return;
    latest = next;
  }
}

/** Of a window whose count alone was renewed at its Reset: how long it takes until that is no matter of clocks (ruling 20). */
function msUntilStale(answer: WholeExchange, refusal: WholeExchange): number | undefined {
  const [rate, before] = [announcedRate(answer), announcedRate(refusal)];
  // Where anything else still counts, as in a sliding log, it may be what the Reset is about.
  const isCountedAnew = rate !== undefined && rate.remaining >= rate.limit - 1;
  if (!isCountedAnew || rate.resetAtSeconds !== before?.resetAtSeconds) return undefined;
  const endedMs = rateHeadersOf(answer).answeredAtMs - rate.resetAtSeconds * 1000;
  return endedMs >= -1000 * roundingSeconds ? 1000 * skewSeconds - endedMs : undefined;
}

function tooLarge(last: Announcement, { suite, trace }: Driving): Unresolved | undefined {
  const { rate } = last;
  const { setting } = trace.facts;
  const { maxBurst, maxWaitMs } = setting;
  if (suite.probe.isDaily(rate.limit, setting)) return untested("daily-limit", { limit: rate.limit });
  if (rate.remaining > maxBurst) return burstTooLarge(rate);
  const waitMs = aheadMs(last);
  if (waitMs <= maxWaitMs) return undefined;
  if (waitMs > furthestResetSeconds * 1000) return inconclusive("reset-out-of-reach");
  const seconds = Math.ceil(waitMs / 1000);
  return untested("late-reset", { seconds }, { options: [{ option: "max-wait", value: seconds + 5 }] });
}

function burstTooLarge({ remaining }: AnnouncedRate): Unresolved {
  const enough = { options: [{ option: "probe" }, { option: "max-burst", value: remaining + 10 }] };
  return untested("large-burst", { requests: remaining + 1 }, enough);
}

/** True when the window may end before the probe is through. */
function endsTooSoon(last: Announcement, { trace, options: { concurrency } }: Driving): boolean {
  return roundsIn(aheadMs(last), trace) < last.rate.remaining / concurrency + 2 * concurrency;
}

/** How many requests, one after the other, are answered within this time less one second. */
function roundsIn(ms: number, trace: Driving["trace"]): number {
  const times = trace.facts.exchanges
    .map(({ times }) => times.endedAtMs - times.sentAtMs)
    .sort((a, b) => a - b);
  return Math.floor((ms - 1000) / Math.max(1, times[Math.floor(times.length / 2)] ?? 0));
}

/** Milliseconds from the answer to its Reset. */
function aheadMs({ answer, rate }: Pick<Announcement, "answer" | "rate">): number {
  return Math.max(0, rate.resetAtSeconds * 1000 - rateHeadersOf(answer).answeredAtMs);
}
