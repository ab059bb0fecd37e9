import type { Facts } from "#core/check/facts.ts";
import { quoted } from "#core/contract/validation/problem-words.ts";
import { isSafe, type RequestSpec, type StepId } from "#core/exchange/exchange.ts";
import { utf8Text } from "#core/json/escape.ts";
import { type JsonNode, valuesIn } from "#core/json/read.ts";
import { derivedFrom } from "#core/memory/derived-from.ts";
import { petstore } from "#suites/petstore/roles.ts";

/** In UTF-16 units: names up to it are judged (ruling 11). */
export const longestName = 64;
/** No mark of the first round is longer, and behind it there is room for every text that follows one. */
const longestFirstMark = 37;

/** In UTF-16 units: what the document allows a name to have, and no more than is judged. */
export function nameRoom({ contract }: Pick<Facts, "contract">): number {
  const { maxLength = longestName } = petstore(contract).newPet.properties.get("name") ?? {};
  return Math.min(longestName, maxLength);
}

type OfRun = Pick<Facts, "contract" | "setting">;

const prefix = "conformance-";
/** Digits of a run's id that distinguish it from any other. */
const enoughOfId = 10;
/** Of the end of a mark that has no room for the name of its step. */
const shortestEnd = 5;

/**
 * The beginning of every name that the run sends: it distinguishes the run's pets from all others. Where the document has no
 * room for it, with fewer digits of the run's id, and then without the word before it.
 */
export function runMark(of: OfRun): string {
  const { runId } = of.setting;
  const room = nameRoom(of) - "-".length - roundMark(of).length - shortestEnd;
  const digits = Math.min(runId.length, room - prefix.length);
  return digits >= enoughOfId || digits === runId.length
    ? prefix + runId.slice(0, digits)
    : runId.slice(0, Math.max(1, room));
}

/** Distinguishes what is sent again in a later round. */
function roundMark({ setting }: OfRun): string {
  return setting.round === undefined ? "" : `r${setting.round}-`;
}

/** The name of the pet that a step sends: at most 64 UTF-16 units, ASCII, one of its own for each step and round. */
export function markOf(facts: Facts, step: StepId): string {
  const slug = step
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  const name = `${runMark(facts)}-${roundMark(facts)}${slug.slice(0, 20)}-${hashOf(step).toString(36)}`;
  return name.length <= nameRoom(facts) ? name : shortMarkOf(facts, step);
}

/** At most 37 units, and 6 more in a later round: for names whose other part is what is tried. */
export function shortMarkOf(facts: Facts, step: StepId): string {
  const mark = `${runMark(facts)}-${roundMark(facts)}`;
  // Alone, it has to distinguish the step.
  return mark + hashOf(step, nameRoom(facts) < longestName ? 36 ** shortestEnd : undefined).toString(36);
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

/** The mark with the text after it; shortened where the mark, or the document, leaves less room. */
export function markedName(mark: string, text: string, room = longestName): string {
  const name = mark + text;
  if ((mark.length <= longestFirstMark && room === longestName) || name.length <= room) return name;
  const kept = name.slice(0, room);
  return (kept.isWellFormed() ? kept : kept.slice(0, -1)).trimEnd();
}

/** A text as a name, after the mark of its step where the document has room for both; else alone, and no longer than allowed. */
export function nameOf(facts: Facts, step: StepId, text: string): string {
  const name = markedName(shortMarkOf(facts, step), text);
  const room = nameRoom(facts);
  return name.length <= room ? name : [...text.trim()].slice(0, room).join("").trim();
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

function hashOf(text: string, below = 46_655): number {
  let h = 7;
  for (let i = 0; i < text.length; i += 1) h = (h * 31 + text.charCodeAt(i)) % below;
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

/** Not truncated, since the difference may be at its end; an escaped name may be twice as long. */
export function nameInWords(name: string): string {
  return quoted(name, 2 * longestName);
}

/** The name of a pet that a run creates: its beginning, with the run's id, says whose it is, and the rest distinguishes it. */
const ownName = /("conformance-[0-9a-z]+[-.])([0-9a-z-]+)/g;

/**
 * What is sent where a request has to be sent anew: a create gets another name with the run's mark; a read, and a create
 * without such a name, stay as they are. Undefined for any other request.
 */
export function renewed(spec: RequestSpec, nth: number): RequestSpec | undefined {
  if (isSafe(spec)) return spec;
  const { body } = spec;
  if (body === undefined || spec.method !== "POST" || spec.path !== "/pets") return undefined;
  const text = utf8Text(body.bytes);
  const ending = `-${nth.toString(36)}`;
  const other = text?.replace(ownName, (_, own: string, mark: string) => {
    return own + mark.slice(0, Math.max(0, mark.length - ending.length)) + ending;
  });
  if (other === undefined || other === text) return spec;
  return { ...spec, body: { ...body, bytes: new TextEncoder().encode(other) } };
}
