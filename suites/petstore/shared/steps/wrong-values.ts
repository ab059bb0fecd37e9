import type { Facts } from "#core/check/facts.ts";
import type { Depth } from "#core/check/inputs/step.ts";
import type { FieldSchema } from "#core/contract/contract.ts";
import type { StepId } from "#core/exchange/exchange.ts";
import { raw, type WritableJson } from "#core/json/write.ts";
import { markOf, numberMarkOf } from "../evidence/marks.ts";
import { ordinaryCategory } from "../evidence/store.ts";

export type WrongValue = readonly [
  kind: string,
  about: "CREATE-6" | "CREATE-7" | "CREATE-8",
  profile: Depth,
  json: (facts: Facts, id: StepId) => WritableJson,
];

/** Values that break a field's schema, one for each way in which it can be broken; the likeliest mistake first. */
export function wrongValues(schema: FieldSchema): readonly WrongValue[] {
  const type = schema.types?.length === 1 ? schema.types[0] : undefined;
  return [
    ...(type === "string" && schema.enum === undefined ? texts : []),
    ...(schema.enum === undefined ? [] : outsideEnumeration(String(schema.enum[0] ?? ""))),
    ...(type === "string" ? noTexts(schema) : []),
    ...outsideBounds(schema),
    ...(type === "integer" ? noIntegers : []),
    ...(type === "integer" && schema.format === "int64" ? noInt64 : []),
    ...(schema.nullable ? [] : [["null", "CREATE-6", "extended", () => null] as const]),
  ];
}

const texts: readonly WrongValue[] = [
  ["a number", "CREATE-6", "standard", (facts, id) => numberMarkOf(facts, id)],
  ["zero", "CREATE-6", "thorough", () => 0],
  ["an array", "CREATE-6", "extended", (facts, id) => [markOf(facts, id)]],
  ["an empty object", "CREATE-6", "thorough", () => ({})],
  ["an empty array", "CREATE-6", "thorough", () => []],
];

/** The object has a valid value under each name by which a server might look for it. */
function noTexts(schema: FieldSchema): readonly WrongValue[] {
  const inner = (facts: Facts, id: StepId) =>
    schema.enum === undefined ? markOf(facts, id) : String(schema.enum[0] ?? "");
  const within = (value: string) => ({ value, name: value, status: value });
  return [
    ["false", "CREATE-6", schema.enum === undefined ? "extended" : "thorough", () => false],
    ["true", "CREATE-6", "thorough", () => true],
    ["an object", "CREATE-6", "thorough", (facts, id) => within(inner(facts, id))],
  ];
}

function outsideEnumeration(first: string): readonly WrongValue[] {
  return [
    // What every object inherits, so that a look-up in a plain object finds it.
    ["outside the enumeration", "CREATE-7", "standard", () => "constructor"],
    ["in upper case", "CREATE-7", "extended", () => first.toUpperCase()],
    ["with a capital", "CREATE-7", "thorough", () => first.replace(/^./, (c) => c.toUpperCase())],
    ["empty", "CREATE-7", "extended", () => ""],
    // An error message that repeats it must be in UTF-8, and escape the quotation mark.
    ["with letters beyond ASCII", "CREATE-7", "extended", () => `${first} "\u00e9t\u00e9`],
    ["with a blank behind", "CREATE-7", "extended", () => `${first} `],
    ["with a blank before", "CREATE-7", "thorough", () => ` ${first}`],
    // The $ of many regular expressions matches before a last line end.
    ["with a line end behind", "CREATE-7", "thorough", () => `${first}\n`],
    ["with a prefix", "CREATE-7", "thorough", () => `un${first}`],
    // Some parsers accept the ordinal of an enumeration value, even as text.
    ["a number in text", "CREATE-7", "thorough", () => "1"],
    ["a number", "CREATE-6", "extended", () => 1],
    ["zero", "CREATE-6", "thorough", () => 0],
    ["an array of one", "CREATE-6", "thorough", () => [first]],
    ["an empty array", "CREATE-6", "thorough", () => []],
    ["an empty object", "CREATE-6", "thorough", () => ({})],
  ];
}

/** One step beyond each bound of the document; the embedded one has none but int64's. */
function outsideBounds({ minimum, maximum, minLength, maxLength }: FieldSchema): readonly WrongValue[] {
  const rows: WrongValue[] = [];
  const add = (kind: string, json: WrongValue[3]) => void rows.push([kind, "CREATE-6", "standard", json]);
  if (minimum !== undefined) add("below its minimum", () => BigInt(minimum) - 1n);
  if (maximum !== undefined) add("above its maximum", () => BigInt(maximum) + 1n);
  if (minLength !== undefined && minLength > 0)
    add("shorter than its minimum", () => "x".repeat(minLength - 1));
  if (maxLength !== undefined)
    add("longer than its maximum", (facts, id) => markOf(facts, id).padEnd(maxLength + 1, "-x"));
  return rows;
}

const category = (facts: Facts) => ordinaryCategory(facts).id;
const behind = (text: string) => (facts: Facts) => raw(`${category(facts)}${text}`);

const noIntegers: readonly WrongValue[] = [
  ["a string", "CREATE-6", "standard", (facts) => String(category(facts))],
  ["a word", "CREATE-6", "extended", () => "abc"],
  ["a string of digits and letters", "CREATE-6", "extended", (facts) => `${category(facts)}abc`],
  // Falsy, and so 0 to some servers.
  ["an empty string", "CREATE-6", "extended", () => ""],
  ["a blank", "CREATE-6", "thorough", () => " "],
  // An integer to some languages.
  ["a boolean", "CREATE-6", "standard", () => true],
  ["false", "CREATE-6", "thorough", () => false],
  ["an array", "CREATE-6", "extended", (facts) => [category(facts)]],
  ["an object", "CREATE-6", "thorough", (facts) => ({ id: category(facts), value: category(facts) })],
  ["an empty object", "CREATE-6", "thorough", () => ({})],
  ["fractional", "CREATE-8", "standard", behind(".5")],
  // Here, rounding down, up and to the nearest differ.
  ["negative and fractional", "CREATE-8", "thorough", () => raw("-1.5")],
  ["between 0 and 1", "CREATE-8", "thorough", () => raw("0.5")],
  ["with a small fraction", "CREATE-8", "thorough", behind(".0000001")],
  ["fractional, with an exponent", "CREATE-8", "thorough", behind(".5e0")],
];

const noInt64: readonly WrongValue[] = [
  ["2^63", "CREATE-8", "standard", () => 2n ** 63n],
  ["below -2^63", "CREATE-8", "extended", () => -(2n ** 63n) - 1n],
  // Its lower 64 bits are an existing category.
  ["beyond 2^64", "CREATE-8", "thorough", (facts) => 2n ** 64n + category(facts)],
  // More digits than some parsers of numbers accept, which fail in another way then.
  ["of 5000 digits", "CREATE-8", "thorough", () => raw("9".repeat(5000))],
  // Beyond all doubles.
  ["1e400", "CREATE-8", "extended", () => raw("1e400")],
];
