import { expect, test } from "vitest";
import { limitInRange, limitOutOfRange, neverMoreThanMaximum } from "./list-pets.ts";
import { listPets } from "./requests.ts";
import { contract, factsOf, pets, type Told } from "./testing/sample-evidence.ts";

const { maximum = 0 } = contract.limit;
const list = (count: number): Told => ({ request: listPets({ limit: maximum }), body: pets(count) });
const kinds = (...told: readonly Told[]) => neverMoreThanMaximum.judge(factsOf(told)).map(({ kind }) => kind);

test("that no list is longer than the maximum is shown where more pets were seen, and only there", () => {
  expect(kinds(list(3))).toEqual(["untold"]);
  expect(kinds(list(maximum))).toEqual(["untold"]);
  const other = { ...list(0), body: pets(maximum + 50).slice(60) };
  expect(kinds(list(maximum), other)).toEqual(["held", "held"]);
  expect(kinds(list(maximum + 1))).toEqual(["broken"]);
});

test("no limit is tried that the document does not have", () => {
  const limit = { declared: false, minimum: undefined, maximum: undefined, default: undefined };
  for (const check of [limitInRange, limitOutOfRange]) {
    expect(check.cases({ ...contract, limit })).toEqual([]);
    expect(check.cases(contract).length).toBeGreaterThan(0);
  }
});
