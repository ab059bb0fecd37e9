import { stepRef } from "#core/check/case.ts";
import { runCheck, scenario } from "#core/check/check.ts";
import { type Expectation, wrongStatus } from "#core/check/expectation.ts";
import { statusClass } from "#core/check/facts.ts";
import { jsonOf } from "#core/check/json-body.ts";
import { isUnresolved } from "#core/check/results/unresolved.ts";
import { inBody } from "#core/check/results/verdict.ts";
import { answerInWords } from "#core/check/results/words.ts";
import type { Operation, Parameter } from "#core/contract/contract.ts";
import { headers } from "./answers.ts";
import { everyAnswer, type Family, inWords, isFamily, type Subject } from "./family.ts";
import { parameterFamilies } from "./parameters.ts";
import { untested } from "./reasons.ts";
import { stepBeside, variantOf } from "./requests.ts";
import { knownValue } from "./values.ts";

/** What a document adds to an operation that other requirements are about. */
export interface Addition {
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
  /** Of its answers. */
  readonly headers: readonly string[];
  /** Of its body; they may be left out. */
  readonly fields: readonly string[];
}

/** What is asked of these parts: each is tested, or untested by name. */
export function additionFamilies(subject: Subject, { parameters, fields, ...added }: Addition) {
  return [
    ...parameters.map((parameter) => allowedFamily(subject, parameter)),
    ...parameterFamilies(subject, parameters).filter(isFamily),
    ...headers(subject, added.headers).filter(isFamily),
    ...fields.map((field) => fieldFamily(subject, field)),
  ];
}

/** What the parameter does, the document says to people alone. */
function allowedFamily(subject: Subject, parameter: Parameter): Family {
  const { operation } = subject;
  const { name, in: where } = parameter;
  const step = stepBeside(subject, stepRef(`with/${name}`, `with ${name}`), "quick", (facts) => {
    const value = knownValue(subject, parameter, facts);
    return isUnresolved(value) ? value : variantOf(subject, facts, { parameter, value: value.value });
  });
  return {
    name: `values/${name}`,
    text: `A value that the document allows for the ${where} parameter ${name} of ${inWords(subject)} is answered with a status that it gives, and with the body that it describes.`,
    place: parameter.place(),
    checks: (about) => [
      scenario(about, () => [
        {
          step,
          expect: asDescribed(operation),
          // The service may know why this value is none that it serves.
          precondition: (answer) =>
            statusClass(answer) === 4 && operation.documents(answer.outcome.answer.status)
              ? untested("value-refused", { where, name })
              : undefined,
        },
      ]),
    ],
  };
}

function asDescribed(operation: Operation): Expectation<"served"> {
  return {
    kind: "served",
    words: "a status that the document gives, with the body that it describes",
    mismatch: (answer) => {
      const { status } = answer.outcome.answer;
      if (!operation.documents(status)) return wrongStatus(answer);
      const [schema, body] = [operation.answer(status), jsonOf(answer)];
      if (schema === undefined) return undefined;
      if (body === undefined) return { seen: answerInWords(answer), place: inBody() };
      const [problem] = schema.validate(body);
      return problem && { seen: problem.seen, place: inBody(problem.pointer) };
    },
  };
}

function fieldFamily(subject: Subject, name: string): Family {
  return {
    name: `fields/${name}`,
    text: `${inWords(subject)} takes the field ${name} as the document describes it.`,
    place: subject.operation.place("requestBody"),
    checks: (about) => [
      runCheck(about, everyAnswer, { profile: "quick", from: [] }, () =>
        untested("field-not-sent", { name }),
      ),
    ],
  };
}
