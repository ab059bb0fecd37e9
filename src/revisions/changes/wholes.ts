import { createHash } from "node:crypto";
import { members } from "#core/contract/operations.ts";
import { otherThanNull } from "#core/contract/schema-shape.ts";
import { truncated } from "#core/json/escape.ts";
import { isPlainArray, own, type PlainObject, type PlainValue } from "#core/json/plain.ts";

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

export function wholesOf(parts: readonly PlainObject[]): Map<string, Whole> {
  const found = new Map<string, Whole>();
  for (const keyword of comparedAsWhole) {
    const isChoice = keyword === "anyOf" || keyword === "oneOf";
    const values = parts
      .filter((part) => !isChoice || otherThanNull(part) === undefined)
      .map((part) => own(part, keyword))
      .filter((value) => value !== undefined);
    const [first] = values;
    // As if it were not there: what is neither named nor forbidden is allowed.
    const isSilent = keyword === "additionalProperties" && values.every((value) => value === true);
    if (first !== undefined && !isSilent) found.set(keyword, wholeOf(values.length === 1 ? first : values));
  }
  return found;
}

const silent = new Set(["description", "title", "example", "examples", "deprecated"]);
const shownCharacters = 60;

const knownWholes = new WeakMap<object, Whole[]>();

/** Of each object and depth it is made once: written out, what is referred to often would fill the memory. */
export function wholeOf(value: PlainValue, depth = wholeDepth): Whole {
  if (depth < 0) return { same: "…", shown: "…" };
  if (typeof value !== "object" || value === null)
    return wholeFrom(() => JSON.stringify(typeof value === "bigint" ? Number(value) : value));
  const known = knownWholes.get(value) ?? [];
  knownWholes.set(value, known);
  known[depth] ??= wholeOfParts(value, depth);
  return known[depth];
}

/** Of an object without what only people read. */
function wholeOfParts(value: PlainObject | readonly PlainValue[], depth: number): Whole {
  if (isPlainArray(value)) {
    const items = value.map((item) => wholeOf(item, depth - 1));
    return wholeFrom((of) => `[${items.map((item) => item[of]).join()}]`);
  }
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
