import { expect, test } from "vitest";
import { postPet } from "#suites/petstore/shared/steps/requests.ts";
import { kinds as kindsOf, kindWhereNotSent } from "#testing/suites/judged-by-one-check.ts";
import { create, factsOf, idOf, pet, type SampleExchange } from "#testing/suites/sample-evidence.ts";
import { createsRefused, validCreates } from "./checks.ts";

const listed: SampleExchange = { body: [pet(1)] };
const refused = (status: number, label = "create", categoryId: bigint | number = 7): SampleExchange => ({
  label,
  request: postPet(`{"name":"Rex","categoryId":${categoryId}}`),
  status,
  body: {},
});
const cause = (...samples: readonly SampleExchange[]) => createsRefused(factsOf([listed, ...samples]))?.kind;
const kinds = (...samples: readonly SampleExchange[]) => kindsOf(validCreates, listed, ...samples);

test("creates that are all refused, as a service may, are one cause", () => {
  for (const status of [403, 404, 409, 422]) {
    expect([status, cause(refused(status), refused(status, "create sold"))]).toEqual([
      status,
      "creates-refused",
    ]);
    expect(kinds(refused(status), refused(status, "create sold"))).toEqual(["unresolved", "unresolved"]);
  }
});

test("of creates that are all refused in a way that is never right, one is broken", () => {
  for (const status of [302, 400, 401, 500, 503]) {
    expect([status, cause(refused(status), refused(status, "create sold"))]).toEqual([status, undefined]);
    expect(kinds(refused(status), refused(status, "create sold"))).toEqual(["broken", "unresolved"]);
  }
});

test("a category that was only guessed may be refused with 400, and one beyond 2^53 always", () => {
  const guessed = factsOf([refused(400, "create", 1)]);
  expect(createsRefused(guessed)).toMatchObject({ guessed: { what: "category 1" } });
  expect(kinds(refused(422, "create", 2n ** 53n), create("create sold", 9))).toEqual(["held"]);
  expect(kinds(refused(422, "create", 55), create("create sold", 9))).toEqual(["held"]);
  expect(kinds(refused(400, "create", 1), create("create sold", 9))).toEqual(["held"]);
});

test("a create that was not sent is unresolved, for the reason why it was not", () => {
  const why = (kind: "untested" | "inconclusive" | "not-applicable") =>
    kindWhereNotSent(validCreates, { id: idOf("create pending") }, kind);
  expect([why("untested"), why("inconclusive"), why("not-applicable")]).toEqual([
    ["untested"],
    ["inconclusive"],
    ["inconclusive"],
  ]);
});
