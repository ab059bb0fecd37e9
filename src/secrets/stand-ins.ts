import { placeholders } from "./placeholders.ts";
import { type Redactor, redacted } from "./redact.ts";
import { redactValue } from "./redact-value.ts";
import { replacing } from "./replacing.ts";

/** What judging a recording reads in the place of its placeholders, and what is shown of it: nothing. */
export interface StandIns {
  /** A copy with something in each placeholder's place that is to judging what the secret was. */
  fillIn<T>(value: T): T;
  /** A copy without what was filled in. Parsed JSON is left out, as in every redacted value. */
  takeOut<T>(value: T): T;
}

/** A character that nobody else writes: Unicode has 6400 for private use here. */
const characterOf = (number: number): string => String.fromCharCode(0xe000 + (number % 6400));

/** @param isFree true for digits that the recording does not hold otherwise */
export function createStandIns(isFree: (digits: string) => boolean): StandIns {
  const digits = new Map<string, string>();
  const characters = new Set<string>();
  const texts = new Set<string>();

  const digitsFor = (number: number, picture: string): string => {
    const name = `${number} ${picture}`;
    for (let nth = 0; !digits.has(name); nth += 1) {
      const filled = filledIn(picture, number + nth * 7919);
      if (isFree(filled) && ![...digits.values()].includes(filled)) digits.set(name, filled);
    }
    return digits.get(name) ?? "";
  };
  const standIn = (_: string, number: string, picture: string): string => {
    const character = characterOf(Number(number));
    characters.add(character);
    const escaped = `\\u${character.charCodeAt(0).toString(16)}`;
    const text = picture.replaceAll(/-?\d[\d.eE+-]*|./g, (part) => {
      if (/\d/.test(part)) return enough(part) ? digitsFor(Number(number), part) : part;
      if (part === "u") return escaped;
      return shown[part] ?? (part === "x" ? character : part);
    });
    // As it stands in the body, and as a JSON reader has it.
    texts.add(text).add(text.replaceAll(escaped, character));
    return text;
  };
  const standInOfHeader = (found: string, number: string, picture: string): string =>
    /^-?\d/.test(picture) ? standIn(found, number, picture) : redacted;
  const filler = replacing(placeholders, standIn, standInOfHeader);
  const remover = (): Redactor => {
    const runs = characters.size === 0 ? [] : [`[${[...characters].join("")}]+`];
    const whole = [...texts, ...digits.values()].toSorted((a, b) => b.length - a.length).map(literally);
    return replacing(new RegExp([...whole, ...runs].join("|"), "g"), () => redacted);
  };
  return {
    fillIn: <T>(value: T) => redactValue(value, filler) as T,
    takeOut: <T>(value: T) => (texts.size === 0 ? value : (redactValue(value, remover()) as T)),
  };
}

const shown: Readonly<Record<string, string>> = {
  ...{ "(": "[", ")": "]", _: " " },
  ...{ t: "true", f: "false", n: "null" },
};

/** Fewer digits are a number of the service's own, by chance. */
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
