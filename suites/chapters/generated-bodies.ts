import { refused, served } from "../../src/core/check/answers.ts";
import { type Control, type RefusalCase, refusal } from "../../src/core/check/check.ts";
import { anyOf, type Permission } from "../../src/core/check/expectation.ts";
import type { Facts } from "../../src/core/check/facts.ts";
import type { Step } from "../../src/core/check/step.ts";
import type { Contract } from "../../src/core/contract/contract.ts";
import { parseJson } from "../../src/core/json/parse.ts";
import { raw, type WritableJson } from "../../src/core/json/write.ts";
import { serialMark } from "../evidence/marks.ts";
import { fewestStatus, ordinaryCategory } from "../evidence/store.ts";
import { petstore } from "../petstore/roles.ts";
import { answered } from "../steps/controls.ts";
import { firstCreate, generatedCreates, generatedWrongBodies } from "../steps/named-steps.ts";
import { type NewPetFields, newPetText, postingAfter, postPet } from "../steps/requests.ts";
import { generatedStep, meets, type OneRequest } from "./generated.ts";
import {
  anyCategory,
  categoriesOutside,
  extraMembers,
  jsonLabels,
  longNames,
  otherValues,
  statusesOutside,
} from "./generated-values.ts";

const created: Control = answered(firstCreate, 201);
const exactly400 = refused(400);
const either = anyOf(refused("4xx"), served(201));

/** A right body but for these members, with a mark of its own (ruling 7). */
function body(facts: Facts, letter: string, nth: number, fields: NewPetFields = {}): string {
  return newPetText(petstore(facts.contract), {
    name: serialMark(facts, letter, nth),
    categoryId: ordinaryCategory(facts).id,
    status: fewestStatus(facts),
    ...fields,
  });
}

function posted<Input>(
  sent: Pick<Step, "label" | "effect" | "expectedValidity">,
  one: OneRequest<Input>,
): Step {
  return postingAfter(firstCreate, generatedStep(sent, one));
}

function cases(step: Step, expect: Permission): readonly RefusalCase[] {
  return [{ step, control: created, expect }];
}

/** CREATE-6. Subject: an answer to a body in which one field has a generated value of another type. */
export const generatedTypes = refusal("CREATE-6", (contract) =>
  typedFields(contract).length === 0 ? [] : cases(wrongTypes, exactly400),
);

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

const wrongTypes = posted(
  { label: generatedWrongBodies.otherTypes.label, expectedValidity: "invalid" },
  {
    runs: 10,
    inputs: (fc, { contract }) =>
      fc
        .constantFrom(...typedFields(contract))
        .chain((field) => fc.record({ field: fc.constant(field), value: otherValues(fc) }))
        .filter(({ field, value }) => isOfAnotherType(contract, field, value)),
    request: ({ field, value }, facts, nth) =>
      postPet(body(facts, "t", nth, { [field]: value as WritableJson })),
    holds: meets(exactly400),
  },
);

/** CREATE-7. Subject: an answer to a body with a generated status that is none of the enumeration. */
export const generatedStatuses = refusal("CREATE-7", (contract) => {
  const { statuses } = petstore(contract);
  return statuses.length === 0 ? [] : cases(wrongStatuses, exactly400);
});

const wrongStatuses = posted(
  { label: generatedWrongBodies.statuses.label, expectedValidity: "invalid" },
  {
    runs: 8,
    inputs: (fc, { contract }) => statusesOutside(fc, petstore(contract).statuses),
    request: (status, facts, nth) => postPet(body(facts, "s", nth, { status })),
    holds: meets(exactly400),
  },
);

/** CREATE-8. Subject: an answer to a body with a generated category that is fractional or no int64. */
export const generatedCategories = refusal("CREATE-8", (contract) => {
  const { newPet } = petstore(contract);
  return newPet.properties.get("categoryId")?.format === "int64" ? cases(wrongCategories, exactly400) : [];
});

const wrongCategories = posted(
  { label: generatedWrongBodies.categories.label, expectedValidity: "invalid" },
  {
    runs: 8,
    inputs: categoriesOutside,
    request: (text, facts, nth) => postPet(body(facts, "c", nth, { categoryId: raw(text) })),
    holds: meets(exactly400),
  },
);

/** CREATE-9. Subject: an answer to a body that is truncated anywhere, so that it is not JSON. */
export const generatedCuts = refusal("CREATE-9", () => cases(cutOff, exactly400));

const cutOff = posted(
  { label: generatedWrongBodies.truncated.label, expectedValidity: "invalid" },
  {
    runs: 6,
    inputs: (fc) => fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    request: (share, facts, nth) => {
      const whole = body(facts, "o", nth);
      return postPet(whole.slice(0, Math.floor(share * whole.length)));
    },
    holds: meets(exactly400),
  },
);

/** CREATE-14. Subject: an answer to a generated body that a service may take or refuse. */
export const generatedOddities = refusal("CREATE-14", () => cases(oddities, either));

const oddities = posted(
  { label: generatedCreates.oddities.label, effect: "create" },
  {
    runs: 5,
    inputs: (fc, { contract }) =>
      fc.oneof(
        extraMembers(fc, [...petstore(contract).newPet.properties.keys(), "id"]),
        longNames(fc).map((rest) => ({ name: rest })),
        anyCategory(fc).map((id) => ({ categoryId: id })),
      ),
    request: (fields: Readonly<Record<string, unknown>>, facts, nth) => {
      const { name = "", ...others } = fields as NewPetFields;
      const named = serialMark(facts, "e", nth) + String(name);
      return postPet(body(facts, "e", nth, { ...others, name: named }));
    },
    holds: meets(either),
  },
);

/** CREATE-13. Subject: an answer to a right body whose label is written in another way (RFC 9110, 8.3.1). */
export const generatedLabels = refusal("CREATE-13", () => cases(labels, served(201)));

const labels = posted(
  { label: generatedCreates.labels.label, effect: "create" },
  {
    runs: 3,
    inputs: jsonLabels,
    request: (contentType, facts, nth) => postPet(body(facts, "l", nth), { contentType }),
    holds: meets(served(201)),
  },
);
