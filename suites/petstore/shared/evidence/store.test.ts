import { expect, test } from "vitest";
import { petstore } from "#suites/petstore/roles.ts";
import {
  contract,
  create,
  factsOf,
  pet,
  pets,
  type SampleExchange,
  type setting,
} from "#testing/suites/sample-evidence.ts";
import { firstList } from "../steps/named-steps.ts";
import { getPet, listPets } from "../steps/requests.ts";
import {
  askedLimit,
  categories,
  exactDoubles,
  fewestStatus,
  isBig,
  isFull,
  isOneDouble,
  isOrdinary,
  isRounded,
  listedPets,
  ordinaryCategory,
  seenIds,
} from "./store.ts";

const inCategory = (...ids: readonly bigint[]): SampleExchange => ({
  body: ids.map((categoryId, i) => ({ ...pet(i + 1), categoryId })),
});
const known = (samples: readonly SampleExchange[], changed: Partial<typeof setting> = {}) =>
  categories(factsOf(samples, changed)).map(({ id, known: how }) => [id, how]);

test("a category is ordinary from 1 to the last integer below 2^53", () => {
  expect([0n, -1n, exactDoubles].map(isOrdinary)).toEqual([false, false, false]);
  expect([1n, exactDoubles - 1n].map(isOrdinary)).toEqual([true, true]);
});

test("categories are those declared and then those listed, each once, the ordinary ones first", () => {
  const lists = [inCategory(exactDoubles, 7n, 0n), inCategory(7n, 8n, 3n)];
  expect(known(lists, { declared: { categoryIds: ["3"] } })).toEqual([
    [3n, "declared"],
    [7n, "listed"],
    [8n, "listed"],
    [exactDoubles, "listed"],
    [0n, "listed"],
  ]);
});

test("a category outside int64 is none, and where none is known 1 is guessed", () => {
  expect(known([inCategory(2n ** 63n)])).toEqual([[1n, "guessed"]]);
  expect(known([])).toEqual([[1n, "guessed"]]);
});

test("creates take the ordinary categories in turn", () => {
  const facts = factsOf([inCategory(7n, 8n)]);
  expect([0, 1, 2, 3].map((nth) => ordinaryCategory(facts, nth).id)).toEqual([7n, 8n, 7n, 8n]);
});

test("where no ordinary category is listed, one that was accepted is used again", () => {
  expect(ordinaryCategory(factsOf([inCategory(exactDoubles)])).id).toBe(exactDoubles);
  expect(ordinaryCategory(factsOf([inCategory(exactDoubles), create("create", 9)])).id).toBe(7n);
});

test("the status of the fewest pets is the last of those that are equally few", () => {
  const { statuses } = petstore(contract);
  expect(fewestStatus(factsOf([]))).toBe(statuses.at(-1));
  expect(fewestStatus(factsOf([{ body: pets(1, statuses.at(-1)) }]))).toBe(statuses.at(-2));
  const others = statuses.slice(1).flatMap((status, i) => pets(1, status, i));
  expect(fewestStatus(factsOf([{ body: others }]))).toBe(statuses[0]);
});

test("a list is full from its limit on, its default where none was asked for; what is no limit says nothing", () => {
  const full = (count: number, limit?: string | number): boolean => {
    const facts = factsOf([{ request: listPets({ limit }), body: pets(count) }]);
    const answer = facts.answer(firstList) ?? expect.fail("the list is missing");
    return isFull(answer, facts);
  };
  const { default: standard = 0 } = petstore(contract).limit;
  expect([full(standard - 1), full(standard), full(4, 5), full(5, 5)]).toEqual([false, true, false, true]);
  expect(full(0, "many")).toBe(true);
});

test("a limit that was asked for is known where it is a whole number", () => {
  const asked = (limit: string): number | undefined => {
    const facts = factsOf([{ request: listPets({ limit }), body: [] }]);
    const answer = facts.answer(firstList);
    return answer && askedLimit(answer, facts);
  };
  expect(["5", "0", "1.5", "1".repeat(10)].map(asked)).toEqual([5, 0, undefined, undefined]);
});

test("every id is seen that a list, a read or a create showed, whatever its status", () => {
  expect([...seenIds(factsOf([{ body: [pet(1), pet(2)] }, create("create", 9)]))]).toEqual([1n, 2n, 9n]);
  expect([...seenIds(factsOf([{ ...create("create", 9), status: 400 }]))]).toEqual([]);
});

test("a pet that was only read is not listed", () => {
  const read: SampleExchange = { request: getPet(5n), body: pet(5) };
  expect(listedPets(factsOf([{ body: [pet(1)] }, read])).map((s) => s.pet.id)).toEqual([1n]);
});

test("an integer is big beyond 2^53, on either side", () => {
  expect([exactDoubles, -exactDoubles].map(isBig)).toEqual([false, false]);
  expect([exactDoubles + 1n, -exactDoubles - 1n].map(isBig)).toEqual([true, true]);
});

test("two integers are one double where both are read as the same, and never an integer and itself", () => {
  expect(isOneDouble(exactDoubles, exactDoubles + 1n)).toBe(true);
  expect(isOneDouble(exactDoubles + 1n, exactDoubles + 1n)).toBe(false);
  expect(isOneDouble(exactDoubles + 1n, exactDoubles + 2n)).toBe(false);
  expect(isOneDouble(1n, 2n)).toBe(false);
});

test("an integer is rounded to what a double makes of it, whichever of the two is named first", () => {
  expect(isRounded(exactDoubles + 1n, exactDoubles)).toBe(true);
  expect(isRounded(exactDoubles, exactDoubles + 1n)).toBe(true);
  expect(isRounded(exactDoubles + 1n, exactDoubles + 3n)).toBe(false);
  expect(isRounded(exactDoubles, exactDoubles)).toBe(false);
  expect(isRounded(10n ** 400n, 1n)).toBe(false);
});
