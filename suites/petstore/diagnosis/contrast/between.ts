import { derived, type Facts, findingsOn, isAnswered } from "#core/check/facts.ts";
import { type Exchange, isAfter, timesOf } from "#core/exchange/exchange.ts";
import { headerValue } from "#core/exchange/headers.ts";
import type { AdviceKind } from "../advice-by-contrast.ts";
import { kinds } from "../history.ts";
import type { Feature } from "./contrast.ts";
import { came, condition } from "./traits.ts";

/** A request beside the last one like it that had ended when it was sent. */
interface Step {
  readonly exchange: Exchange;
  /** Undefined of the first. */
  readonly last: Exchange | undefined;
  /** What may have been handled between the two, the latest first: a request under way at the same time may have come before both. */
  readonly between: readonly Exchange[];
}

type Steps = ReadonlyMap<Exchange, Step>;

/** So many requests may be under way at once. */
const mostUnderWay = 24;

/** Whether one had ended when the other was sent; of two at the same instant, whether it was sent first. */
function isBefore(one: Exchange, other: Exchange): boolean {
  return isAfter(other, one) && (one.id < other.id || !isAfter(one, other));
}

/** The last one before a place of which that holds. */
function latest(all: readonly Exchange[], place: number, is: (e: Exchange) => boolean): Exchange | undefined {
  for (let i = place - 1; i >= 0; i -= 1) {
    const one = all[i];
    if (one !== undefined && is(one)) return one;
  }
  return undefined;
}

/** @param likeness which requests are alike; undefined of those that are left out */
function stepsOf(exchanges: readonly Exchange[], likeness: (e: Exchange) => string | undefined): Steps {
  const places = new Map(exchanges.map((e, place) => [e, place]));
  const placeOf = (e: Exchange | undefined) => (e && places.get(e)) ?? 0;
  const alike = Map.groupBy(exchanges, likeness);
  const stepOf = (exchange: Exchange, own: number, all: readonly Exchange[]): Step => {
    const last = latest(all, own, (e) => isBefore(e, exchange));
    const near = exchanges.slice(Math.max(0, placeOf(last) - mostUnderWay), placeOf(exchange) + mostUnderWay);
    const isBetween = (one: Exchange) =>
      one === last || !((last && isBefore(one, last)) || isBefore(exchange, one));
    return { exchange, last, between: near.filter(isBetween).reverse() };
  };
  return new Map(
    [...alike].flatMap(([like, all]) =>
      like === undefined ? [] : all.map((e, place) => [e, stepOf(e, place, all)] as const),
    ),
  );
}

/** Whether that was handled between the two; with `isNext`, also whether nothing like them was handled after it. */
function isCertain(
  one: Exchange,
  { exchange, last, between }: Step,
  isNext: (other: Exchange) => boolean,
): boolean {
  return (
    (one === last || !last || isBefore(last, one)) &&
    isBefore(one, exchange) &&
    !between.some((other) => other !== one && other !== exchange && !isBefore(other, one) && isNext(other))
  );
}

/**
 * That a request of some kind came between, of the kinds in their order.
 * @param isNextAlone true where only the first like it that comes then is wrong
 */
function since(steps: Steps, words: (kind: string) => string, isNextAlone: boolean, facts: Facts) {
  return kinds.map(
    ([kind, is]): Feature<Exchange, AdviceKind> =>
      (broken, held) => {
        // One of the broken ones is that next one, whichever it is.
        const isNext = (e: Exchange) => (other: Exchange) =>
          isNextAlone && !broken.includes(e) && steps.has(other);
        const feature = came<Exchange, AdviceKind>(
          { kind: "before", isContext: true },
          words(kind),
          (e) => (steps.get(e)?.between ?? []).filter((one) => (one !== e || !isNextAlone) && is(one, facts)),
          (e, one) => {
            const step = steps.get(e);
            return step !== undefined && isCertain(one, step, isNext(e));
          },
        );
        return feature(broken, held);
      },
  );
}

/** By what came after the last request of its operation that was as right or wrong as it is. */
const stepsOfLike = derived((facts) => stepsOf(facts.exchanges, likenessIn(facts)));

function likenessIn({ contract }: Facts) {
  return (e: Exchange) => {
    const isWrong = findingsOn(e, contract).problems.length > 0;
    return `${contract.operationAt(e.request)} ${e.request.credential.kind} ${isWrong}`;
  };
}

