import { refusal } from "#core/check/check.ts";
import { anyOf, refused } from "#core/check/expectation.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { serialMark } from "#suites/petstore/shared/evidence/marks.ts";
import { body, extraMembers, generatedBodies } from "#suites/petstore/shared/generated/values.ts";
import { created, createdAsUsual } from "#suites/petstore/shared/steps/controls.ts";
import { generatedCreates } from "#suites/petstore/shared/steps/named-steps.ts";
import { nestedArrays, oddBodies } from "#suites/petstore/shared/steps/odd-bodies.ts";
import { type NewPetFields, postPet } from "#suites/petstore/shared/steps/requests.ts";

const either = anyOf(refused("4xx"), createdAsUsual);

/** CREATE-14. Subject: an answer to a body that a service may take or refuse. */
export const oddBody = refusal("CREATE-14", () => [
  ...oddBodies.map((step) => ({ step, control: created, expect: either })),
  { step: nestedArrays, control: created, expect: refused("4xx") },
]);

/** CREATE-14. Subject: the same of a body that is generated. */
export const generatedOddities = generatedBodies("CREATE-14", {
  ...generatedCreates.oddities,
  effect: "create",
  expect: either,
  runs: 5,
  inputs: (fc, { contract }) =>
    fc.oneof(
      extraMembers(fc, [...petstore(contract).newPet.properties.keys(), "id"]),
      // Behind the run's mark, it is longer than 64 UTF-16 units.
      fc.integer({ min: 30, max: 2000 }).map((length) => ({ name: "n".repeat(length) })),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((categoryId) => ({ categoryId })),
    ),
  request: (fields: Readonly<Record<string, unknown>>, facts, nth) => {
    const { name = "", ...others } = fields as NewPetFields;
    const named = serialMark(facts, "e", nth) + String(name);
    return postPet(body(facts, "e", nth, { ...others, name: named }));
  },
});
