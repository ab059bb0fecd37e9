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

const silent = new Set(["description", "title", "example", "examples", "deprecated"]);
const shownCharacters = 60;

const knownWholes = new WeakMap<object, Whole[]>();

/** Of each object and depth it is made once: written out, what is referred to often would fill the memory. */
export function wholeOf(value: PlainValue | undefined, depth = wholeDepth): Whole {
  if (depth < 0) return { same: "…", shown: "…" };
  if (typeof value !== "object" || value === null)
    return wholeFrom(() => String(JSON.stringify(plain(value))));
  const known = knownWholes.get(value) ?? [];
  knownWholes.set(value, known);
  known[depth] ??= isPlainArray(value) ? wholeOfList(value, depth) : wholeOfMembers(value, depth);
  return known[depth];
}

function wholeOfList(items: readonly PlainValue[], depth: number): Whole {
  const parts = items.map((item) => wholeOf(item, depth - 1));
  return wholeFrom((of) => `[${parts.map((part) => part[of]).join()}]`);
}

/** Without what only people read. */
function wholeOfMembers(value: PlainObject, depth: number): Whole {
  const parts = members(value)
    .filter(([name]) => !silent.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => ({ name: JSON.stringify(name), part: wholeOf(part, depth - 1) }));
  return wholeFrom((of) => `{${parts.map(({ name, part }) => `${name}:${part[of]}`).join()}}`);
}

function wholeFrom(written: (of: keyof Whole) => string): Whole {
  const text = written("same");
  const same = text.length > 100 ? createHash("sha256").update(text).digest("base64") : text;
  return { same, shown: truncated(written("shown"), shownCharacters) };
}

function plain(value: PlainValue | undefined): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}
