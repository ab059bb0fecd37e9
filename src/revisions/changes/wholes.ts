import { createHash } from "node:crypto";
import { members } from "#core/contract/operations.ts";
import { otherThanNull } from "#core/contract/schema-shape.ts";
import { truncated } from "#core/json/escape.ts";
import { isPlainArray, own, type PlainObject, type PlainValue } from "#core/json/plain.ts";

/** What is compared as a whole is compared as deep as this. */
const wholeDepth = 8;

const comparedAsWhole = [
  ...["oneOf", "anyOf", "not", "if", "then", "else"],
  ...["additionalProperties", "patternProperties", "uniqueItems", "multipleOf", "discriminator"],
];

/** A value with all that it leads to: the same text for the same, and its beginning for people. */
export interface Whole {
  readonly same: string;
  readonly shown: string;
}

/** The keywords of a schema that are compared so. */
export function wholesOf(parts: readonly PlainObject[]): Map<string, Whole> {
  const found = new Map<string, Whole>();
  for (const keyword of comparedAsWhole) {
    const isChoice = keyword === "anyOf" || keyword === "oneOf";
    const values = parts
      .filter((part) => !isChoice || otherThanNull(part) === undefined)
      .flatMap((part) => (own(part, keyword) === undefined ? [] : [own(part, keyword)]));
    // As if it were not there: what is neither named nor forbidden is allowed.
    if (
      values.length === 0 ||
      (keyword === "additionalProperties" && values.every((value) => value === true))
    )
      continue;
    const value: PlainValue | undefined = values.length === 1 ? values[0] : values.map((one) => one ?? null);
    found.set(keyword, wholeOf(value));
  }
  return found;
}

export function wholeOf(value: PlainValue | undefined): Whole {
  const shown = truncated(beginning(value, shownCharacters + 1), shownCharacters);
  return { same: fingerprint(value, wholeDepth), shown };
}

const silent = new Set(["description", "title", "example", "examples", "deprecated"]);
const shownCharacters = 60;

/** Without what only people read. */
function saying(value: PlainValue | undefined): [string, PlainValue][] {
  return members(value)
    .filter(([name]) => !silent.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const fingerprints = new WeakMap<object, (string | undefined)[]>();

/** Of each object and depth it is made once: written out, what is referred to often would fill the memory. */
function fingerprint(value: PlainValue | undefined, depth: number): string {
  if (depth < 0) return "…";
  if (typeof value !== "object" || value === null) return String(JSON.stringify(plain(value)));
  const known = fingerprints.get(value) ?? [];
  fingerprints.set(value, known);
  const text =
    known[depth] ??
    (isPlainArray(value)
      ? `[${value.map((item) => fingerprint(item, depth - 1)).join()}]`
      : `{${saying(value)
          .map(([name, part]) => `${JSON.stringify(name)}:${fingerprint(part, depth - 1)}`)
          .join()}}`);
  known[depth] = text.length > 100 ? createHash("sha256").update(text).digest("base64") : text;
  return known[depth];
}

/** As JSON, so many characters at most. */
function beginning(value: PlainValue | undefined, most: number): string {
  if (typeof value !== "object" || value === null) return String(JSON.stringify(plain(value))).slice(0, most);
  const parts = isPlainArray(value) ? value.map((item) => ["", item] as const) : saying(value);
  const [open, close] = isPlainArray(value) ? ["[", "]"] : ["{", "}"];
  let text = open ?? "";
  for (const [index, [name, part]] of parts.entries()) {
    if (text.length >= most) return text.slice(0, most);
    text += `${index === 0 ? "" : ","}${name === "" ? "" : `${JSON.stringify(name)}:`}`;
    text += beginning(part, Math.max(1, most - text.length));
  }
  return `${text}${close}`.slice(0, most);
}

function plain(value: PlainValue | undefined): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}
