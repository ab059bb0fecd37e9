import { type Look, looksAt } from "./looks.ts";
import { formsOf, shortestPart } from "./secret-forms.ts";

/** A stretch of a text that is to be taken out, and the secret of which it shows the most. */
export interface Found {
  readonly from: number;
  readonly to: number;
  readonly secret: string;
}

export type SecretSearch = ReturnType<typeof createSecretSearch>;

/** So many characters of a form in a row, as the search knows them. */
interface Gram {
  readonly text: string;
  readonly at: number;
  readonly secret: string;
  /** The least that is enough of any form that holds these characters. */
  least: number;
  sharesFirst: boolean;
  sharesLast: boolean;
  /** Other characters with the same hash. */
  next: Gram | undefined;
}

interface Run {
  from: number;
  to: number;
  readonly secret: string;
  /** The characters that it begins with. */
  readonly first: Gram;
  /** From 1 on it is enough by itself. */
  share: number;
}

/** Parts of a secret that are at most so many characters apart are one echo of it. */
const mostBetween = 8;

const factor = 0x01000193;

/** So many characters at places that are some way apart settle that a text holds nothing. */
const glanceLength = 4;

/**
 * Finds any number of secrets in all their forms at once, in time linear in the text, however long or uniform a secret is.
 * Every text of `gramLength` characters that stands in a form is known by its hash. A text is read once, with a rolling hash:
 * where as many characters in a row as are enough for a form are known, the whole row is found. So nothing depends on
 * how long a secret is, on how many there are, or on how much of one a text repeats.
 * @param gramLength no form that is enough is shorter
 */
export function createSecretSearch(gramLength = shortestPart) {
  const grams = new Map<number, Gram>();
  let highest = 1;
  for (let i = 1; i < gramLength; i += 1) highest = Math.imul(highest, factor);
  // Whatever is found holds a gram, which is longer than the way from one glance to the next.
  const glanced = Math.min(glanceLength, gramLength);
  const apart = gramLength - glanced + 1;
  const atGlance = new Uint8Array(1 << 16);
  const glanceAt = (text: string, at: number): number => {
    const hash = hashAt(text, at, glanced);
    return (hash ^ (hash >>> 15)) & (atGlance.length - 1);
  };
  const isGramAt = (text: string, at: number): boolean =>
    gramAt(grams.get(hashAt(text, at, gramLength)), text, at, gramLength) !== undefined;
  const holdsGram = (text: string): boolean => {
    for (let at = 0; at + glanced <= text.length; at += apart) {
      if (atGlance[glanceAt(text, at)] === 0) continue;
      for (let from = Math.max(0, at - apart + 1); from <= at && from + gramLength <= text.length; from += 1)
        if (isGramAt(text, from)) return true;
    }
    return false;
  };

  const addForm = (secret: string, text: string, known: Omit<Gram, "text" | "at" | "secret" | "next">) => {
    const last = text.length - gramLength;
    for (let at = 0; at + glanced <= text.length; at += 1) atGlance[glanceAt(text, at)] = 1;
    for (let at = 0; at <= last; at += 1) {
      const hash = hashAt(text, at, gramLength);
      const [sharesFirst, sharesLast] = [known.sharesFirst && at === 0, known.sharesLast && at === last];
      const same = gramAt(grams.get(hash), text, at, gramLength);
      if (same === undefined) {
        const next = grams.get(hash);
        grams.set(hash, { text, at, secret, least: known.least, sharesFirst, sharesLast, next });
      } else {
        same.least = Math.min(same.least, known.least);
        same.sharesFirst ||= sharesFirst;
        same.sharesLast ||= sharesLast;
      }
    }
  };

  const runsIn = ({ text, places }: Look, original: string, runs: Run[]): void => {
    let [hash, from, least, last]: [number, number, number, Gram | undefined] = [0, 0, 0, undefined];
    let first: Gram | undefined;
    const end = (to: number) => {
      if (first === undefined) return;
      const run = {
        from: places?.from[from] ?? from,
        to: places?.to[to - 1] ?? to,
        ...{ secret: first.secret, first },
        share: (to - from) / least,
      };
      if (first.sharesFirst && /[\w+/-]/.test(original.charAt(run.from - 1))) run.from -= 1;
      if (last?.sharesLast === true)
        run.to += /^[\w+/-]?(?:=|%3d){0,2}/i.exec(original.slice(run.to, run.to + 7))?.[0].length ?? 0;
      runs.push(run);
      first = undefined;
    };
    for (let i = 0; i < text.length; i += 1) {
      const at = i - gramLength + 1;
      if (at > 0) hash -= Math.imul(levelAt(text, at - 1), highest);
      hash = (Math.imul(hash, factor) + levelAt(text, i)) | 0;
      if (at < 0) continue;
      const known = gramAt(grams.get(hash), text, at, gramLength);
      if (known === undefined) {
        end(i);
        continue;
      }
      if (first === undefined) [first, from, least] = [known, at, known.least];
      least = Math.min(least, known.least);
      last = known;
    }
    end(text.length);
  };

  return {
    add: (secret: string): void => {
      for (const { text, ...known } of formsOf(secret)) addForm(secret, text, known);
    },
    isUsed: () => grams.size > 0,
    /**
     * In order, and apart from each other.
     * @param anyPart so many characters of a form as stand in a gram are enough
     */
    find: (text: string, anyPart = false): readonly Found[] => {
      if (grams.size === 0 || text.length < gramLength) return [];
      const runs: Run[] = [];
      for (const look of looksAt(text)) if (holdsGram(look.text)) runsIn(look, text, runs);
      return joined(runs, anyPart);
    },
  };
}

