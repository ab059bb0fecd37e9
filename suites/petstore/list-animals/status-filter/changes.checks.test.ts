import { expect, test } from "vitest";
import {
  contract,
  factsOf,
  pet,
  type SampleExchange,
  setting,
} from "../../../../testing/suites/sample-evidence.ts";
import { petstore } from "../../roles.ts";
import { isSettled } from "../../shared/evidence/changes.ts";
import { runMark } from "../../shared/evidence/marks.ts";
import { getPet, newPetText, postPet } from "../../shared/steps/requests.ts";
import { thereAndBack } from "./changes.checks.ts";

const [a = "", b = ""] = petstore(contract).statuses;
const shows = (
  status: string | undefined,
  more: Partial<SampleExchange> = {},
  changed = {},
): SampleExchange => ({
  body: [
    { ...pet(3), status: a },
    { ...pet(1), status, ...changed },
  ],
  ...more,
});
/** When no answer lags any more. */
const late = { atMs: 9000 };
/** Long after the first, and long before that. */
const between = { atMs: 5000 };
const broken = (...samples: readonly SampleExchange[]) =>
  thereAndBack.judge(factsOf(samples)).map((o) => o.kind === "broken" && o.finding.exchange);

test("a pet that has another status between two lists that show one is broken, where it has the other", () => {
  expect(broken(shows(a), shows(b, between), shows(a, late))).toEqual([2]);
  expect(broken(shows(a), shows(a), shows(b, between), shows(b, between), shows(a, late))).toHaveLength(1);
});

test("a list that may lag behind a change shows nothing", () => {
  expect(broken(shows(a), shows(b), shows(a, late))).toEqual([]);
  expect(broken(shows(a), shows(b, between), shows(a, { atMs: 6900 }))).toEqual([]);
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
  expect(settledAfter(shows(a), shows(b, between))).toBe(true);
  expect(settledAfter(read, shows(a))).toBe(false);
  expect(settledAfter(read, shows(undefined))).toBe(true);
});

test("a status that changed once, or is left out, shows nothing", () => {
  expect(broken(shows(a), shows(b), shows(b))).toEqual([]);
  expect(broken(shows(a), shows(undefined, between), shows(a, late))).toEqual([]);
});

test("a pet that has a status between two lists that show it without one is broken", () => {
  expect(broken(shows(undefined), shows(a, between), shows(undefined, late))).toEqual([2]);
  expect(broken(shows(undefined), shows(a), shows(a))).toEqual([]);
  const compact = {
    body: [
      { ...pet(3), status: undefined },
      { ...pet(1), status: undefined },
    ],
  };
  expect(broken(compact, shows(a, between), { ...compact, ...late })).toEqual([]);
});

test("a pet of this run that was created without a status is one of them", () => {
  const own = { name: `${runMark({ setting })}-x` };
  const created: SampleExchange = {
    request: postPet(newPetText(petstore(contract), { ...own, categoryId: 7 })),
    status: 201,
    body: { ...pet(1), ...own },
  };
  const lists = [shows(undefined, {}, own), shows(a, between, own), shows(undefined, late, own)];
  expect([broken(created, ...lists), broken(...lists)]).toEqual([[3], []]);
});

test("answers that may have come in another order show nothing", () => {
  expect(broken(shows(a), shows(b, { atMs: 1000, tookMs: 500 }), shows(a, { atMs: 1200 }))).toEqual([]);
});

test("another name is another pet, and a created one is held against its 201", () => {
  expect(broken(shows(a), shows(b, between, { name: "Tom" }), shows(a, late))).toEqual([]);
  const own = { name: `${runMark({ setting })}-x` };
  expect(broken(shows(a, {}, own), shows(b, between, own), shows(a, late, own))).toEqual([]);
});

test("reads are left to GET-1", () => {
  const read = { request: getPet(1n), body: { ...pet(1), status: b } };
  expect(broken(shows(a), { ...read, ...between }, shows(a, late))).toEqual([]);
  expect(broken(read, shows(a, between), { ...read, ...late })).toEqual([]);
});
