import { expect, test } from "vitest";
import type { TraceCheck } from "#core/check/check.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { runMark } from "#suites/petstore/shared/evidence/marks.ts";
import { getPet, listPets } from "#suites/petstore/shared/steps/requests.ts";
import {
  contract,
  create,
  factsOf,
  pet,
  type SampleExchange,
  setting,
} from "#testing/suites/sample-evidence.ts";
import { backAndForth, ownPetInItsStatus } from "./changes.checks.ts";

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
const broken = (...samples: readonly SampleExchange[]) =>
  backAndForth.judge(factsOf(samples)).map((o) => o.kind === "broken" && o.finding.exchange);

test("a pet that has another status between two lists that show one is broken, where it has the other", () => {
  expect(broken(shows(a), shows(b), shows(a))).toEqual([2]);
  expect(broken(shows(a), shows(a), shows(b), shows(b), shows(a))).toHaveLength(1);
});

test("a status that changed once, or is left out, shows nothing", () => {
  expect(broken(shows(a), shows(b), shows(b))).toEqual([]);
  expect(broken(shows(a), shows(undefined), shows(a))).toEqual([]);
});

test("a pet that has a status between two lists that show it without one is broken", () => {
  expect(broken(shows(undefined), shows(a), shows(undefined))).toEqual([2]);
  expect(broken(shows(undefined), shows(a), shows(a))).toEqual([]);
  const compact = {
    body: [
      { ...pet(3), status: undefined },
      { ...pet(1), status: undefined },
    ],
  };
  expect(broken(compact, shows(a), compact)).toEqual([]);
});

test("a pet of this run that was created without a status is one of them", () => {
  const created = create("create", 1);
  const own = { name: `${runMark({ setting })}-create` };
  const lists = [shows(undefined, {}, own), shows(a, {}, own), shows(undefined, {}, own)];
  expect([broken(created, ...lists), broken(...lists)]).toEqual([[3], []]);
});

test("answers that may have come in another order show nothing", () => {
  expect(broken(shows(a), shows(b, { atMs: 1000, tookMs: 500 }), shows(a, { atMs: 1200 }))).toEqual([]);
});

test("another name is another pet, and a created one is held against its 201", () => {
  expect(broken(shows(a), shows(b, {}, { name: "Tom" }), shows(a))).toEqual([]);
  const own = { name: `${runMark({ setting })}-x` };
  expect(broken(shows(a, {}, own), shows(b, {}, own), shows(a, {}, own))).toEqual([]);
});

test("reads are left to GET-1", () => {
  const read = { request: getPet(1n), body: { ...pet(1), status: b } };
  expect(broken(shows(a), read, shows(a))).toEqual([]);
  expect(broken(read, shows(a), read)).toEqual([]);
});

function findings(check: TraceCheck, ...samples: readonly SampleExchange[]): readonly string[] {
  return check
    .judge(factsOf(samples))
    .map((o) =>
      o.kind === "broken" ? `${o.finding.exchange}: ${o.finding.expected}; ${o.finding.seen}` : o.kind,
    );
}

const created = create("create", 9, "sold");
const right: SampleExchange = { request: listPets(), body: [created.body] };
const wrong: SampleExchange = {
  request: listPets({ status: "pending" }),
  body: [{ ...(created.body as object), status: "pending" }],
};

test("a pet of this run in a list of another status than it was created with is broken", () => {
  expect(findings(ownPetInItsStatus, created, right, wrong)).toEqual([
    "3: no pet that was created sold; the pet 9 as pending",
  ]);
  expect(findings(ownPetInItsStatus, created, wrong, right)).toHaveLength(1);
  expect(findings(ownPetInItsStatus, created, right)).toEqual([]);
});

test("a status that the create lost is no filter's doing", () => {
  expect(findings(ownPetInItsStatus, created, wrong, wrong)).toEqual([]);
});
