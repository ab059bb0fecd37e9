import { expect, test } from "vitest";
import { petstore } from "#suites/petstore/roles.ts";
import { listPets } from "#suites/petstore/shared/steps/requests.ts";
import { contract, create, factsOf, pets, type SampleExchange } from "#testing/suites/sample-evidence.ts";
import { asManyAsLimit } from "./page-sizes.checks.ts";

const [status = "", other = ""] = petstore(contract).statuses;

/** What the check says of lists with a limit of 2. */
function ofTwo(samples: readonly SampleExchange[]): readonly string[] {
  return asManyAsLimit
    .judge(factsOf(samples))
    .filter((o) => o.case?.label === "limit 2")
    .map((o) => o.kind);
}

const two = (count: number, more: SampleExchange = {}): SampleExchange => ({
  label: "limit 2",
  request: listPets({ limit: 2 }),
  body: pets(count),
  ...more,
});

test("a list that holds as many pets as its limit holds, where as many were seen before", () => {
  expect(ofTwo([{ body: pets(3) }, two(2)])).toEqual(["held"]);
});

test("a list that holds fewer pets than its limit is broken, where as many were listed before and after", () => {
  expect(ofTwo([{ body: pets(3) }, two(1), { body: pets(3) }])).toEqual(["broken"]);
  // Others may have deleted them.
  expect(ofTwo([{ body: pets(3) }, two(1)])).toEqual(["unresolved"]);
  expect(ofTwo([{ body: pets(3) }, two(1), { body: pets(1) }])).toEqual(["unresolved"]);
});

test("a list shows nothing where fewer pets were seen before it was sent", () => {
  expect(ofTwo([{ body: pets(1) }, two(1)])).toEqual(["unresolved"]);
  expect(ofTwo([two(1), { body: pets(3) }])).toEqual(["unresolved"]);
  expect(ofTwo([{ body: pets(3), atMs: 0, tookMs: 500 }, two(1, { atMs: 100 })])).toEqual(["unresolved"]);
});

test("only pets of the status that is asked for count", () => {
  const filtered = two(1, { request: listPets({ limit: 2, status }), body: pets(1, status) });
  const around = (shown: string) => [{ body: pets(3, shown) }, filtered, { body: pets(3, shown) }];
  expect(ofTwo(around(other))).toEqual(["unresolved"]);
  expect(ofTwo(around(status))).toEqual(["broken"]);
  // One that was changed in between may have been changed before it.
  expect(ofTwo([{ body: pets(3, status) }, filtered, { body: pets(3, other) }])).toEqual(["unresolved"]);
});

test("a pet that was just created does not count for as long as reads may lag, seen or not", () => {
  const created = [create("create", 900, status), create(`create ${other}`, 901, other)];
  const seen: SampleExchange = { body: created.map((one) => one.body), atMs: 1500 };
  const lists = (atMs: number) => [...created, seen, two(0, { atMs }), { ...seen, atMs: atMs + 1000 }];
  expect(ofTwo(lists(2000))).toEqual(["unresolved"]);
  expect(ofTwo(lists(4000))).toEqual(["broken"]);
});

test("a list without a limit, or with one that is not allowed, is no subject", () => {
  const others = [listPets(), listPets({ limit: 0 }), listPets({ limit: "2x" })].map(
    (request): SampleExchange => ({ request, body: pets(1) }),
  );
  const kinds = asManyAsLimit.judge(factsOf([{ body: pets(30) }, ...others])).map((o) => o.kind);
  expect(new Set(kinds)).toEqual(new Set(["unresolved"]));
});
