import { body, generatedBodies, jsonContentTypes } from "#suites/petstore/shared/generated/values.ts";
import { createdAsUsual } from "#suites/petstore/shared/steps/controls.ts";
import { generatedCreates } from "#suites/petstore/shared/steps/named-steps.ts";
import { postPet } from "#suites/petstore/shared/steps/requests.ts";

/** CREATE-13. Subject: an answer to a valid body whose Content-Type is written in another way (RFC 9110, 8.3.1). */
export const generatedContentTypes = generatedBodies(
  "CREATE-13",
  { ...generatedCreates.contentTypes, effect: "create" },
  createdAsUsual,
  {
    runs: 3,
    inputs: jsonContentTypes,
    request: (contentType, facts, nth) => postPet(body(facts, "l", nth), { contentType }),
  },
);
