import type { Observation } from "../../check/verdict.ts";
import { counted } from "../../report/counted.ts";
import type { ClientExchange, Session } from "../exchange.ts";
import { type Refusal, refusalsIn } from "./after-429.ts";
import { type ClientCheck, endInWords, named, nextTry, observing, sentAfter, timeInWords } from "./check.ts";

/** Ruling 37: no wait is shorter. Timers may fire a little early. */
const leastWaitMs = 100 - 5;

/** Ruling 37: waits are the same if they differ by a tenth at most. */
const same = 1.1;

/** Ruling 37: by so much waits grow, on average, since jitter is right. */
const growth = 1.5;

/** The must is about five refusals, with four waits between them. */
const fewestToJudge = 4;
/** With fewer, jitter may hide the growth: then waits that do not grow at all are a warning, and no others. */
const fewestToGrow = 3;

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
  const isRefused = new Set(refused);
  const chained = new Set<ClientExchange>();
  return refused.flatMap((first) => {
    if (chained.has(first)) return [];
    const exchanges = [first];
    const waitsMs: number[] = [];
    for (let last = first; ; ) {
      chained.add(last);
      const next = nextTry(first, last, session);
      if (next === undefined || !isRefused.has(last)) break;
      waitsMs.push(next.sentAtMs - last.endedAtMs);
      exchanges.push(next);
      last = next;
    }
    return [{ exchanges, waitsMs }];
  });
}

const fiveInARow = "five 429s in a row without Retry-After";

/** CLIENT-8. Subject: one request with five refusals in a row, none of which has a usable Retry-After. */
const keepsGrowing = ofWaits("CLIENT-8", {
  fewest: fewestToJudge,
  expected: "waits that become longer",
  isRight: (waits) => !isSame(waits) && !isShrinking(waits),
});

/** CLIENT-9. Subject: the same with three waits or more. */
const growsByHalf = ofWaits("CLIENT-9", {
  fewest: fewestToGrow,
  expected: "waits that grow by half each time, on average",
  isRight: (waits) => (waits.length < fewestToJudge ? !isFlat(waits) : growthOf(waits) >= growth),
});

function ofWaits(
  about: string,
  rule: {
    readonly fewest: number;
    readonly expected: string;
    readonly isRight: (waitsMs: readonly number[]) => boolean;
  },
): ClientCheck {
  const { held, broken, untested } = observing(about, fiveInARow);
  const judged = (session: Session, { exchanges, waitsMs }: Backoff): Observation => {
    const [first, ...more] = exchanges;
    if (first === undefined || waitsMs.length < rule.fewest)
      return untested(
        waitsMs.length === 0
          ? `the client did not try again after the 429: it ${endInWords(session)}`
          : `the client tried again ${counted(waitsMs.length, "time")}, and its waits can be compared after ${rule.fewest}: it ${endInWords(session)}`,
        ...exchanges,
      );
    return rule.isRight(waitsMs)
      ? held(...exchanges)
      : broken(first, rule.expected, `waits of ${waitsMs.map(timeInWords).join(", ")}`, ...more);
  };
  return {
    about,
    cases: [fiveInARow],
    judge: ({ sessions }) =>
      sessions.flatMap((session) => backoffsIn(session).map((backoff) => judged(session, backoff))),
  };
}

function isSame(waits: readonly number[]): boolean {
  return Math.max(...waits) <= Math.min(...waits) * same;
}

function isShrinking(waits: readonly number[]): boolean {
  const sum = (some: readonly number[]) => some.reduce((total, wait) => total + wait, 0);
  return sum(waits.slice(-2)) < sum(waits.slice(0, 2));
}

/** By which factor each wait is longer than the one before, on average. */
function growthOf(waits: readonly number[]): number {
  const [first = 1] = waits;
  const last = waits.at(-1) ?? 1;
  return (Math.max(1, last) / Math.max(1, first)) ** (1 / Math.max(1, waits.length - 1));
}

/** A machine that is busy makes a wait longer than it was meant to be, by so much at most, and by a quarter of it. */
const loadMs = 80;

/** Whether waits do not grow, even if the first one was late. */
export function isFlat(waits: readonly number[]): boolean {
  const [first = 0, ...more] = waits;
  return growthOf([first - Math.min(loadMs, first / 4), ...more]) <= same;
}

export const backoffChecks: readonly ClientCheck[] = [pauses, keepsGrowing, growsByHalf];