/** What may have come after the last one like it, the latest first. */
export function sinceItsLike(own: Exchange, facts: Facts): readonly Exchange[] {
  return (stepsOfLike(facts).get(own)?.between ?? []).filter((one) => one !== own);
}

/** That it is the first of its operation after a request of some kind. */
export function firstOfTheirOperation(facts: Facts): readonly Feature<Exchange, AdviceKind>[] {
  const words = (kind: string) => `that are the first of their operation since ${kind}`;
  return since(stepsOfLike(facts), words, true, facts);
}

/** Most servers answer in the order in which they handle requests, but none has to: what holds of that order alone comes last. */
const inOrderOfAnswers = derived(({ exchanges }) => {
  const all = exchanges.toSorted((a, b) => timesOf(a).endedAtMs - timesOf(b).endedAtMs || a.id - b.id);
  return { all, places: new Map(all.map((e, place) => [e, place])) };
});

/** What was answered before and after it; of the pets that were created, the next create as well. */
export function byOrderOfAnswers(side: string, facts: Facts): readonly Feature<Exchange, AdviceKind>[] {
  const { all, places } = inOrderOfAnswers(facts);
  const likeness = likenessIn(facts);
  const placeOf = (e: Exchange) => places.get(e) ?? 0;
  const sinceLike = (e: Exchange) => {
    const last = latest(all, placeOf(e), (one) => likeness(one) === likeness(e));
    return all.slice(last && placeOf(last), placeOf(e)).reverse();
  };
  const creates = all.filter(({ request }) => request.method === "POST");
  const nextCreate = (e: Exchange) => creates.slice(creates.indexOf(e) + 1, creates.indexOf(e) + 2);
  const before = { kind: "before", isContext: true } as const;
  return kinds.flatMap(([kind, is]): readonly Feature<Exchange, AdviceKind>[] => {
    const those = (some: readonly Exchange[]) => some.filter((one) => is(one, facts));
    const next = (e: Exchange) => those(nextCreate(e));
    const followed = condition<Exchange, AdviceKind>(
      { ...before, kind: "undone" },
      `followed by ${kind}`,
      (e) => next(e).length > 0,
      (e) => [e, ...next(e)],
    );
    return [
      came(before, `answered right after ${kind}`, (e) =>
        those(all.slice(Math.max(0, placeOf(e) - 1), placeOf(e))),
      ),
      came(before, `answered first of their operation since ${kind}`, (e) => those(sinceLike(e))),
      ...(side === "fate" ? [followed] : []),
    ];
  });
}

/**
 * Of limits and what remains of them: the answers with a figure that an earlier request may have set (a Remaining above the one
 * before, another Limit), those that go on from the one before, and what may have come between.
 * @param wrong the answers with a wrong figure
 */
export function figuresBeside(name: string, wrong: ReadonlySet<Exchange>, facts: Facts) {
  const isRemaining = name === "x-ratelimit-remaining";
  const isCounted = (e: Exchange) =>
    e.request.credential.kind === "valid" && Number.isFinite(figuresOf(e).remaining);
  const steps = stepsOf(facts.exchanges, (e) => (isCounted(e) ? figuresOf(e).reset : undefined));
  const all = [...steps.values()].filter(({ last }) => last !== undefined);
  const before = ({ last }: Step) => (last ? figuresOf(last).remaining : 0);
  const rose = (step: Step) => figuresOf(step.exchange).remaining > before(step);
  const broken = all.filter((step) => wrong.has(step.exchange) && (!isRemaining || rose(step)));
  // One that is about as high may have been set back unseen, and lowered again by what was under way.
  const least = Math.min(...broken.map(({ exchange }) => figuresOf(exchange).remaining));
  const isHeld = (step: Step) =>
    isRemaining ? !rose(step) && before(step) < least - step.exchange.inFlight : !wrong.has(step.exchange);
  return {
    broken: broken.map(({ exchange }) => exchange),
    held: all.filter(isHeld).map(({ exchange }) => exchange),
    features: since(steps, (kind) => `after ${kind}`, !isRemaining, facts),
  };
}

function figuresOf(e: Exchange) {
  const lines = isAnswered(e) ? e.outcome.answer.headers : [];
  const remaining = headerValue(lines, "X-RateLimit-Remaining") ?? "";
  return {
    reset: headerValue(lines, "X-RateLimit-Reset"),
    remaining: /^[0-9]+$/.test(remaining) ? Number(remaining) : Number.NaN,
  };
}
