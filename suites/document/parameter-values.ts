import type { Priority } from "../../src/core/check/step.ts";
import type { Profile } from "../../src/core/check/verdict.ts";
import { judgeParameter } from "../../src/core/contract/classify-parameter.ts";
import type { Parameter, RequestProblem } from "../../src/core/contract/contract.ts";

/** A value that is tried, and its priority. */
export interface TriedValue {
  readonly value: string;
  readonly profile: Profile;
  readonly priority: Priority;
}

/** The most values of one kind for one parameter. */
const mostValues = 8;
/** A longer one would test the server's own bounds rather than the document's. */
const longestText = 2000;

/** What the document says of a text as the value of a parameter; `open`: neither accepting nor rejecting it is wrong. */
export function sideOf(parameter: Parameter, text: string): "inside" | "outside" | "open" {
  const findings = { problems: [] as RequestProblem[], open: [] as RequestProblem[] };
  judgeParameter(parameter, [text], findings);
  return findings.problems.length > 0 ? "outside" : findings.open.length > 0 ? "open" : "inside";
}

/** Values at the bounds, those of an enumeration, the default. */
export function insideValues(parameter: Parameter): readonly TriedValue[] {
  const { field } = parameter;
  return tried(parameter, "inside", [field.minimum, field.maximum, ...(field.enum ?? []), field.default]);
}

/** Values next to the bounds and of other types, unknown words, texts that are too long. */
export function outsideValues(parameter: Parameter): readonly TriedValue[] {
  const { types = [], minimum, maximum, minLength = 0, maxLength } = parameter.field;
  const isNumber = types.includes("integer") || types.includes("number");
  return tried(parameter, "outside", [
    minimum === undefined ? undefined : beside(minimum, -1),
    maximum === undefined ? undefined : beside(maximum, 1),
    ...(isNumber ? ["abc", "1.5"] : []),
    "conformance-unknown",
    maxLength === undefined || maxLength > longestText ? undefined : "x".repeat(maxLength + 1),
    minLength > 1 ? "x" : undefined,
  ]);
}

function tried(
  parameter: Parameter,
  side: "inside" | "outside",
  candidates: readonly (bigint | number | boolean | string | null | undefined)[],
): readonly TriedValue[] {
  const { types } = parameter.field;
  // Any text is a valid string; for arrays and objects there is no single way to be wrong.
  if (types === undefined || types.includes("array") || types.includes("object")) return [];
  const texts = candidates.filter((one) => one !== undefined && one !== null).map(String);
  const usable = [...new Set(texts)].filter((text) => text !== "" && sideOf(parameter, text) === side);
  return usable.slice(0, mostValues).map((value, index) => ({
    value,
    profile: index < 2 ? "standard" : "thorough",
    priority: index === 0 ? "typical" : index < 2 ? "frequent" : "occasional",
  }));
}

function beside(bound: bigint | number, step: 1 | -1): bigint | number {
  return typeof bound === "bigint" ? bound + BigInt(step) : bound + step;
}
