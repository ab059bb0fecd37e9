import { refused } from "#core/check/expectation.ts";
import type { Contract } from "#core/contract/contract.ts";
import { parseJson } from "#core/json/parse.ts";
import { raw, type WritableJson } from "#core/json/write.ts";
import { petstore } from "#suites/petstore/roles.ts";
import {
  body,
  categoriesOutside,
  generatedBodies,
  otherValues,
  statusesOutside,
} from "#suites/petstore/shared/generated/values.ts";
import { generatedWrongBodies } from "#suites/petstore/shared/steps/named-steps.ts";
import { newPetText, postPet } from "#suites/petstore/shared/steps/requests.ts";

/** CREATE-6. Subject: an answer to a body in which one field has a generated value of another type. */
export const generatedFieldTypes = generatedBodies(
  "CREATE-6",
  { ...generatedWrongBodies.otherTypes, expectedValidity: "invalid" },
  refused(400),
  {
    runs: 10,
    inputs: (fc, { contract }) =>
      fc
        .constantFrom(...typedFields(contract))
        .chain((field) => fc.record({ field: fc.constant(field), value: otherValues(fc) }))
        .filter(({ field, value }) => isOfAnotherType(contract, field, value)),
    request: ({ field, value }, facts, nth) =>
      postPet(body(facts, "t", nth, { [field]: value as WritableJson })),
  },
  (contract) => typedFields(contract).length > 0,
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

/** CREATE-7. Subject: an answer to a body with a generated status that is not in the enumeration. */
export const generatedStatuses = generatedBodies(
  "CREATE-7",
  { ...generatedWrongBodies.statuses, expectedValidity: "invalid" },
  refused(400),
  {
    runs: 8,
    inputs: (fc, { contract }) => statusesOutside(fc, petstore(contract).statuses),
    request: (status, facts, nth) => postPet(body(facts, "s", nth, { status })),
  },
  (contract) => petstore(contract).statuses.length > 0,
);

/** CREATE-8. Subject: an answer to a body with a generated category that is fractional or no int64. */
export const generatedCategories = generatedBodies(
  "CREATE-8",
  { ...generatedWrongBodies.categories, expectedValidity: "invalid" },
  refused(400),
  {
    runs: 8,
    inputs: categoriesOutside,
    request: (text, facts, nth) => postPet(body(facts, "c", nth, { categoryId: raw(text) })),
  },
  (contract) => petstore(contract).newPet.properties.get("categoryId")?.format === "int64",
);

/** CREATE-9. Subject: an answer to a body that is truncated anywhere, so that it is not JSON. */
export const generatedTruncations = generatedBodies(
  "CREATE-9",
  { ...generatedWrongBodies.truncated, expectedValidity: "invalid" },
  refused(400),
  {
    runs: 6,
    inputs: (fc) => fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    request: (share, facts, nth) => {
      const whole = body(facts, "o", nth);
      return postPet(whole.slice(0, Math.floor(share * whole.length)));
    },
  },
);
