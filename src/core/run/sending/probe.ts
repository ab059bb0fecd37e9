import { inconclusive, untested } from "../../check/core-reasons.ts";
import { type Answered, answeredWith, type Facts, isAnswered } from "../../check/facts.ts";
import type { ProbePlan } from "../../check/suite.ts";
import { isUnresolved, type Unresolved } from "../../check/unresolved.ts";
import type { Clock } from "../../exchange/clock/clock.ts";
import type { Exchange } from "../../exchange/exchange.ts";
import type { Announcement } from "../../exchange/pacing/announcement.ts";
import type { Gate } from "../../exchange/pacing/gate.ts";
import { type AnnouncedRate, announcedRate, rateHeadersOf } from "../../exchange/pacing/rate-headers.ts";
import type { RunEvent } from "../result.ts";
import type { Sender } from "./sender.ts";

export interface ProbeOptions {
  readonly plan: ProbePlan;
  readonly facts: Facts;
  readonly sender: Sender;
  readonly gate: Gate;
  readonly clock: Clock;
  readonly concurrency: number;
  readonly maxBurst: number;
  readonly maxWaitMs: number;
  readonly signal: AbortSignal;
  /** Called before the probe, with what it does to other users of the key and what it waits for (ruling 29). */
  readonly onEvent: (event: RunEvent) => void;
}

/** Ruling 20: no Reset lies further ahead. */
const longestWindowMs = (24 * 60 + 5) * 60_000;
/** A 429 after so many Retry-Afters obeyed is a refusal to recover (ruling 21). */
const recoveryAttempts = 3;
/** More than the announced Remaining before the limit is called unenforced: a refill's part is judged apart. */
const overshoot = 10;

/**
 * Sends until the target refuses, then waits as long as it asks and sends again (rulings 21, 29).
 * Returns why it was not run, if it was not.
 */
export async function overLimitProbe(options: ProbeOptions): Promise<Unresolved | undefined> {
  const { plan, sender, gate, clock, facts } = options;
  const { operation } = facts.contract.classify(plan.request);
  const last = operation === undefined ? undefined : gate.rate.lastAnnounced(operation);
  if (last === undefined) return untested("no-limit-to-probe");
  const refusal = tooLarge(last, options);
  if (refusal !== undefined) return refusal;
  const restore = gate.ignoreRemaining();
  try {
    let { rate } = last;
    if (endsTooSoon(last, options)) {
      const untilMs = clock.now() + aheadMs(last) + 1000;
      options.onEvent({
        kind: "waiting",
        cause: "probe",
        reason: "the over-limit probe begins with the next window",
        untilMs,
      });
      const slept = await clock.sleep(untilMs - clock.now(), options.signal).then(
        () => true,
        () => false,
      );
      if (!slept) return inconclusive("ended-before-probe");
      const fresh = await sender.sendOnce(plan.request, plan.burst);
      const renewed = isUnresolved(fresh) || !isAnswered(fresh) ? undefined : announcedRate(fresh);
      if (isUnresolved(fresh)) return fresh;
      rate = renewed ?? rate;
      if (rate.remaining > options.maxBurst) return burstTooLarge(rate);
    }
    const sentence = `over-limit probe: about ${rate.remaining + 1} more requests; other users of this key will be answered 429 for a while`;
    options.onEvent({ kind: "notice", sentence });
    const refused = await sendUntilRefused(rate, options);
    if (refused !== undefined && answeredWith(refused, 429)) await recover(refused, options);
    return undefined;
  } finally {
    restore();
  }
}

async function sendUntilRefused(
  first: AnnouncedRate,
  { plan, sender, gate, concurrency, maxBurst }: ProbeOptions,
): Promise<Exchange | undefined> {
  let remaining = first.remaining;
  let sent = 0;
  // A window that restarts during the probe allows the whole limit once more. Where Reset moves that is not to be seen,
  // and a refill comes on top.
  const most = () => {
    const allowed = first.limit * (gate.rate.resetMoves ? 3 : 1);
    return Math.min(maxBurst, Math.max(first.remaining, allowed)) + concurrency + overshoot;
  };
  while (sent < most()) {
    // Alone near the edge: one 429 is the aim.
    const size = remaining > 2 * concurrency ? concurrency : 1;
    const batch = await Promise.all(
      Array.from({ length: size }, () => sender.sendOnce(plan.request, plan.burst)),
    );
    sent += size;
    const exchanges = batch.filter((e): e is Exchange => !isUnresolved(e));
    if (exchanges.length < batch.length) return undefined;
    const refused = exchanges.find((e) => isAnswered(e) && e.outcome.answer.status !== 200);
    if (refused !== undefined) return refused;
    if (exchanges.some((e) => !isAnswered(e))) return undefined;
    const rates = exchanges.filter(isAnswered).flatMap((e) => announcedRate(e) ?? []);
    remaining = Math.min(remaining - size, ...rates.map((r) => r.remaining));
    remaining = Math.max(remaining, 0);
  }
  return undefined;
}

async function recover(refusal: Answered, { plan, sender, maxWaitMs }: ProbeOptions): Promise<void> {
  let latest: Exchange = refusal;
  for (let attempt = 0; attempt < recoveryAttempts && answeredWith(latest, 429); attempt += 1) {
    const waitMs = rateHeadersOf(latest).retryAfterMs;
    if (waitMs === undefined || waitMs <= 0 || waitMs > maxWaitMs - 1000) return;
    const next = await sender.sendOnce(plan.request, plan.recovery);
    if (isUnresolved(next)) return;
    latest = next;
  }
}

function tooLarge(
  last: Announcement,
  { plan, facts, maxBurst, maxWaitMs }: ProbeOptions,
): Unresolved | undefined {
  const { rate } = last;
  if (plan.isDaily(rate.limit, facts.setting)) return untested("daily-limit", { limit: rate.limit });
  if (rate.remaining > maxBurst) return burstTooLarge(rate);
  const waitMs = aheadMs(last);
  if (waitMs <= maxWaitMs) return undefined;
  if (waitMs > longestWindowMs) return inconclusive("reset-out-of-reach");
  const seconds = Math.ceil(waitMs / 1000);
  return untested("late-reset", { seconds }, { options: [{ option: "max-wait", value: seconds + 5 }] });
}

function burstTooLarge({ remaining }: AnnouncedRate): Unresolved {
  return untested(
    "large-burst",
    { requests: remaining + 1 },
    { options: [{ option: "probe" }, { option: "max-burst", value: remaining + 10 }] },
  );
}

/** True when the window may end before the probe is through. */
function endsTooSoon(last: Announcement, { facts, concurrency }: ProbeOptions): boolean {
  const times = facts.exchanges.map((e) => e.endedAtMs - e.sentAtMs).sort((a, b) => a - b);
  const typicalMs = times[Math.floor(times.length / 2)] ?? 0;
  const neededMs = (last.rate.remaining / concurrency + 2 * concurrency) * typicalMs + 1000;
  return aheadMs(last) < neededMs;
}

/** From the answer to its Reset. */
function aheadMs({ answer, rate }: Announcement): number {
  return Math.max(0, rate.resetAtSeconds * 1000 - rateHeadersOf(answer).answeredAtMs);
}
