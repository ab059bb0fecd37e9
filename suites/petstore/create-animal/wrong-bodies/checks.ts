import { caseRef, type StepRef } from "#core/check/case.ts";
import {
  type PromisedCase,
  type RefusalCase,
  refusal,
  type Scenario,
  traceCheck,
} from "#core/check/check.ts";
import { refused, wrongStatus } from "#core/check/expectation.ts";
import {
  type Answered,
  answeredWith,
  type Facts,
  findingsOn,
  hasStatus,
  isAnswered,
} from "#core/check/facts.ts";
import type { RequestProblem } from "#core/contract/classification/classification.ts";
import type { Contract } from "#core/contract/contract.ts";
import { isInteger } from "#core/json/number.ts";
import { parseJson } from "#core/json/parse.ts";
import { type JsonObject, resolvePointer } from "#core/json/read.ts";
import { raw, type WritableJson } from "#core/json/write.ts";
import { hasKey, sentJson, sentText } from "#suites/petstore/pets.ts";
import { notApplicable } from "#suites/petstore/reasons.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { serialMarkIn } from "#suites/petstore/shared/evidence/marks.ts";
import { recordedAnswers } from "#suites/petstore/shared/evidence/served-answers.ts";
import {
  body,
  categoriesOutside,
  generatedBodies,
  otherValues,
  statusesOutside,
} from "#suites/petstore/shared/generated/values.ts";
import { judgeStored, type Marked, marked } from "#suites/petstore/shared/nothing-stored.ts";
import { created } from "#suites/petstore/shared/steps/controls.ts";
import { generatedWrongBodies, sentinel } from "#suites/petstore/shared/steps/named-steps.ts";
import { newPetText, postPet } from "#suites/petstore/shared/steps/requests.ts";
import { type KindOnWalk, onWalk } from "#suites/petstore/shared/steps/walk.ts";
import { type WrongBody, wrongBodies } from "#suites/petstore/shared/steps/wrong-bodies.ts";

function wrongBodyCases(about: WrongBody["about"]): Scenario {
  return refusal(about, (contract) =>
    wrongBodies(contract)
      .filter((body) => body.about === about)
      .map(({ step, contentType }): RefusalCase => {
        // That a charset is rejected is CREATE-13's (ruling 8).
        const isCharsets = (answer: Answered) => contentType !== undefined && hasStatus(answer, 415);
        const precondition: RefusalCase["precondition"] = (answer) =>
          isCharsets(answer) ? notApplicable("charset-rejected") : undefined;
        return { step, precondition, control: created, expect: refused(400) };
      }),
  );
}

/** CREATE-5 to 9 and 11. Subject: an answer to a body that is wrong in one way. Control: the right one, accepted. */
export const missingField = wrongBodyCases("CREATE-5");
export const wrongType = wrongBodyCases("CREATE-6");
export const statusOutside = wrongBodyCases("CREATE-7");
export const categoryOutside = wrongBodyCases("CREATE-8");
export const noObject = wrongBodyCases("CREATE-9");
export const lenientParser = wrongBodyCases("CREATE-11");

/** CREATE-7, 9. Subject: a body with an unknown status, and one that is cut short, right after requests of every kind. */
export const statusOnWalk = bodiesOnWalk("CREATE-7", "unknownStatus");
export const cutShortOnWalk = bodiesOnWalk("CREATE-9", "cutShort");

function bodiesOnWalk(about: WrongBody["about"], kind: KindOnWalk): Scenario {
  return refusal(about, (contract) =>
    onWalk(contract, kind).map((of) => ({ ...{ control: created, expect: refused(400) }, ...of })),
  );
}

const refusedBodies = caseRef("refused-bodies", "rejected bodies");

function markedInSeries(series: readonly StepRef[], facts: Facts): readonly Marked[] {
  return series
    .flatMap((step) => facts.all(step))
    .filter(isAnswered)
    .filter((answer) => !hasStatus(answer, 429))
    .flatMap((answer) => {
      const mark = serialMarkIn(sentText(answer), facts);
      return mark === undefined ? [] : [{ answer, marks: [mark] }];
    });
}

function standardBodies(contract: Contract): readonly [Omit<PromisedCase, "case">] {
  const bodies = wrongBodies(contract).flatMap(({ step }) => (step.profile === "standard" ? step : []));
  return [{ profile: "standard", from: [...bodies, sentinel] }];
}

/** CREATE-10. Subject: every wrong body that was refused and bears a mark. */
export const refusedStoresNothing = traceCheck(
  "CREATE-10",
  refusedBodies,
  standardBodies,
  (facts, observe) => {
    const sent = [
      ...marked(
        wrongBodies(facts.contract).map(({ step }) => step),
        facts,
      ),
      ...markedInSeries(Object.values(generatedWrongBodies), facts),
    ].filter(({ answer }) => answer.outcome.answer.status >= 400);
    return judgeStored(sent, facts, () => observe);
  },
);

type AboutWrongBody = "CREATE-5" | "CREATE-6" | "CREATE-7" | "CREATE-8";

/**
 * CREATE-5 to 8. Subject: each success, and each 400, to a create whose body is an object with a wrong field or without a
 * required one. Any other 4xx may have another reason.
 */
