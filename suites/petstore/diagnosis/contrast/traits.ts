import type { Feature, Trait } from "./contrast.ts";

type Value = string | number | bigint | boolean;
type Figure = number | bigint;
type About<Kind extends string> = Pick<Trait<never, Kind>, "kind" | "isContext" | "isAlone">;

/** The value of the first broken subject, which all may share. A subject without a value does not have the trait. */
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

/** A condition that does not depend on the broken subjects. */
export function condition<Subject, Kind extends string>(
  about: About<Kind>,
  words: string,
  has: Trait<Subject>["has"],
  before?: Trait<Subject>["before"],
): Feature<Subject, Kind> {
  return () => [{ ...about, words, has, ...(before && { before }) }];
}

/** That at least one of `those` came before; unknown where `isCertain` holds for none of them. */
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

/** A condition and its opposite. */
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

/** A figure at or above the least, or at or below the greatest, of the broken subjects. */
export function bound<Subject, Kind extends string>(
  about: About<Kind>,
  figureOf: (subject: Subject) => Figure | undefined,
  words: { readonly from?: (least: Figure) => string; readonly upTo?: (most: Figure) => string },
  /** What has to come before, so that the figure reaches the least one. */
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

/** The intervals that are tried, 2 to 50: among more, one fits a few answers by chance. */
const turns = Array.from({ length: 49 }, (_, place) => place + 2);

/** Every Nth of what is counted, for the shortest N that fits. It takes three broken subjects, or four where their counts are no multiples of N. */
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
