import { type Facts, findingsOn } from "#core/check/facts.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { figuresOf, inOrderHandled, isBefore, isCounted, kinds, operationOf } from "../history.ts";
import type { Feature } from "./contrast.ts";
import { came } from "./traits.ts";

/** A request, and the last one like it that had ended when it was sent. */
interface Step {
  readonly exchange: Exchange;
  /** Undefined for the first. */
  readonly last: Exchange | undefined;
  /** The exchanges that may have been handled between the two, the latest first. */
  readonly between: readonly Exchange[];
}

type Steps = ReadonlyMap<Exchange, Step>;

/** At most so many requests are under way at once. */
const mostUnderWay = 24;

/** The last exchange before a place that fits. */
function latest(all: readonly Exchange[], place: number, is: (e: Exchange) => boolean): Exchange | undefined {
  for (let i = place - 1; i >= 0; i -= 1) {
    const one = all[i];
    if (one !== undefined && is(one)) return one;
  }
  return undefined;
}

/** @param likeness alike requests have the same; those with undefined are left out */
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

/** True where `one` was certainly handled between the two, and none for which `isNext` holds came after it. */
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
 * A feature for each kind: that a request of this kind came between the two of a step.
 * @param isNextAlone true where only the next like answer after it is wrong
 */
function since(steps: Steps, words: (kind: string) => string, isNextAlone: boolean, facts: Facts) {
  return kinds.map(
    ([kind, is]): Feature =>
      (broken, held) => {
        const isNext = (e: Exchange) => (other: Exchange) =>
          isNextAlone && !broken.includes(e) && steps.has(other);
        const feature = came(
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

/** Requests are alike if they have the same operation and kind of credential, and are both allowed or both wrong. */
function likenessIn(facts: Facts) {
  return (e: Exchange) => {
    const isWrong = findingsOn(e, facts.contract).problems.length > 0;
    return `${operationOf(e, facts)} ${e.request.credential.kind} ${isWrong}`;
  };
}

/** The exchange that was handled right before. */
export function rightBefore(own: Exchange, facts: Facts): readonly Exchange[] {
  const { all, places } = inOrderHandled(facts);
  const place = places.get(own) ?? 0;
  return all.slice(Math.max(0, place - 1), place);
}

/** The exchanges that were handled since the last one like it (included), the latest first. */
export function sinceItsLike(own: Exchange, facts: Facts): readonly Exchange[] {
  const { all, places } = inOrderHandled(facts);
  const likeness = likenessIn(facts);
  const place = places.get(own) ?? 0;
  const last = latest(all, place, (one) => likeness(one) === likeness(own));
  return all.slice(last && places.get(last), place).reverse();
}

/** Features of what was handled right before, and since the last like request. */
export function byOrder(facts: Facts): readonly Feature[] {
  const before = { kind: "before", isContext: true } as const;
  return kinds.flatMap(([kind, is]): readonly Feature[] => {
    const those = (some: readonly Exchange[]) => some.filter((one) => is(one, facts));
    return [
      came(before, `right after ${kind}`, (e) => those(rightBefore(e, facts))),
      came(before, `that are the first of their operation since ${kind}`, (e) =>
        those(sinceItsLike(e, facts)),
      ),
    ];
  });
}

/**
 * For Limit and Remaining: the answers with a figure that an earlier request may have set (a Remaining above the one before,
 * another Limit), those that continue from the one before, and features of what came between.
 * @param wrong the answers with a wrong figure
 */
export function figuresBeside(name: string, wrong: ReadonlySet<Exchange>, facts: Facts) {
  const isRemaining = name === "x-ratelimit-remaining";
  const steps = stepsOf(facts.exchanges, (e) => (isCounted(e) ? figuresOf(e).reset : undefined));
  const all = [...steps.values()].filter(({ last }) => last !== undefined);
  const before = ({ last }: Step) => (last ? figuresOf(last).remaining : 0);
  const rose = (step: Step) => figuresOf(step.exchange).remaining > before(step);
  const broken = all.filter((step) => wrong.has(step.exchange) && (!isRemaining || rose(step)));
  // A Remaining near those of the broken answers may have been reset, too, and lowered again by requests under way.
  const least = broken.reduce((low, { exchange }) => Math.min(low, figuresOf(exchange).remaining), Infinity);
  const isHeld = (step: Step) =>
    isRemaining ? !rose(step) && before(step) < least - step.exchange.inFlight : !wrong.has(step.exchange);
  return {
    broken: broken.map(({ exchange }) => exchange),
    held: all.filter(isHeld).map(({ exchange }) => exchange),
    features: since(steps, (kind) => `after ${kind}`, !isRemaining, facts),
  };
}