export const missingFieldAccepted = accepted("CREATE-5");
export const invalidFieldAccepted = accepted("CREATE-6");
export const invalidStatusAccepted = accepted("CREATE-7");
export const invalidCategoryAccepted = accepted("CREATE-8");

function accepted(about: AboutWrongBody) {
  return recordedAnswers(about, (answer, observe, facts) => {
    const wrong = wrongIn(answer, facts);
    if (wrong?.about !== about) return undefined;
    if (answeredWith(answer, 400)) return observe.held(answer);
    if (!answeredWith(answer, 200, 201, 202)) return undefined;
    const { at, seen, found } = wrong.problem;
    const where = found?.kind === "missing-field" ? "" : ` at ${at}`;
    return observe.broken(answer, `400 to a body with ${seen}${where}`, wrongStatus(answer));
  });
}

/**
 * The first mistake in the body, where nothing else of the request is wrong. What a lenient parser accepts (ruling 7) is left
 * out: a field in another case, a number that rounds to an integer.
 */
function wrongIn(answer: Answered, { contract }: Facts) {
  const { operation } = contract.classify(answer.request);
  const { problems } = findingsOn(answer, contract);
  const [problem] = problems;
  if (operation !== "createPet" || problem === undefined || !hasKey(answer)) return undefined;
  const body = sentJson(answer);
  if (!body.ok || body.value.kind !== "object" || problems.some(({ part }) => part !== "body"))
    return undefined;
  const about = requirementOf(problem, body.value);
  return about && { about, problem };
}

function requirementOf({ at, found }: RequestProblem, body: JsonObject): AboutWrongBody | undefined {
  if (found?.kind === "missing-field") return hasInAnotherCase(body, found.name) ? undefined : "CREATE-5";
  const value = resolvePointer(body, at);
  if (value?.kind === "string" && at === "/status") return "CREATE-7";
  if (value?.kind !== "number" || at !== "/categoryId") return "CREATE-6";
  return isInteger(value.raw) || !Number.isInteger(Number(value.raw)) ? "CREATE-8" : undefined;
}

function hasInAnotherCase(body: JsonObject, name: string): boolean {
  return body.members.some((member) => member.name.toLowerCase() === name.toLowerCase());
}

const wrongly = (step: StepRef) => ({ ...step, expectedValidity: "invalid", expect: refused(400) }) as const;

/** CREATE-6. Subject: an answer to a body in which one field has a generated value of another type. */
export const generatedFieldTypes = generatedBodies("CREATE-6", {
  ...wrongly(generatedWrongBodies.otherTypes),
  isInDocument: (contract) => typedFields(contract).length > 0,
  runs: 10,
  inputs: (fc, { contract }) =>
    fc
      .constantFrom(...typedFields(contract))
      .chain((field) => fc.record({ field: fc.constant(field), value: otherValues(fc) }))
      .filter(({ field, value }) => isOfAnotherType(contract, field, value)),
  request: ({ field, value }, facts, nth) =>
    postPet(body(facts, "t", nth, { [field]: value as WritableJson })),
});

/** Fields of which some value has another type: a document may leave a field's type open. */
function typedFields(contract: Contract): readonly string[] {
  const values = [null, true, 0, "x", [], {}] as const;
  return [...petstore(contract).newPet.properties.keys()].filter((field) =>
    values.some((value) => isOfAnotherType(contract, field, value)),
  );
}

function isOfAnotherType(contract: Contract, field: string, value: WritableJson): boolean {
  const parsed = parseJson(newPetText(petstore(contract), { name: "x", categoryId: 1, [field]: value }));
  return (
    parsed.ok &&
    petstore(contract)
      .schemas.NewPet.validate(parsed.value)
      .some(({ keyword, pointer }) => keyword === "type" && pointer === `/${field}`)
  );
}

/** CREATE-7. Subject: an answer to a body with a generated status that is not in the enumeration. */
export const generatedStatuses = generatedBodies("CREATE-7", {
  ...wrongly(generatedWrongBodies.statuses),
  isInDocument: (contract) => petstore(contract).statuses.length > 0,
  runs: 8,
  inputs: (fc, { contract }) => statusesOutside(fc, petstore(contract).statuses),
  request: (status, facts, nth) => postPet(body(facts, "s", nth, { status })),
});

/** CREATE-8. Subject: an answer to a body with a generated category that is fractional or no int64. */
export const generatedCategories = generatedBodies("CREATE-8", {
  ...wrongly(generatedWrongBodies.categories),
  isInDocument: (contract) => petstore(contract).newPet.properties.get("categoryId")?.format === "int64",
  runs: 8,
  inputs: categoriesOutside,
  request: (text, facts, nth) => postPet(body(facts, "c", nth, { categoryId: raw(text) })),
});

/** CREATE-9. Subject: an answer to a body that is truncated anywhere, so that it is not JSON. */
export const generatedTruncations = generatedBodies("CREATE-9", {
  ...wrongly(generatedWrongBodies.truncated),
  runs: 6,
  inputs: (fc) => fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  request: (share, facts, nth) => {
    const whole = body(facts, "o", nth);
    return postPet(whole.slice(0, Math.floor(share * whole.length)));
  },
});
