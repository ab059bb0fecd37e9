import { anyOf, refused } from "#core/check/expectation.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { serialMark } from "#suites/petstore/shared/evidence/marks.ts";
import { body, extraMembers, generatedBodies } from "#suites/petstore/shared/generated/values.ts";
import { createdAsUsual } from "#suites/petstore/shared/steps/controls.ts";
import { generatedCreates } from "#suites/petstore/shared/steps/named-steps.ts";
import { type NewPetFields, postPet } from "#suites/petstore/shared/steps/requests.ts";

/** CREATE-14. Subject: an answer to a generated body that a service may take or refuse. */
export const generatedOddities = generatedBodies(
  "CREATE-14",
  { ...generatedCreates.oddities, effect: "create" },
  anyOf(refused("4xx"), createdAsUsual),
  {
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
  },
);
