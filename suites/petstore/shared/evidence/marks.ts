import type { Facts } from "#core/check/facts.ts";
import { quoted } from "#core/contract/validation/problem-words.ts";
import { derivedFrom } from "#core/exchange/bounded-map.ts";
import type { StepId } from "#core/exchange/exchange.ts";
import type { JsonNode } from "#core/json/json.ts";
import { valuesIn } from "#core/json/read.ts";

/** In UTF-16 units: names up to it are judged (ruling 11). */
export const longestName = 64;
/** A mark of the first round leaves room for every text that follows one. */
const longestFirstMark = 37;

/** The beginning of every name that the run sends: it distinguishes the run's pets from all others. */
export function runMark({ setting }: { readonly setting: Pick<Facts["setting"], "runId"> }): string {
  return `conformance-${setting.runId}`;
}

/** Distinguishes what is sent again in a later round. */
function roundMark({ setting }: Facts): string {
  return setting.round === undefined ? "" : `r${setting.round}-`;
}

/** The name of the pet that a step sends: at most 64 UTF-16 units, ASCII, one of its own for each step and round. */
export function markOf(facts: Facts, step: StepId): string {
  const slug = step
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return `${runMark(facts)}-${roundMark(facts)}${slug.slice(0, 20)}-${hashOf(step).toString(36)}`;
}

/**
 * A shorter mark, of at most 37 units, and 6 more in a later round. It is for names whose other part is what is
 * tried.
 */
export function shortMarkOf(facts: Facts, step: StepId): string {
  return `${runMark(facts)}-${roundMark(facts)}${hashOf(step).toString(36)}`;
}

/**
 * The beginning of a generated name, in 36 units: a letter for each step, and two digits of base 36 for its nth
 * request. None of them is the beginning of another, or of a name that other steps send.
 */
export function serialMark(facts: Facts, letter: string, nth: number): string {
  return `${runMark(facts)}.${roundMark(facts)}${letter}${nth.toString(36).padStart(2, "0")}`;
}

/** The mark of a generated pet in what was sent; undefined where there is none. */
export function serialMarkIn(text: string, facts: Facts): string | undefined {
  return new RegExp(`${runMark(facts)}\\.${roundMark(facts)}[a-z][0-9a-z]{2}`).exec(text)?.[0];
}

/** The mark with the text after it; shortened to 64 units where a later round's mark leaves less room. */
export function markedName(mark: string, text: string): string {
  const name = mark + text;
  if (mark.length <= longestFirstMark || name.length <= longestName) return name;
  const kept = name.slice(0, longestName);
  return kept.isWellFormed() ? kept : kept.slice(0, -1);
}

/** A whole number below 2^53 that stands for the mark where a name is sent as a number. */
export function numberMarkOf(facts: Facts, step: StepId): bigint {
  return (
    10n ** 14n +
    ((BigInt(`0x${facts.setting.runId.slice(0, 10)}`) + BigInt(hashOf(roundMark(facts) + step))) % 10n ** 14n)
  );
}

/** True when a mark stands anywhere in a JSON value, in any letter case. */
export function bears(node: JsonNode, mark: string): boolean {
  return textsIn(node).includes(mark.toLowerCase());
}

/** Every string and number in a value, a line each. Remembered: each listed pet is asked for each mark. */
export const textsIn = derivedFrom((node: JsonNode): string => {
  const texts = valuesIn(node).flatMap((one) =>
    one.kind === "string" ? [one.value] : one.kind === "number" ? [one.raw] : [],
  );
  return [...texts].join("\n").toLowerCase();
});

function hashOf(text: string): number {
  let h = 7;
  for (let i = 0; i < text.length; i += 1) h = (h * 31 + text.charCodeAt(i)) % 46_655;
  return h;
}

/** Names that have to come back exactly (ruling 11). */
export function isJudgedName(name: string | undefined): name is string {
  return (
    name !== undefined &&
    name.length >= 1 &&
    name.length <= longestName &&
    name.isWellFormed() &&
    !/[\p{Cc}\p{Noncharacter_Code_Point}]/u.test(name)
  );
}

export function isAscii(name: string): boolean {
  return /^[\x20-\x7e]*$/.test(name);
}

/** Whether whitespace around a name is kept is a `should` (CREATE-18). */
export function sameButForWhitespace(a: string, b: string): boolean {
  return a.trim() === b.trim();
}

/** The same but for whitespace around it and its Unicode normal form (ruling 11: those are a `should`). */
export function sameText(a: string, b: string): boolean {
  return a.trim().normalize("NFKC") === b.trim().normalize("NFKC");
}

/** Not truncated, since the difference may be at its end; an escaped name may be twice as long. */
export function nameInWords(name: string): string {
  return quoted(name, 2 * longestName);
}
