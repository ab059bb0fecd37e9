import { expect, test } from "vitest";
import { petstore } from "#suites/petstore/roles.ts";
import { allowedLimits } from "#suites/petstore/shared/steps/lists.ts";
import { listPets } from "#suites/petstore/shared/steps/requests.ts";
import { correct, playOn } from "#testing/proof/bed.ts";
import {
  contract,
  create,
  factsOf,
  pets,
  type SampleExchange,
  withListParameters,
} from "#testing/suites/sample-evidence.ts";
import { limitInRange, limitOutOfRange, neverMoreThanMaximum } from "./checks.ts";
import { asManyAsLimit } from "./page-sizes.checks.ts";

test("no limit is tried that the document does not have", () => {
  const without = withListParameters(contract, { status: {} });
  for (const check of [limitInRange, limitOutOfRange]) {
    expect(check.cases(without)).toEqual([]);
    expect(check.cases(contract).length).toBeGreaterThan(0);
  }
});

test("each limit is tried once, and none that the document does not allow", () => {
  const tried = (minimum: number, maximum: number, standard: number) =>
    allowedLimits(withListParameters(contract, { limit: { minimum, maximum, default: standard } })).map(
      ({ limit }) => limit,
    );
  expect(tried(1, 2, 1)).toEqual([1, 2]);
  expect(tried(3, 3, 3)).toEqual([3]);
  expect(tried(1, 50, 7)).toEqual([1, 2, 7, 4, 32, 50, 49]);
});

test("without any list nothing is shown, and that is evidence lost", () => {
  expect(neverMoreThanMaximum.judge(factsOf([]))).toMatchObject([
    { kind: "unresolved", unresolved: { kind: "inconclusive" } },
  ]);
});

test("a store that holds no more pets than the default shows nothing of it", async () => {
  const shown = async (seedPets: number) => {
    const options = { readOnly: true, profile: "thorough" } as const;
    const { verdicts } = await playOn({ ...correct, stage: { seedPets } }, options);
    return verdicts.find(({ id }) => id === "LIST-2")?.verdict;
  };
  expect([await shown(20), await shown(21)]).toEqual(["untested", "pass"]);
});

test.each([
  [24, "untested"],
  [101, "fail"],
])("of a store with %i pets, a server that slices by any limit has LIST-6 %s", async (seedPets, verdict) => {
  const parseLimit = (text = "20") => Number(text);
  const options = { readOnly: true, profile: "standard" } as const;
  const { verdicts } = await playOn({ hooks: () => ({ parseLimit }), stage: { seedPets } }, options);
  expect(verdicts.find(({ id }) => id === "LIST-6")?.verdict).toBe(verdict);
});

const [status = "", other = ""] = petstore(contract).statuses;

/** What the check says of lists with a limit of 2. */
function ofTwo(samples: readonly SampleExchange[]): readonly string[] {
  return asManyAsLimit
    .judge(factsOf(samples))
    .filter((o) => o.case.label === "limit 2")
    .map((o) => o.kind);
}

const two = (count: number, more: SampleExchange = {}): SampleExchange => ({
  label: "limit 2",
  request: listPets({ limit: 2 }),
  body: pets(count),
  ...more,
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
