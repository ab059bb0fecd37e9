import { expect, test } from "vitest";
import type { WritableJson } from "#core/json/write.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { listPets } from "#suites/petstore/shared/steps/requests.ts";
import { kinds } from "#testing/suites/judged-by-one-check.ts";
import {
  contract,
  create,
  factsOf,
  pet,
  pets,
  type SampleExchange,
} from "#testing/suites/sample-evidence.ts";
import { hiddenAbsence, listsAddUp, neverEmpty, notLeftOut } from "./checks.ts";

const { maximum } = petstore(contract).limit;
const full = maximum ?? 0;
const [first = "", second = "", third = ""] = petstore(contract).statuses;

type Items = readonly WritableJson[];

/** The closing lists: the unfiltered one, then one for each status. */
function closing(whole: Items, ofFirst: Items, ofSecond: Items = [], ofThird: Items = []): SampleExchange[] {
  const filtered = ([first, second, third] as const).map((status, i): SampleExchange => {
    const body = [ofFirst, ofSecond, ofThird][i] ?? [];
    return { label: `status ${status}`, request: listPets({ status, limit: maximum }), body };
  });
  return [{ label: "closing list", request: listPets({ limit: maximum }), body: whole }, ...filtered];
}

const created = create("create", 900, first);

const half = full / 2;
const halves = [...pets(half, first), ...pets(half, second, 1000)];
const mixed = [...pets(2, first), ...pets(1, second, 10), pet(20)];

test.each<readonly [what: string, addUp: boolean, lists: readonly SampleExchange[]]>([
  [
    "the unfiltered one holds the filtered ones and the statusless",
    true,
    closing(mixed, pets(2, first), pets(1, second, 10)),
  ],
  [
    "it holds fewer and is not full: pages are cut",
    false,
    closing(pets(2, first), pets(2, first), pets(1, second, 10)),
  ],
  ["it holds more: a filtered one is cut", false, closing(pets(3, first), pets(2, first))],
  ["it is full, and holds fewer", true, closing(halves, pets(half, first), pets(half + 1, second, 1000))],
  ["it is full, and holds as many", false, closing(halves, pets(half, first), pets(half, second, 1000))],
  ["a filtered one is full", false, closing(pets(full, first), pets(full, first))],
  ["one was not answered", false, closing(pets(1, first), pets(1, first)).slice(0, -1)],
])("of lists in which %s, it is %s that they add up", (_, addUp, lists) => {
  expect(listsAddUp(factsOf(lists))).toBe(addUp);
});

test("of a created pet that its lists lack, one requirement says that the other judges it", () => {
  const facts = factsOf([{ ...created, atMs: 0 }, ...closing(mixed, pets(2, first), pets(1, second, 10))]);
  const [whole] = notLeftOut.judge(facts);
  expect(whole).toMatchObject({ unresolved: { reason: { kind: "judged-by-list-9" } } });
});

test("an empty list lacks a created pet that belongs in it, once it can lag no more", () => {
  const accepted = create("create", 9, second);
  const empty = (query: Parameters<typeof listPets>[0], atMs: number, ...others: readonly SampleExchange[]) =>
    kinds(neverEmpty, accepted, ...others, { label: "a list", request: listPets(query), body: [], atMs });
  expect(empty({ status: second }, 5000)).toEqual(["broken"]);
  expect(empty({}, 5000)).toEqual(["broken"]);
  expect(empty({ status: second }, 1500)).toEqual([]);
  expect(empty({ status: first }, 5000)).toEqual([]);
  const alone = (count: number): SampleExchange => ({
    label: "limit 1",
    request: listPets({ limit: 1 }),
    body: pets(count, first),
  });
  expect(empty({ status: second, limit: 1 }, 5000, alone(1))).toEqual(["broken"]);
  expect(empty({ status: second, limit: 1 }, 5000, alone(0))).toEqual([]);
  expect(empty({ status: second, limit: 1 }, 5000)).toEqual([]);
  expect(empty({ limit: 1 }, 5000)).toEqual([]);
  expect(empty({ limit: 1 }, 5000, alone(1))).toEqual(["broken"]);
  expect(empty({ limit: 2 }, 5000, alone(1))).toEqual(["broken"]);
  const two: SampleExchange = { label: "limit 2", request: listPets({ limit: 2 }), body: pets(2, first) };
  expect(empty({ limit: 1 }, 5000, two)).toEqual([]);
});

test("a list that was sent before the create shows nothing of it, though both have the same time", () => {
  const [whole, ...filtered] = closing([...pets(2, second), created.body], [created.body], pets(2, second));
  const early = { ...whole, label: "a list", body: pets(2, second), atMs: 1010 };
  const judged = (...samples: readonly SampleExchange[]) => {
    const closingLists = [whole, ...filtered].map((list) => ({ ...list, atMs: 2000 }));
    const facts = factsOf([...samples, ...closingLists], { consistencyWaitMs: 0 });
    return hiddenAbsence.judge(facts).map((o) => o.kind);
  };
  const create = { ...created, atMs: 1000 };
  expect(judged(early, create)).toEqual([]);
  expect(judged(create, early)).toEqual(["broken"]);
});

test("a list at the maximum shows what equal lists before and after it show, whoever asked for it", () => {
  const all = [...pets(2, first), ...pets(2, second, 10)];
  const between = (items: Items, atMs: number, limit = maximum) => {
    const list = { label: "a list", request: listPets({ limit }), body: items, atMs };
    const [whole, ...filtered] = closing(all, pets(2, first), pets(2, second, 10));
    const after = [whole, ...filtered]
      .flatMap((one) => one ?? [])
      .map((one) => ({ ...one, atMs: atMs + 100 }));
    return kinds(hiddenAbsence, { body: all, atMs: 0 }, list, ...after);
  };
  expect(between(pets(2, first), 5000)).toEqual(["broken"]);
  expect(between(all, 5000)).toEqual([]);
  // One whose id is no number may be the pet that is missing.
  expect(between([...pets(2, first), { ...pet(10, second), id: "10" }], 5000)).toEqual([]);
  // It may lag, and with another limit, fewer pets are a warning (rulings 2 and 6).
  expect(between(pets(2, first), 1000)).toEqual([]);
  expect(between(pets(2, first), 5000, full - 1)).toEqual([]);
});

test("a list is not empty between two that show a pet of others that belongs in it", () => {
  const shown: SampleExchange = { body: pets(2, first) };
  const empty = (status?: string): SampleExchange => ({
    label: "a list",
    request: listPets({ status }),
    body: [],
  });
  const judged = (...lists: readonly SampleExchange[]) => kinds(neverEmpty, ...lists);
  expect(judged(shown, empty(), shown)).toEqual(["broken"]);
  expect(judged(shown, empty(first), shown)).toEqual(["broken"]);
  expect(judged(shown, empty(second), shown)).toEqual([]);
  expect(judged(shown, empty())).toEqual([]);
  expect(judged(shown, empty(), { body: pets(2, first, 9) })).toEqual([]);
});
