import type { Exchange } from "#core/exchange/exchange.ts";
import type { AdviceKind } from "../advice-by-contrast.ts";

/** A condition that an exchange may meet. */
export interface Trait {
  /** What it is about: it decides the advice. */
  readonly kind: AdviceKind;
  /** Completes "all 6 lists …". */
  readonly words: string;
  /** Undefined where it is unknown, such as which of two concurrent requests came first. */
  readonly has: (exchange: Exchange) => boolean | undefined;
  /** What has to come before, to make it true of the exchange; repeated if it has to come several times. */
  readonly before?: (exchange: Exchange) => readonly Exchange[];
  /** True where it is about when an answer came, or on which connection: a few answers may share it by chance. */
  readonly isContext?: boolean;
  /** True where it is never paired with another condition: a pair would fit whatever a plan sends last. */
  readonly isAlone?: boolean;
}

/** Makes the traits that the broken exchanges may share. */
export type Feature = (
  broken: readonly [Exchange, ...Exchange[]],
  held: readonly Exchange[],
) => readonly Trait[];

export interface Contrast {
  /** One or two, all of which every broken one meets. */
  readonly traits: readonly Trait[];
  readonly broken: number;
  /** How many held and do not meet the traits. */
  readonly others: number;
  /** How many held although they meet the trait: fewer than are broken, and 0 where an exact contrast exists. */
  readonly despite: number;
}

/** A contrast that chance gives with at least this probability is dropped; stricter where more are tried. */
const maxChance = { lone: 0.03, exact: 0.04, pair: 0.005 };
/** So many conditions are tried in pairs: among more, some pair always fits by chance. */
const mostPaired = 40;
/** Fewer broken exchanges than this share some time or connection by chance. */
const leastForContext = 3;

interface Judged {
  readonly trait: Trait;
  /** The indexes of those that held and may meet it, and how many certainly do. */
  readonly alike: readonly number[];
  readonly certain: number;
}

/**
 * The single traits that are true of every broken exchange and of none that held, in the order of the features; if there are none,
 * the pairs of such traits; if there are none either, the trait of what was asked that the fewest of those that held meet. None is
 * likely to be chance.
 */
export function contrastsOf(
  broken: readonly Exchange[],
  held: readonly Exchange[],
  features: readonly Feature[],
): readonly Contrast[] {
  const [first, ...more] = broken;
  if (first === undefined || held.length === 0) return [];
  const traits = features.flatMap((feature) => feature([first, ...more], held));
  const judged = traits.flatMap((trait) => judge(trait, broken, held) ?? []);
  const isTelling = (some: readonly Judged[], alike: number, tries: number, below: number) =>
    (broken.length >= leastForContext || !some.some(({ trait }) => trait.isContext)) &&
    chance(broken.length, alike, held.length - alike) * tries < below;
  const exact = broken.length > 1 ? maxChance.exact : maxChance.lone;
  const single = judged
    .filter((one, place) => one.certain === 0 && isTelling([one], one.alike.length, place + 1, exact))
    .map((one) => [one]);
  const paired = judged.slice(0, mostPaired);
  const tries = (paired.length * (paired.length - 1)) / 2;
  const pairs = () => pairsOf(paired).filter((pair) => isTelling(pair, 0, tries, maxChance.pair));
  const exactly = single.length > 0 ? single : pairs();
  const nearest = judged
    .filter(({ trait, alike }) => !trait.isContext && alike.length < broken.length)
    .slice(0, 1)
    .filter((one) => isTelling([one], one.alike.length, 1 + judged.indexOf(one), maxChance.lone))
    .map((one) => [one]);
  return (exactly.length > 0 ? exactly : nearest).map((found) => {
    const despite = exactly.length > 0 ? 0 : (found[0]?.alike.length ?? 0);
    const others = held.length - despite;
    return { traits: found.map(({ trait }) => trait), broken: broken.length, others, despite };
  });
}

/** Undefined for a trait that a broken exchange lacks, or that none certainly has. */
function judge(trait: Trait, broken: readonly Exchange[], held: readonly Exchange[]): Judged | undefined {
  const own = broken.map((one) => trait.has(one));
  if (own.includes(false) || !own.includes(true)) return undefined;
  const others = held.map((one) => trait.has(one));
  const alike = others.flatMap((has, place) => (has === false ? [] : [place]));
  // A trait that all others share distinguishes nothing, not even in a pair.
  if (alike.length === held.length) return undefined;
  return { trait, alike, certain: others.filter((has) => has === true).length };
}

/** Pairs of traits of which none that held meets both. */
function pairsOf(judged: readonly Judged[]) {
  const isApart = ({ trait: one, alike }: Judged, { trait, ...other }: Judged) =>
    !(one.isAlone || trait.isAlone || (trait.isContext && trait.kind === one.kind)) &&
    !other.alike.some((place) => alike.includes(place));
  return judged.flatMap((one, place) =>
    judged.slice(place + 1).flatMap((other) => (isApart(one, other) ? [[one, other]] : [])),
  );
}

/** The probability that all broken exchanges meet a condition by chance: `alike` of those that held meet it, `others` do not. */
export function chance(broken: number, alike: number, others: number): number {
  let probability = 1;
  for (let i = 0; i < broken; i += 1) probability *= (broken + alike - i) / (broken + alike + others - i);
  return probability;
}

/**
 * `all 6 lists right after a rejected key, and none of the 31 others`, with one other condition that fits as well.
 * @param things the noun: singular, plural
 */
export function contrastInWords(
  contrasts: readonly [Contrast, ...Contrast[]],
  [thing, things]: readonly [string, string],
): string {
  const [{ broken, others, despite }] = contrasts;
  const inWords = (one: Contrast | undefined) => one?.traits.map(({ words }) => words).join(", ") ?? "";
  const first = inWords(contrasts[0]);
  // Of contrasts of one kind, the last is the plainest.
  const kindOf = (one: Contrast) => one.traits.map(({ kind }) => kind).join();
  const alike = contrasts.findLast((one) => kindOf(one) === kindOf(contrasts[0]));
  // Where what was asked explains it, a condition on time adds nothing.
  const isContext = (one: Contrast | undefined) => one?.traits.some((trait) => trait.isContext);
  const next = isContext(contrasts[0]) || !isContext(contrasts[1]) ? contrasts[1] : undefined;
  const other = inWords(alike === contrasts[0] ? next : alike);
  const also = other === "" || other === first ? "" : ` (or: ${other})`;
  const butNot = others === 1 ? "and not the other one" : `and none of the ${others} others`;
  if (despite > 0) return `${broken} of ${broken + despite} ${things} ${first}, ${butNot}`;
  const all =
    broken === 1 ? `the only ${thing}` : broken === 2 ? `both ${things}` : `all ${broken} ${things}`;
  return `${all} ${first}${also}, ${butNot}`;
}
