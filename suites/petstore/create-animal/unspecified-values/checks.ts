import { type RefusalCase, refusal } from "#core/check/check.ts";
import { anyOf, refused } from "#core/check/expectation.ts";
import { created, createdAsUsual } from "#suites/petstore/shared/steps/controls.ts";
import { nestedArrays, oddBodies } from "#suites/petstore/shared/steps/odd-bodies.ts";

/** CREATE-14. Subject: an answer to a body that a service may take or refuse. */
export const oddBody = refusal("CREATE-14", () => [
  ...oddBodies.map(
    (step): RefusalCase => ({ step, control: created, expect: anyOf(refused("4xx"), createdAsUsual) }),
  ),
  { step: nestedArrays, control: created, expect: refused("4xx") },
]);
