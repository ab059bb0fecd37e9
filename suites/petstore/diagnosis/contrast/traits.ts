import type { Feature, Trait } from "./contrast.ts";

type Value = string | number | bigint | boolean;
type Figure = number | bigint;
type About<Kind extends string> = Pick<Trait<never, Kind>, "kind" | "isContext" | "isAlone">;

/** The same value of all: `words` says it of one. An observation without a value does not have it. */
export function sameValue<Subject, Kind extends string>(
  about: About<Kind>,
  read: (subject: Subject) => Value | undefined,
  words: (value: Value) => string | undefined,
): Feature<Subject, Kind> {
  return ([first]) => {
    const value = read(first);
    const text = value === undefined ? undefined : words(value);
    return text === undefined ? [] : [{ ...about, words: text, has: (subject) => read(subject) === value }];
  };
}

/** A condition that is the same whatever is broken. */
export function condition<Subject, Kind extends string>(
  about: About<Kind>,
  words: string,
  has: Trait<Subject>["has"],
  before?: Trait<Subject>["before"],
): Feature<Subject, Kind> {
  return () => [{ ...about, words, has, ...(before && { before }) }];
}

/** That at least one of those came before; undefined where that is certain of none of them. */
export function came<Subject, Kind extends string>(
  about: About<Kind>,
  words: string,
  those: (subject: Subject) => readonly Subject[],
  isCertain: (subject: Subject, one: Subject) => boolean = () => true,
): Feature<Subject, Kind> {
  const has = (subject: Subject) => {
    const all = those(subject);
    return all.some((one) => isCertain(subject, one)) || (all.length > 0 ? undefined : false);
  };
  return condition(about, words, has, (subject) => those(subject).slice(0, 1));
}

/** A condition, and its contrary. */
export function either<Subject, Kind extends string>(
  about: About<Kind>,
  [yes, no]: readonly [yes: string, no: string],
  has: Trait<Subject>["has"],
): Feature<Subject, Kind> {
  const not: Trait<Subject>["has"] = (subject) => {
    const known = has(subject);
    return known === undefined ? undefined : !known;
  };
  return () => [
    { ...about, words: yes, has },
    { ...about, words: no, has: not },
  ];
}

/** A figure that is at least, or at most, what it is of those that are broken. Words of the least and of the most. */
export function bound<Subject, Kind extends string>(
  about: About<Kind>,
  figureOf: (subject: Subject) => Figure | undefined,
  words: { readonly from?: (least: Figure) => string; readonly upTo?: (most: Figure) => string },
  /** What has to come before where the figure is at least that. */
  before?: (subject: Subject, least: number) => readonly Subject[],
): Feature<Subject, Kind> {
  return (broken) => {
    const figures = broken.flatMap((subject) => figureOf(subject) ?? []);
    if (figures.length < broken.length) return [];
    const least = figures.reduce((a, b) => (b < a ? b : a));
    const most = figures.reduce((a, b) => (b > a ? b : a));
    const has = (fits: (figure: Figure) => boolean) => (subject: Subject) => {
      const figure = figureOf(subject);
      return figure !== undefined && fits(figure);
    };
    const needed = before && { before: (subject: Subject) => before(subject, Number(least)) };
    return [
      words.from ? [{ ...about, words: words.from(least), has: has((one) => one >= least), ...needed }] : [],
      words.upTo ? [{ ...about, words: words.upTo(most), has: has((one) => one <= most) }] : [],
    ].flat();
  };
}

/** Every so many is rarer than it seems: of more turns than these one fits a few answers by chance. */
const turns = Array.from({ length: 49 }, (_, place) => place + 2);

/** Every second, third … of what is counted; the shortest turn alone. Three of anything are soon in some turn, but for the 6th, 12th and 18th. */
export function everyNth<Subject, Kind extends string>(
  about: About<Kind>,
  countOf: (subject: Subject) => number | undefined,
  words: (turn: string) => string,
): Feature<Subject, Kind> {
  return ([first, ...others], held) => {
    const count = countOf(first) ?? Number.NaN;
    const isIn = (turn: number) => (subject: Subject) =>
      (countOf(subject) ?? Number.NaN) % turn === count % turn;
    const areEnough = (one: number) => others.length > (count % one === 0 ? 1 : 2);
    const turn = turns.find((one) => areEnough(one) && others.every(isIn(one)) && !held.some(isIn(one)));
    if (turn === undefined) return [];
    const before = (one: Subject) => Array<Subject>(turn - 1).fill(one);
    return [{ ...about, words: words(ordinal(turn)), has: isIn(turn), before }];
  };
}

/** `2nd`, `61st`. */
export function ordinal(place: Figure): string {
  const [tens, ones] = [Number(BigInt(place) % 100n), Number(BigInt(place) % 10n)];
  const ending = tens >= 11 && tens <= 13 ? undefined : (["st", "nd", "rd"] as const)[ones - 1];
  return `${place}${ending ?? "th"}`;
}