/** Runs that overlap are one. Those beside each other count together: a text may be wrapped, or quoted line by line. */
function joined(runs: readonly Run[], anyPart: boolean): readonly Found[] {
  const groups: Run[][] = [];
  for (const run of runs.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group === undefined || before === undefined || run.from - before.to > mostBetween) groups.push([run]);
    else if (run.from >= before.to) group.push(run);
    else {
      before.to = Math.max(before.to, run.to);
      before.share = Math.max(before.share, run.share);
    }
  }
  return groups.filter((group) => anyPart || together(group) >= 1).flat();
}

/** The same part again says nothing more. */
function together(group: readonly Run[]): number {
  const shares = new Map<Gram, number>();
  for (const { first, share } of group) shares.set(first, Math.max(share, shares.get(first) ?? 0));
  let sum = 0;
  for (const share of shares.values()) sum += share;
  return sum;
}

/** As a rolling hash comes to it. */
function hashAt(text: string, at: number, length: number): number {
  let hash = 0;
  for (let i = at; i < at + length; i += 1) hash = (Math.imul(hash, factor) + levelAt(text, i)) | 0;
  return hash;
}

function gramAt(gram: Gram | undefined, text: string, at: number, length: number): Gram | undefined {
  for (let one = gram; one !== undefined; one = one.next) {
    let same = 0;
    while (same < length && levelAt(one.text, one.at + same) === levelAt(text, at + same)) same += 1;
    if (same === length) return one;
  }
  return undefined;
}

/** What each character counts as; 0: not asked yet. */
const levels = new Uint16Array(1 << 16);

/** Folds letter case and the alphabets of base64; a space may be a plus in a query. */
function levelAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return levels[code] || levelOf(code);
}

function levelOf(code: number): number {
  const character = String.fromCharCode(code);
  const level = alike[character] ?? oneUnit(oneUnit(character, "toUpperCase"), "toLowerCase");
  levels[code] = level.charCodeAt(0);
  return level.charCodeAt(0);
}

const alike: Readonly<Record<string, string>> = { "-": "+", " ": "+", _: "/" };

function oneUnit(character: string, change: "toUpperCase" | "toLowerCase"): string {
  const changed = character[change]();
  return changed.length === 1 ? changed : character;
}
