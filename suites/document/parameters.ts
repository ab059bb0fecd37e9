import { type Control, type RefusalCase, refusal } from "../../src/core/check/check.ts";
import type { Expectation, Permission } from "../../src/core/check/expectation.ts";
import type { Answered, Facts } from "../../src/core/check/facts.ts";
import { type Step, stepRef } from "../../src/core/check/step.ts";
import { inStatus } from "../../src/core/check/verdict.ts";
import { answerInWords } from "../../src/core/check/words.ts";
import type { Parameter } from "../../src/core/contract/contract.ts";
import { quoted } from "../../src/core/contract/problem-words.ts";
import { type Family, inWords, isServed, type Made, type Subject } from "./family.ts";
import { generatedOutside } from "./generated.ts";
import { insideValues, outsideValues, type TriedValue } from "./parameter-values.ts";
import { variantOf } from "./requests.ts";
import { isWriting } from "./tested-operation.ts";

/** What is asked of each parameter that the document bounds. */
export function parameterFamilies(subject: Subject): readonly Made[] {
  return subject.operation.parameters.flatMap((parameter): readonly Made[] => {
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
    level: "must",
    text: `A value that the document does not allow for the ${parameter.in} parameter ${parameter.name} of ${inWords(subject)} is answered by ${expect.words}.`,
    place: parameter.place(),
    checks: (about) =>
      subject.leftOut === undefined
        ? [
            refusal(about, () => [
              ...values.map((value) => caseOf(subject, parameter, value, expect)),
              ...generatedOutside(subject, parameter, expect, controlOf(subject)),
            ]),
          ]
        : [],
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
  return {
    name: nameOfFamily(parameter).replace("parameters/", "bounds/"),
    level: "should",
    text: `${inWords(subject)} serves the values that the document allows for the ${parameter.in} parameter ${parameter.name}, and rejects others with a 4xx.`,
    place: parameter.place(),
    checks: (about) =>
      subject.leftOut === undefined
        ? [
            refusal(about, () => [
              ...inside.map((value) => caseOf(subject, parameter, value, served)),
              ...outside.map((value) => caseOf(subject, parameter, value, rejected)),
            ]),
          ]
        : [],
  };
}

const served: Expectation<"served"> = {
  kind: "served",
  words: "a success",
  mismatch: (answer) => (isServed(answer) ? undefined : inItsStatus(answer)),
};

const rejected: Permission = {
  kind: "rejected",
  words: "a 4xx",
  mismatch: (answer) => (isRejected(answer) ? undefined : inItsStatus(answer)),
};

function isRejected({ outcome }: Answered): boolean {
  return outcome.answer.status >= 400 && outcome.answer.status < 500;
}

function inItsStatus(answer: Answered) {
  return { seen: answerInWords(answer), place: inStatus };
}

/** If the document has a 400 or 422, only a 4xx that it has; a malformed id may also be called unknown. */
function rejectedOrServed({ operation }: Subject, parameter: Parameter): Permission {
  const { codes } = operation.statuses;
  const isGiven = (codes.has(400) || codes.has(422)) && parameter.in !== "path";
  return {
    kind: "rejected",
    words: isGiven ? "a 4xx that the document gives, or a success" : "a 4xx, or a success",
    mismatch: (answer) => {
      const { status } = answer.outcome.answer;
      const met = isServed(answer) || (isRejected(answer) && (!isGiven || operation.documents(status)));
      return met ? undefined : inItsStatus(answer);
    },
  };
}

/** The same request without that value was served. */
function controlOf({ base }: Subject): Control {
  return { step: base, words: "answered with a success", held: (answer) => isServed(answer) };
}

function caseOf(subject: Subject, parameter: Parameter, tried: TriedValue, expect: Permission): RefusalCase {
  return { step: stepOf(subject, parameter, tried), control: controlOf(subject), expect };
}

function stepOf(subject: Subject, parameter: Parameter, { value, profile, priority }: TriedValue): Step {
  const { operation, area, base } = subject;
  return {
    ...stepRef(`${area}/${parameter.name}/${quoted(value)}`, `${area}, ${parameter.name} ${quoted(value)}`),
    profile,
    priority,
    requires: [base],
    ...(isWriting(operation) && { effect: "write" }),
    asks: { method: operation.method, path: operation.path },
    request: (facts: Facts) => variantOf(subject, facts, { parameter, value }),
  };
}
