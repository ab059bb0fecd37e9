import { refusal } from "#core/check/check.ts";
import { anyOf, refused } from "#core/check/expectation.ts";
import { body, generatedBodies, jsonContentTypes } from "#suites/petstore/shared/generated/values.ts";
import { createAccepted, created, createdAsUsual } from "#suites/petstore/shared/steps/controls.ts";
import { generatedCreates } from "#suites/petstore/shared/steps/named-steps.ts";
import { bodiesByContentType, noBody } from "#suites/petstore/shared/steps/odd-bodies.ts";
import { postPet } from "#suites/petstore/shared/steps/requests.ts";

/** CREATE-12. Subject: an answer to a valid body with another Content-Type, or none, and to a create without any body. */
export const otherContentType = refusal("CREATE-12", () => [
  // Nothing is there to accept: a required body is missing (ruling 7), whichever 4xx says so.
  { step: noBody, control: created, expect: refused("4xx") },
  ...bodiesByContentType
    .filter(({ same }) => !same)
    .map(({ step }) => ({ step, control: created, expect: anyOf(refused("4xx"), createdAsUsual) })),
]);

/** CREATE-13. Subject: an answer to a valid body whose Content-Type is written in another way. */
export const otherSpelling = refusal("CREATE-13", () =>
  bodiesByContentType
    .filter(({ same }) => same)
    .map(({ step, controls }) => ({ step, control: controls.map(createAccepted), expect: createdAsUsual })),
);

/** CREATE-13. Subject: the same of a Content-Type that is generated (RFC 9110, 8.3.1). */
export const generatedContentTypes = generatedBodies("CREATE-13", {
  ...generatedCreates.contentTypes,
  effect: "create",
  expect: createdAsUsual,
  runs: 3,
  inputs: jsonContentTypes,
  request: (contentType, facts, nth) => postPet(body(facts, "l", nth), { contentType }),
});
