import { expect, test } from "vitest";
import type { Step } from "#core/check/inputs/step.ts";
import { creates } from "#suites/petstore/shared/steps/named-steps.ts";
import { postPet } from "#suites/petstore/shared/steps/requests.ts";
import { kindWhereNotSent, pathAsked } from "#testing/suites/judged-by-one-check.ts";
import { create, factsOf, pet, type SampleExchange, setting } from "#testing/suites/sample-evidence.ts";
import { exactCategories, getBesideBigId, getBigId } from "./checks.ts";

const big = 2n ** 53n + 1n;
const rounded = 2n ** 53n;

const pathOf = (step: Step, ...samples: readonly SampleExchange[]) => pathAsked(step, samples);

test("an odd id beyond 2^53 is read, the run's own before others, and an even one where there is no other", () => {
  expect(pathOf(getBigId, { body: [pet(5), pet(big)] })).toBe(`/pets/${big}`);
  expect(pathOf(getBigId, { body: [pet(big)] }, create("create", big + 2n))).toBe(`/pets/${big + 2n}`);
  expect(pathOf(getBigId, { body: [pet(big + 1n), pet(big)] })).toBe(`/pets/${big}`);
  expect(pathOf(getBigId, { body: [pet(big + 1n)] })).toBe(`/pets/${big + 1n}`);
  expect(pathOf(getBigId, { body: [pet(5), pet(2n ** 63n)] })).toMatch(/^untested /);
});

test("the id beside it is the one that a double makes of it, or the next where a double holds it", () => {
  expect(pathOf(getBesideBigId, { body: [pet(big)] })).toBe(`/pets/${BigInt(Number(big))}`);
  expect(pathOf(getBesideBigId, { body: [pet(rounded * 2n)] })).toBe(`/pets/${rounded * 2n + 1n}`);
  // As a double, it is not an int64.
  expect(pathOf(getBesideBigId, { body: [pet(2n ** 63n - 3n)] })).toBe(`/pets/${2n ** 63n - 2n}`);
  expect(pathOf(getBesideBigId, { body: [pet(2n ** 63n - 1n)] })).toBe(`/pets/${2n ** 63n - 2n}`);
});

const withCategory = (sent: bigint, created: bigint): SampleExchange => {
  const body = { name: `conformance-${setting.runId}-big`, categoryId: sent };
  const text = `{"name":"${body.name}","categoryId":${sent}}`;
  return {
    label: creates.ofBigCategory.label,
    request: postPet(text),
    status: 201,
    body: { id: 9, ...body, categoryId: created },
  };
};
test("why no category beyond 2^53 is shown is reported, with what would test it", () => {
  const [guessed] = exactCategories.judge(factsOf([{ ...withCategory(big, big), status: 422 }]));
  expect(guessed).toMatchObject({ unresolved: { reason: { kind: "guessed-big-category-refused" } } });
  const lists: SampleExchange = { body: [{ ...pet(1), categoryId: big }] };
  const [known] = exactCategories.judge(factsOf([lists, { ...withCategory(big, big), status: 422 }]));
  expect(known).toMatchObject({
    unresolved: {
      reason: { kind: "big-category-refused", came: expect.stringContaining("got 422") },
      remedy: { change: expect.stringContaining("--category-id") },
    },
  });
  const [accepted] = exactCategories.judge(factsOf([{ ...withCategory(big, big), body: {} }]));
  expect(accepted).toMatchObject({ unresolved: { reason: { kind: "big-category-not-shown" } } });
});

test("a category that was not sent is untested where the target's state is why, and lost otherwise", () => {
  const why = (kind: "untested" | "not-applicable") =>
    kindWhereNotSent(exactCategories, creates.ofBigCategory, kind);
  expect([why("untested"), why("not-applicable")]).toEqual([["untested"], ["inconclusive"]]);
});
