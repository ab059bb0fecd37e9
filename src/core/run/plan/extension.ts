import type { StepRef } from "#core/check/case.ts";
import { type Facts, isAnswered, type Setting } from "#core/check/facts.ts";
import { untested } from "#core/check/results/core-reasons.ts";
import type { Remedy, Unresolved } from "#core/check/results/unresolved.ts";
import { type Exchange, timesOf } from "#core/exchange/exchange.ts";
import { announcedRate, waitableBudgetOf } from "#core/exchange/pacing/rate-headers.ts";
import { isPrivateHost } from "#core/exchange/transport/private-host.ts";
import type { RunOptions } from "../options.ts";

// A standard run promises what fits into one minute of the smallest plan. It sends further cases of the same table if
// the service can bear them, or if the user gives it the time.

/** How many requests standard sends where the service can bear more than its base. */
export const extendedRequests = 160;

const remainingForExtension = 150;

/** A near Reset may belong to a longer window: every plan of the interface counts by the minute. */
const shortestWindowMs = 60_000;

/** The over-limit probe waits for a whole window before it begins, and for another one to end. */
const windowsOfProbe = 2;

/** How many requests the run may extend to in all; undefined: only the promised ones. Pure. */
export function extendsTo(options: RunOptions, facts: Facts, list: StepRef): number | undefined {
  if (options.profile !== "standard") return undefined;
  const answers = facts.all(list).filter(isAnswered);
  const bears = answers.some((answer) => (announcedRate(answer)?.remaining ?? 0) >= remainingForExtension);
  if (options.rateLimit === "off" || bears || isUnlimitedNearby(facts.setting, answers))
    return extendedRequests;
  const pace = paceOf(facts, list);
  if (options.maxDurationMs === undefined || pace === undefined) return undefined;
  const windows = Math.floor(options.maxDurationMs / pace.windowMs) - windowsOfProbe;
  return windows <= 0 ? undefined : Math.min(extendedRequests, windows * pace.perWindow);
}

/**
 * True for a service on this machine or network that announces no limit in its first answers: it is taken to have
 * none. A public one may stand behind a limiter that announces nothing and bans the key.
 */
function isUnlimitedNearby({ rateLimit, baseUrl }: Setting, answers: readonly Exchange[]): boolean {
  const announces = answers.some((answer) => announcedRate(answer) !== undefined);
  return rateLimit === "auto" && answers.length > 0 && !announces && isPrivateHost(baseUrl.hostname);
}

/** Why the run does not extend to so many requests, and which option changes that. */
export function noRoom(facts: Facts, list: StepRef, requests: number): Unresolved {
  const isAnnounced = facts.all(list).some((exchange) => announcedRate(exchange) !== undefined);
  if (!isAnnounced)
    return untested("limit-not-announced", {}, { options: [{ option: "rate-limit", value: "off" }] });
  const pace = paceOf(facts, list);
  const remedy: Remedy =
    pace === undefined
      ? { change: "a key of which more requests are left" }
      : { options: [{ option: "max-duration", value: `${minutesFor(requests, pace)}m` }] };
  return untested("no-room", {}, remedy);
}

interface Pace {
  readonly perWindow: number;
  readonly windowMs: number;
}

/** How many requests fit into a window, for a run that waits for each Reset. Undefined where it may not wait that long. */
function paceOf(facts: Facts, list: StepRef): Pace | undefined {
  for (const exchange of facts.all(list)) {
    const budget = waitableBudgetOf(exchange);
    if (budget?.limit === undefined) continue;
    const aheadMs = budget.resetAtMs - timesOf(exchange).endedAtMs;
    // The last request of a window is kept back.
    const perWindow = Math.max(1, budget.limit - 1);
    if (aheadMs <= facts.setting.maxWaitMs)
      return { perWindow, windowMs: Math.max(shortestWindowMs, aheadMs) };
  }
  return undefined;
}

/** A value for `--max-duration` that is enough: a multiple of five, above the default. */
function minutesFor(requests: number, { perWindow, windowMs }: Pace): number {
  const windows = Math.ceil(requests / perWindow) + windowsOfProbe;
  return Math.max(20, Math.ceil((windows * windowMs) / 300_000) * 5);
}
