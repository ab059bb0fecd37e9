import { expect, test } from "vitest";
import { contract, factsOf, pet, type SampleExchange } from "../../../../testing/suites/sample-evidence.ts";
import { petstore } from "../../roles.ts";
import { getPet } from "../steps/requests.ts";
import { isSettled } from "./changes.ts";

const [a = "", b = ""] = petstore(contract).statuses;
const shows = (status: string | undefined, more: Partial<SampleExchange> = {}): SampleExchange => ({
  body: [
    { ...pet(3), status: a },
    { ...pet(1), status },
  ],
  ...more,
});

test("a list is asked for again where a pet was seen otherwise not long ago", () => {
  const settledAfter = (...samples: readonly SampleExchange[]) => {
    const facts = factsOf(samples);
    const last = facts.exchanges.at(-1);
    return last && isSettled(last, facts);
  };
  const read = { request: getPet(1n), body: { ...pet(1), status: b } };
  expect(settledAfter(shows(a), shows(b))).toBe(false);
  expect(settledAfter(shows(b), shows(b))).toBe(true);
  expect(settledAfter(shows(a), shows(b, { atMs: 5000 }))).toBe(true);
  expect(settledAfter(read, shows(a))).toBe(false);
  expect(settledAfter(read, shows(undefined))).toBe(true);
});
