import { answeredWith } from "../../src/core/check/facts.ts";
import {
  isWellBefore,
  type KeyCheck,
  type KeyedAnswer,
  type KeyWatch,
} from "../../src/core/check/key-check.ts";
import { observer } from "../../src/core/check/observe.ts";
import { inHeader, inStatus, type Place } from "../../src/core/check/place.ts";
import type { Observation } from "../../src/core/check/verdict.ts";
import { BoundedMap } from "../../src/core/exchange/bounded-map.ts";
import { roundingSeconds } from "../../src/core/exchange/pacing/announcement.ts";
import { rateHeaderNames, rateHeadersOf } from "../../src/core/exchange/pacing/rate-headers.ts";
import {
  createResetWatch,
  type ResetRules,
  type ResetWatch,
} from "../../src/core/exchange/pacing/reset-watch.ts";
import { type RatePoint, ratePointOf } from "./rate-point.ts";
import { type Allowance, type Breach, RateWindow, type Shown } from "./rate-window.ts";

const case_ = "the answers to one key";

/** So many windows of one key are remembered: of each operation, and of more than one limit. */
const mostWindows = 12;
/** So many requests of one key are remembered to know which were in flight at once. */
const mostInFlight = 64;
/** Ruling 21: within the skew of ruling 20, and the second that either may have been rounded. */
const agreementSeconds = 6;

/** Reset, Date and the instants of the recording may each be a second off. */
const resetRules: ResetRules<RatePoint> = {
  isBefore: isWellBefore,
  endSlackSeconds: 3 * roundingSeconds,
  mostResets: 4,
};

const limitPlace = inHeader(rateHeaderNames.limit);
const remainingPlace = inHeader(rateHeaderNames.remaining);

/**
 * RATE-5 to RATE-8, RATE-10 and RATE-13: what Limit, Remaining and refusals do within the windows of one key. Where Reset
 * moves with the clock there are no windows, and nothing is reported.
 */
export const rateWatch: KeyCheck = {
  about: ["RATE-5", "RATE-6", "RATE-7", "RATE-8", "RATE-10", "RATE-13"],
  watch,
};

interface KeyRates {
  readonly resets: ResetWatch<RatePoint>;
  readonly windows: BoundedMap<string, RateWindow>;
  /** Across operations, by Reset. */
  readonly lowest: BoundedMap<number, RatePoint>;
  readonly inFlight: (point: RatePoint) => number;
  windowSeconds: number;
  mostInFlight: number;
}

function watch(): KeyWatch {
  let nowSeconds = 0;
  let [forgotten, isMoving] = [0, false];
  const forget = (resetAtSeconds: number) => {
    if (resetAtSeconds > nowSeconds) forgotten += 1;
  };
  const rates: KeyRates = {
    resets: createResetWatch(resetRules),
    windows: new BoundedMap(mostWindows, (_, name) => forget(Number(name.split(" ")[1]))),
    lowest: new BoundedMap(mostWindows, (_, reset) => forget(reset)),
    inFlight: inFlightCounter(),
    windowSeconds: 1,
    mostInFlight: 1,
  };
  return {
    isWithdrawn: () => isMoving,
    forgotten: () => (isMoving ? 0 : forgotten),
    next: (keyed) => {
      const point = isMoving ? undefined : ratePointOf(keyed);
      if (point === undefined) return [];
      const { operation } = keyed;
      rates.resets.add({ answer: point, operation, rate: point, aheadSeconds: point.aheadSeconds });
      isMoving = rates.resets.moves;
      if (isMoving) return [];
      nowSeconds = point.dateMs / 1000;
      return shownBy(rates, point, keyed);
    },
  };
}

function shownBy(rates: KeyRates, point: RatePoint, keyed: KeyedAnswer): Observation[] {
  rates.windowSeconds = Math.max(rates.windowSeconds, point.aheadSeconds);
  rates.mostInFlight = Math.max(rates.mostInFlight, rates.inFlight(point));
  return [...inItsWindow(rates, point, keyed), ...acrossOperations(rates, point, keyed), ...agreement(keyed)];
}

function inItsWindow(rates: KeyRates, point: RatePoint, keyed: KeyedAnswer): Observation[] {
  const name = `${keyed.operation} ${point.resetAtSeconds}`;
  const known = rates.windows.get(name);
  if (known === undefined) {
    rates.windows.set(name, new RateWindow(point));
    return [];
  }
  const allowance: Allowance = { windowSeconds: rates.windowSeconds, inFlight: rates.mostInFlight };
  const { limit, rise, fall, served } = known.next(point, allowance);
  return [
    ...observed("RATE-5", limit, limitPlace, keyed),
    ...observed("RATE-6", rise, remainingPlace, keyed),
    ...observed("RATE-8", fall, remainingPlace, keyed),
    ...observed("RATE-10", served, inStatus, keyed),
  ];
}

function observed(about: string, shown: Shown, place: Place, { answer }: KeyedAnswer): Observation[] {
  if (shown === undefined) return [];
  const observe = observer(about, case_);
  return [
    shown === "held"
      ? observe.held(answer)
      : observe.broken(answer, shown.expected, { seen: shown.seen, place }),
  ];
}

/** RATE-7: any rise under one Reset. */
function acrossOperations({ lowest }: KeyRates, point: RatePoint, keyed: KeyedAnswer): Observation[] {
  if (point.aheadSeconds <= 2) return [];
  const before = lowest.get(point.resetAtSeconds);
  if (before !== undefined && !isWellBefore(before, point)) return [];
  lowest.set(point.resetAtSeconds, point);
  if (before === undefined) return [];
  const rise: Breach = {
    expected: `at most ${before.remaining}, since ${before.remaining} was announced before with the same Reset`,
    seen: String(point.remaining),
    since: before.id,
  };
  return observed("RATE-7", point.remaining > before.remaining ? rise : "held", remainingPlace, keyed);
}

/** RATE-13: Retry-After of a 429, beside the Reset of the same answer. */
function agreement(keyed: KeyedAnswer): Observation[] {
  const { answer } = keyed;
  if (!answeredWith(answer, 429)) return [];
  const point = ratePointOf(keyed);
  const waitMs = rateHeadersOf(answer).retryAfterMs;
  // A Retry-After of 0 counts as none (ruling 21).
  if (point === undefined || waitMs === undefined || waitMs === 0) return [];
  const isNear = Math.abs(point.aheadSeconds - waitMs / 1000) <= agreementSeconds;
  const expected = `about ${Math.ceil(point.aheadSeconds)} s, as X-RateLimit-Reset says`;
  const breach = { expected, seen: `${Math.round(waitMs / 1000)} s`, since: point.id };
  return observed("RATE-13", isNear ? "held" : breach, inHeader("Retry-After"), keyed);
}

/** How many of the key's requests were in flight with this one, itself included; late answers come later in a recording. */
function inFlightCounter(): (point: RatePoint) => number {
  const last: RatePoint[] = [];
  return (point) => {
    last.push(point);
    if (last.length > mostInFlight) last.shift();
    return last.filter((other) => !isWellBefore(other, point) && !isWellBefore(point, other)).length;
  };
}
