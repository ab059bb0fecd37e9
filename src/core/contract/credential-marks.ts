import { type JsonNode, resolvePointer, valuesIn } from "../json/read.ts";
import type { SchemaProblem } from "./contract.ts";
import { NotRecorded } from "./recorded.ts";

/** What a proxy keeps in place of a credential (docs/evidence.md, Files of traffic). */
const sign = /\{key [0-9]+\}|\[redacted\]/;

export const valueTakenOut = new NotRecorded("a value in the request");

/** True for a text of which nobody knows what stood in it. */
export function isTakenOut(text: string): boolean {
  return sign.test(text);
}

/** What is so whatever the values are: what was taken out of a recording kept its type. */
const ofShape = new Set([
  ...["type", "required", "dependentRequired", "additionalProperties", "unevaluatedProperties"],
  ...["minItems", "maxItems", "minProperties", "maxProperties"],
]);

/** What a problem is about, where that depends on values. */
export function aboutValue({ keyword, pointer }: SchemaProblem, body: JsonNode): JsonNode | undefined {
  return ofShape.has(keyword) ? undefined : resolvePointer(body, pointer);
}

/** True for a problem that the recording may have, and not the traffic: a credential was taken out of what it is about. */
export function isOfTakenOut(problem: SchemaProblem, body: JsonNode): boolean {
  const value = aboutValue(problem, body);
  return value !== undefined && valuesIn(value).some((one) => one.kind === "string" && isTakenOut(one.value));
}

const most = 2n ** 63n;

/** What stands in the place of a number: one of as many digits, which is beyond 64 bits where that one is. */
export function pictureOfNumber(digits: string): string {
  const isInteger = /^-?\d+$/.test(digits) && digits.length < 100;
  const value = isInteger ? BigInt(digits) : 0n;
  const first = value >= most || value < -most ? "9" : "1";
  return digits.replaceAll(/\d/g, "0").replace(/^(-?)0(?!\.|$)/, `$1${first}`);
}
