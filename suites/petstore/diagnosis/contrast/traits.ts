import type { Exchange } from "#core/exchange/exchange.ts";
import { chance, type Feature, type Trait } from "./contrast.ts";

type Value = string | number | bigint | boolean;
type Figure = number | bigint;
type About = Pick<Trait, "kind" | "isContext" | "isAlone">;

/** The value of the first broken exchange, which all may share. One without a value does not have the trait. */
export function sameValue(
  about: About,
  read: (exchange: Exchange) => Value | undefined,
  words: (value: Value) => string | undefined,
): Feature {
  return ([first]) => {
    const value = read(first);
    const text = value === undefined ? undefined : words(value);
    return text === undefined ? [] : [{ ...about, words: text, has: (e) => read(e) === value }];
  };
}

/** A condition that does not depend on the broken exchanges. */
export function condition(about: About, words: string, has: Trait["has"], before?: Trait["before"]): Feature {
  return () => [{ ...about, words, has, ...(before && { before }) }];
}

/** That at least one of `those` came before; unknown where `isCertain` holds for none of them. */
export function came(
  about: About,
  words: string,
  those: (exchange: Exchange) => readonly Exchange[],
  isCertain: (exchange: Exchange, one: Exchange) => boolean = () => true,
): Feature {
  const has = (e: Exchange) => {
    const all = those(e);
    return all.some((one) => isCertain(e, one)) || (all.length > 0 ? undefined : false);
  };
  return condition(about, words, has, (e) => those(e).slice(0, 1));
}

/** A condition and its opposite. */
export function either(
  about: About,
  [yes, no]: readonly [yes: string, no: string],
  has: Trait["has"],
): Feature {
  const not = (e: Exchange) => {
    const known = has(e);
    return known === undefined ? undefined : !known;
  };
  return () => [
    { ...about, words: yes, has },
    { ...about, words: no, has: not },
  ];
}

/** A figure at or above the least, or at or below the greatest, of the broken exchanges. */
export function bound(
  about: About,
  figureOf: (exchange: Exchange) => Figure | undefined,
  words: { readonly from?: (least: Figure) => string; readonly upTo?: (most: Figure) => string },
  /** What has to come before, so that the figure reaches the least one. */
  before?: (exchange: Exchange, least: number) => readonly Exchange[],
): Feature {
  return (broken) => {
    const figures = broken.flatMap((e) => figureOf(e) ?? []);
    if (figures.length < broken.length) return [];
    const least = figures.reduce((a, b) => (b < a ? b : a));
    const most = figures.reduce((a, b) => (b > a ? b : a));
    const has = (fits: (figure: Figure) => boolean) => (e: Exchange) => {
      const figure = figureOf(e);
      return figure !== undefined && fits(figure);
    };
    const needed = before && { before: (e: Exchange) => before(e, Number(least)) };
    return [
      words.from ? [{ ...about, words: words.from(least), has: has((one) => one >= least), ...needed }] : [],
      words.upTo ? [{ ...about, words: words.upTo(most), has: has((one) => one <= most) }] : [],
    ].flat();
  };
}

/** The intervals that are tried. */
const turns = Array.from({ length: 49 }, (_, place) => place + 2);

/** One of the intervals up to the one that is found fits by chance with at most this probability. */
const maxChance = 0.03;

/** Every Nth of what is counted, for the shortest N that fits, if that is hardly chance. It takes three broken exchanges. */
export function everyNth(
  about: About,
  countOf: (exchange: Exchange) => number | undefined,
  words: (turn: string) => string,
): Feature {
  return ([first, ...others], held) => {
    const count = countOf(first) ?? Number.NaN;
    const most = [first, ...others, ...held].reduce((high, one) => Math.max(high, countOf(one) ?? 0), 0);
    const fitting = turns.filter((one) => one * others.length <= most);
    const ofOne = chance(1 + others.length, 0, held.length);
    // A series begins with the Nth, or with any of N.
    const isTelling = (one: number) => ofOne * one * (count % one === 0 ? 1 : one) < maxChance;
    const isIn = (turn: number) => (e: Exchange) => (countOf(e) ?? Number.NaN) % turn === count % turn;
    const turn = fitting.find((one) => isTelling(one) && others.every(isIn(one)) && !held.some(isIn(one)));
    if (turn === undefined || others.length < 2) return [];
    const before = (one: Exchange) => Array<Exchange>(turn - 1).fill(one);
    return [{ ...about, words: words(ordinal(turn)), has: isIn(turn), before }];
  };
}

/** `2nd`, `61st`. */
export function ordinal(place: Figure): string {
  const [tens, ones] = [Number(BigInt(place) % 100n), Number(BigInt(place) % 10n)];
  const ending = tens >= 11 && tens <= 13 ? undefined : (["st", "nd", "rd"] as const)[ones - 1];
  return `${place}${ending ?? "th"}`;
}
