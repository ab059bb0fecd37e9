import { expect, test } from "vitest";
import { getPet, listPets, noKey } from "#suites/petstore/shared/steps/requests.ts";
import { judged } from "#testing/suites/judged-by-one-check.ts";
import { pet } from "#testing/suites/sample-evidence.ts";
import { idsOnce, listsAreLists } from "./checks.ts";

test("an id stands in a list once; a store with one pet shows nothing", () => {
  expect(judged(idsOnce, { body: [pet(1), pet(2)] })).toBe("held");
  expect(judged(idsOnce, { body: [pet(1), pet(1)] })).toBe("broken");
  expect(judged(idsOnce, { body: [pet(1), pet(2), pet(1)] })).toBe("broken");
  expect(judged(idsOnce, { body: [pet(1)] })).toBe("unresolved");
  const withoutIds = [1, 2].map(() => ({ name: "Rex", categoryId: 1 }));
  expect(judged(idsOnce, { body: withoutIds })).toBe("held");
});

test("a list that is not allowed, not to the key, or not served is judged elsewhere", () => {
  for (const sample of [
    { request: listPets({ limit: 0 }) },
    { request: listPets({}, noKey) },
    { status: 500 },
    { request: getPet(1n) },
  ]) {
    expect(judged(listsAreLists, { body: {}, ...sample })).toBe("nothing");
    expect(judged(idsOnce, { body: [pet(1), pet(1)], ...sample })).toBe("nothing");
  }
});
