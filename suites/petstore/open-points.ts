import type { RequestProblem } from "#core/contract/classification/classification.ts";
import type { ObjectShape } from "#core/contract/contract.ts";
import { describeValue } from "#core/contract/validation/problem-words.ts";
import type { JsonNode, JsonObject } from "#core/json/json.ts";
import { exactInteger } from "#core/json/number.ts";
import { pointerToken } from "#core/json/read.ts";

// Ruling 9: names of 1 to 64 UTF-16 units without these are kept as sent; others may be refused.
const maxUnits = 64;
const unusualCharacters = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** Points of a valid body at which the interface leaves open whether it is served (rulings 9 and 12). */
export function openInBody(shape: ObjectShape, body: JsonObject): RequestProblem[] {
  return body.members.flatMap(({ name, value }) => {
    const expected = shape.properties.has(name) ? usual(value) : "no field of this name";
    const at = `/${pointerToken(name)}`;
    return expected === undefined ? [] : [{ part: "body", at, expected, seen: describeValue(value) }];
  });
}

/** What a valid value would have to be for every service to take it; undefined when it is that. */
function usual(value: JsonNode): string | undefined {
  if (value.kind === "number") {
    const integer = exactInteger(value.raw);
    // Ruling 12: `1.0` and beyond 2^53; ruling 9: a reference that is zero or negative.
    if (integer === undefined) return undefined;
    if (value.raw !== String(integer)) return "an integer in decimal digits";
    if (integer <= 0n || integer > 2n ** 53n) return "a positive integer within 2^53";
  }
  if (value.kind !== "string") return undefined;
  if (value.value.trim() === "" || value.value.length > maxUnits)
    return `1 to ${maxUnits} characters, not all whitespace`;
  return unusualCharacters.test(value.value) ? "ordinary characters" : undefined;
}
