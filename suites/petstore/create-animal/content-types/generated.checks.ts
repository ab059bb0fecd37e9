import { refusal } from "#core/check/check.ts";
import { body, cases, jsonContentTypes, meets, posted } from "#suites/petstore/shared/generated/values.ts";
import { createdAsUsual } from "#suites/petstore/shared/steps/controls.ts";
import { generatedCreates } from "#suites/petstore/shared/steps/named-steps.ts";
import { postPet } from "#suites/petstore/shared/steps/requests.ts";

/** CREATE-13. Subject: an answer to a valid body whose Content-Type is written in another way (RFC 9110, 8.3.1). */
export const generatedContentTypes = refusal("CREATE-13", () => cases(labels, createdAsUsual));

const labels = posted(
  { ...generatedCreates.contentTypes, effect: "create" },
  {
    runs: 3,
    inputs: jsonContentTypes,
    request: (contentType, facts, nth) => postPet(body(facts, "l", nth), { contentType }),
    holds: meets(createdAsUsual),
  },
);
