import { type OwnWords, placeholderSign, placeholders, replacing } from "./placeholders.ts";
import { type Redactor, redacted } from "./redact.ts";
import { redactValue } from "./redact-value.ts";
import type { Redacted } from "./redacted.ts";

export type StandIns = ReturnType<typeof createStandIns>;

/** A character that nobody else writes: Unicode has 6400 for private use here. */
const characterOf = (number: number): string => String.fromCharCode(0xe000 + (number % 6400));

/**
 * What judging reads in place of placeholders; none of it is ever shown.
 * @param isFree true for digits that the evidence does not hold otherwise
 */
export function createStandIns(isFree: (digits: string) => boolean, { wordOf }: Pick<OwnWords, "wordOf">) {
  const digits = new Map<string, string>();
  const characters = new Set<string>();
  const texts = new Set<string>();
  const words = new Set<string>();

  const digitsFor = (number: number, picture: string): string => {
    const name = `${number} ${picture}`;
    for (let nth = 0; !digits.has(name); nth += 1) {
      const filled = filledIn(picture, number + nth * 7919);
      if (isFree(filled) && ![...digits.values()].includes(filled)) digits.set(name, filled);
    }
    return digits.get(name) ?? "";
  };
  const standIn: Fill = (_, number, picture, tag) => {
    const word = tag === undefined ? undefined : wordOf(tag);
    if (word !== undefined) {
      words.add(word);
      return word;
    }
    const character = characterOf(Number(number));
    characters.add(character);
    const escaped = `\\u${character.charCodeAt(0).toString(16)}`;
    const text = picture.replaceAll(/-?\d[\d.eE+-]*|./g, (part) => {
      if (/\d/.test(part)) return enough(part) ? digitsFor(Number(number), part) : part;
      if (part === "u") return escaped;
      return meanings[part] ?? (part === "x" ? character : part);
    });
    // As it stands in the body, and as a JSON reader has it.
    texts.add(text).add(text.replaceAll(escaped, character));
    return text;
  };
  const standInOfHeader: Fill = (found, number, picture, tag) =>
    tag !== undefined || /^-?\d/.test(picture) ? standIn(found, number, picture, tag) : redacted;
  const filler = replacing(placeholders, standIn, {
    sign: placeholderSign,
    replaceInHeader: standInOfHeader,
  });
  const remover = (): Redactor => {
    const runs = characters.size === 0 ? [] : [`[${[...characters].join("")}]+`];
    const isRun = new RegExp(`^(?:${runs.join()})$`);
    const whole = [...texts].filter((text) => !isRun.test(text)).concat(...digits.values());
    const filled = removing([...whole.toSorted((a, b) => b.length - a.length).map(literally), ...runs]);
    const word = removing([...words].map(literally));
    // Everywhere else a word of ours is there because we wrote it.
    const text = (given: string, member?: string) =>
      member === "seen" ? filled.text(word.text(given)) : filled.text(given);
    return { ...filled, text };
  };
  const shower = replacing(placeholders, () => redacted, { sign: placeholderSign });
  return {
    /** A copy with something in each placeholder's place that is to judging what the secret was. */
    fillIn: <T>(value: T) => redactValue(value, filler) as T,
    /**
     * A copy without what was filled in. Parsed JSON is left out, as in every redacted value.
     * @param shown members that come from `shown`
     */
    takeOut: <T extends object, Shown extends object>(value: T, shown: Shown) => {
      const isFilledIn = texts.size > 0 || words.size > 0;
      return Object.assign({}, isFilledIn ? redactValue(value, remover()) : value, shown) as Redacted<
        T & Shown
      >;
    },
    /** The evidence as it is shown: with nothing filled in. */
    shown: <T>(value: T) => redactValue(value, shower) as T,
  };
}

type Fill = (found: string, number: string, picture: string, tag: string | undefined) => string;

function removing(patterns: readonly string[]): Redactor {
  // An empty pattern would match everywhere.
  return replacing(patterns.length === 0 ? /(?!)/g : new RegExp(patterns.join("|"), "g"), () => redacted);
}

const meanings: Readonly<Record<string, string>> = {
  ...{ "(": "[", ")": "]", _: " " },
  ...{ t: "true", f: "false", n: "null" },
};

/** Fewer digits may be a number of the service's own. */
const enough = (digits: string): boolean => digits.length >= 8;

/** Digits of the picture's form: its first stays, and says how large the number is. */
function filledIn(picture: string, seed: number): string {
  let state = (seed * 2654435761 + 12345) % 4294967296;
  return picture.replaceAll(/\d/g, (digit) => {
    if (digit !== "0") return digit;
    state = (state * 1664525 + 1013904223) % 4294967296;
    return String(1 + (Math.floor(state / 65536) % 9));
  });
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
