import { type RefusalCase, refusal } from "../../../../src/core/check/check.ts";
import { anyOf, refused } from "../../../../src/core/check/expectation.ts";
import { createAccepted, created, createdAsUsual } from "../../shared/steps/controls.ts";
import { bodiesByContentType } from "../../shared/steps/odd-bodies.ts";

/** CREATE-12. Subject: an answer to a right body under another label, or none. */
export const otherLabel = refusal("CREATE-12", () =>
  bodiesByContentType
    .filter((body) => !body.same)
    .map(
      (body): RefusalCase => ({
        step: body.step,
        control: created,
        expect: anyOf(refused("4xx"), createdAsUsual),
      }),
    ),
);

/** CREATE-13. Subject: an answer to a right body whose label is written in another way. */
export const sameLabel = refusal("CREATE-13", () =>
  bodiesByContentType
    .filter((body) => body.same)
    .map(
      ({ step, controls }): RefusalCase => ({
        step,
        control: controls.map((create) => createAccepted(create)),
        expect: createdAsUsual,
      }),
    ),
);
