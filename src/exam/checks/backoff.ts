import type { Observation } from "../../check/verdict.ts";
import { type ClientExchange, isSameRequest, type Session } from "../exchange.ts";
import { type Refusal, refusalsIn } from "./after-429.ts";
import { type ClientCheck, endInWords, named, observing, sentAfter, timeInWords } from "./check.ts";

/** Ruling 37: no wait is shorter. Timers may fire a little early. */
const leastWaitMs = 100 - 5;

/** Ruling 37: waits are the same if they differ by a tenth at most. */
const same = 1.1;

/** Ruling 37: by so much waits grow, on average, since jitter is right. */
const growth = 1.5;

/** A growth needs two waits; the must is about five refusals, with four waits between them. */
const fewestToGrow = 2;
const fewestToJudge = 4;

const unguided = ({ form }: Refusal): boolean => form === undefined;

const noTime = "a 429 without a usable Retry-After";

/** CLIENT-7. Subject: a 429 without a usable Retry-After, and the next request after it. */
const pauses: ClientCheck = {
  about: "CLIENT-7",
  cases: [noTime],
  judge: ({ sessions }) =>
    sessions.flatMap((session) =>
      refusalsIn(session)
        .filter(unguided)
        .map(({ exchange }) => paused(exchange, session)),
    ),
};

function paused(exchange: ClientExchange, session: Session): Observation {
  const { held, broken, untested } = observing("CLIENT-7", noTime);
  const [next] = sentAfter(exchange, session);
  if (next === undefined)
    return untested(`the client sent nothing more after the 429: it ${endInWords(session)}`, exchange);
  const waitMs = next.sentAtMs - exchange.endedAtMs;
  return waitMs >= leastWaitMs
    ? held(exchange)
    : broken(
        next,
        "at least 0.1 s without a request after the 429",
        `${named(next)} after ${timeInWords(waitMs)}`,
        exchange,
      );
}

/** One request, refused again and again without a usable Retry-After. */
export interface Backoff {
  readonly exchanges: readonly ClientExchange[];
  /** From each refusal to the next try. */
  readonly waitsMs: readonly number[];
}

export function backoffsIn(session: Session): readonly Backoff[] {
  const refused = refusalsIn(session)
    .filter(unguided)
    .map(({ exchange }) => exchange);
  const chained = new Set<ClientExchange>();
  return refused.flatMap((first) => {
    if (chained.has(first)) return [];
    const exchanges = [first];
    const waitsMs: number[] = [];
    for (let last = first; ; ) {
      chained.add(last);
      const next = sentAfter(last, session).find((one) => isSameRequest(one, first));
      if (next === undefined || !refused.includes(last)) break;
      waitsMs.push(next.sentAtMs - last.endedAtMs);
      exchanges.push(next);
      last = next;
    }
    return [{ exchanges, waitsMs }];
  });
}

function judged(
  about: string,
  label: string,
  fewest: number,
  isRight: (waitsMs: readonly number[]) => boolean,
) {
  return (session: Session, expected: string): Observation[] => {
    const { held, broken, untested } = observing(about, label);
    return backoffsIn(session).map(({ exchanges, waitsMs }) => {
      const [first, ...more] = exchanges;
      if (first === undefined || waitsMs.length < fewest)
        return untested(
          `the client tried again ${waitsMs.length} times, and it takes ${fewest}: it ${endInWords(session)}`,
          ...exchanges,
        );
      return isRight(waitsMs)
        ? held(...exchanges)
        : broken(first, expected, `waits of ${waitsMs.map(timeInWords).join(", ")}`, ...more);
    });
  };
}

const fiveInARow = "five 429s in a row without Retry-After";

/** CLIENT-8. Subject: one request with five refusals in a row, none of which has a usable Retry-After. */
const keepsGrowing: ClientCheck = {
  about: "CLIENT-8",
  cases: [fiveInARow],
  judge: ({ sessions }) =>
    sessions.flatMap((session) =>
      judged(
        "CLIENT-8",
        fiveInARow,
        fewestToJudge,
        (waits) => !isSame(waits) && !isShrinking(waits),
      )(session, "waits that become longer"),
    ),
};

function isSame(waits: readonly number[]): boolean {
  return Math.max(...waits) <= Math.min(...waits) * same;
}

function isShrinking(waits: readonly number[]): boolean {
  const sum = (some: readonly number[]) => some.reduce((total, wait) => total + wait, 0);
  return sum(waits.slice(-2)) < sum(waits.slice(0, 2));
}

/** CLIENT-9. Subject: the same with two waits or more. */
const growsByHalf: ClientCheck = {
  about: "CLIENT-9",
  cases: [fiveInARow],
  judge: ({ sessions }) =>
    sessions.flatMap((session) =>
      judged(
        "CLIENT-9",
        fiveInARow,
        fewestToGrow,
        (waits) => growthOf(waits) >= growth,
      )(session, "waits that grow by half each time, on average"),
    ),
};

/** By which factor each wait is longer than the one before, on average. */
export function growthOf(waits: readonly number[]): number {
  const [first = 1] = waits;
  const last = waits.at(-1) ?? 1;
  return (Math.max(1, last) / Math.max(1, first)) ** (1 / Math.max(1, waits.length - 1));
}

export const backoffChecks: readonly ClientCheck[] = [pauses, keepsGrowing, growsByHalf];
