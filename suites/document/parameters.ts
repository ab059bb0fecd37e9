import { stepRef } from "#core/check/case.ts";
import { type Control, type RefusalCase, refusal } from "#core/check/check.ts";
import { byStatus, type Permission } from "#core/check/expectation.ts";
import { statusClass } from "#core/check/facts.ts";
import type { Depth } from "#core/check/inputs/step.ts";
import { sideOf } from "#core/contract/classification/classify-parameter.ts";
import type { FieldSchema, Parameter } from "#core/contract/contract.ts";
import { quoted } from "#core/contract/validation/problem-words.ts";
import { type Family, inWords, isServedBy, type Made, type Subject } from "./family.ts";
import { stepBeside, variantOf } from "./requests.ts";
import { isWriting } from "./sources.ts";

export function parameterFamilies(
  subject: Subject,
  parameters = subject.operation.parameters,
): readonly Made[] {
  return parameters.flatMap((parameter): readonly Made[] => {
    const outside = outsideValues(parameter);
    const made = [
      outsideFamily(subject, parameter, outside),
      boundsFamily(subject, parameter, outside),
    ].filter((one) => one !== undefined);
    return made.length > 0
      ? made
      : [{ name: nameOfFamily(parameter), why: "the document bounds it by nothing that can be tried" }];
  });
}

/** Two parameters of one name may stand in different parts of a request. */
function nameOfFamily({ name, in: where }: Parameter): string {
  return where === "query" || where === "path" ? `parameters/${name}` : `parameters/${where}/${name}`;
}

/** Outside the bounds: a 4xx, or what a request within them gets. */
function outsideFamily(
  subject: Subject,
  parameter: Parameter,
  values: readonly TriedValue[],
): Family | undefined {
  if (values.length === 0) return undefined;
  const expect = rejectedOrServed(subject, parameter);
  return {
    name: nameOfFamily(parameter),
    text: `A value that the document does not allow for the ${parameter.in} parameter ${parameter.name} of ${inWords(subject)} is answered by ${expect.words}.`,
    place: parameter.place(),
    checks: (about) => [
      refusal(about, () => values.map((value) => caseOf(subject, parameter, value, expect))),
    ],
  };
}

/** Within the bounds it is served, outside of them it is not: a document may be stricter than its service. */
function boundsFamily(
  subject: Subject,
  parameter: Parameter,
  outside: readonly TriedValue[],
): Family | undefined {
  // A write may fail the second time, and an allowed id need not exist.
  const mayBeServed = !isWriting(subject.operation) && parameter.in !== "path";
  const inside = mayBeServed ? insideValues(parameter) : [];
  if (outside.length + inside.length === 0) return undefined;
  const served = byStatus("served", "a success", (answer) => isServedBy(subject.operation, answer));
  return {
    name: nameOfFamily(parameter).replace("parameters/", "bounds/"),
    level: "should",
    text: `${inWords(subject)} serves the values that the document allows for the ${parameter.in} parameter ${parameter.name}, and rejects others with a 4xx.`,
    place: parameter.place(),
    checks: (about) => [
      refusal(about, () => [
        ...inside.map((value) => caseOf(subject, parameter, value, served)),
        ...outside.map((value) => caseOf(subject, parameter, value, rejected)),
      ]),
    ],
  };
}

const rejected = byStatus("rejected", "a 4xx", (answer) => statusClass(answer) === 4);

/** If the document has a 400 or 422, only a 4xx that it has; a malformed id may also be called unknown. */
function rejectedOrServed({ operation }: Subject, parameter: Parameter): Permission {
  const isGiven =
    operation.responses.some(({ name }) => name === "400" || name === "422") && parameter.in !== "path";
  return byStatus(
    "rejected",
    isGiven ? "a 4xx that the document gives, or a success" : "a 4xx, or a success",
    (answer) => {
      const isAllowed = !isGiven || operation.documents(answer.outcome.answer.status);
      return (statusClass(answer) === 4 && isAllowed) || isServedBy(operation, answer);
    },
  );
}

function caseOf(
  subject: Subject,
  parameter: Parameter,
  { value, profile }: TriedValue,
  expect: Permission,
): RefusalCase {
  const { name } = parameter;
  const { operation, base } = subject;
  const ref = stepRef(`${name}/${quoted(value)}`, `${name} ${quoted(value)}`);
  const step = stepBeside(subject, ref, profile, (facts) => variantOf(subject, facts, { parameter, value }));
  // The same request without that value was served.
  const held: Control["held"] = (answer) => isServedBy(operation, answer);
  return { step, control: { step: base, words: "answered with a success", held }, expect };
}

interface TriedValue {
  readonly value: string;
  readonly profile: Depth;
}

const mostValues = 8;
/** A longer one would test the server's own bounds rather than the document's. */
const longestText = 2000;

/** An array is tried with one item. */
function boundsOf({ field, item }: Parameter): FieldSchema {
  return item ?? field;
}

function insideValues(parameter: Parameter): readonly TriedValue[] {
  const field = boundsOf(parameter);
  return tried(parameter, "inside", [field.minimum, field.maximum, ...(field.enum ?? []), field.default]);
}

function outsideValues(parameter: Parameter): readonly TriedValue[] {
  const { types = [], minimum, maximum, minLength = 0, maxLength } = boundsOf(parameter);
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
  const { types } = boundsOf(parameter);
  // Any text is a valid string; for objects, and arrays of arrays, there is no single way to be wrong.
  if (types === undefined || types.includes("array") || types.includes("object")) return [];
  const texts = candidates.filter((one) => one !== undefined && one !== null).map(String);
  const usable = [...new Set(texts)].filter((text) => text !== "" && sideOf(parameter, [text]) === side);
  return usable.slice(0, mostValues).map((value, index) => ({
    value,
    profile: index < 2 ? "standard" : "extended",
  }));
}

function beside(bound: bigint | number, step: 1 | -1): bigint | number {
  return typeof bound === "bigint" ? bound + BigInt(step) : bound + step;
}
