import { expect, test } from "vitest";
import type { Scenario } from "#core/check/check.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { runMark } from "#suites/petstore/shared/evidence/marks.ts";
import { listPets } from "#suites/petstore/shared/steps/requests.ts";
import { judgedCase, kinds } from "#testing/suites/judged-by-one-check.ts";
import {
  contract,
  create,
  factsOf,
  pet,
  pets,
  type SampleExchange,
  setting,
  withListParameters,
} from "#testing/suites/sample-evidence.ts";
import { defaultWithStatus } from "../limit/checks.ts";
import { backAndForth, ownPetInItsStatus } from "./changes.checks.ts";
import { exactStatus, exactStatusAlone, otherStatus, statusAndLimit } from "./checks.ts";

const [first = "", second = ""] = petstore(contract).statuses;
const last = petstore(contract).statuses.at(-1) ?? "";

/** How a case of a check judges the list that answered it. */
const judged = (
  check: Scenario,
  label: string,
  answer: SampleExchange,
  ...before: readonly SampleExchange[]
): string => judgedCase(check, { label }, factsOf([...before, { ...answer, label }]));

const others: SampleExchange = { body: pets(3, second, 100) };
const ofFirst = (count: number): SampleExchange => ({
  request: listPets({ status: first, limit: 100 }),
  body: pets(count, first),
});

const byStatus = [
  [exactStatus, `status ${first}`],
  [exactStatusAlone, `status ${first} alone`],
] as const;

test("a filter could show nothing where it lists none, or where no other pet was seen", () => {
  for (const [check, label] of byStatus) {
    expect(judged(check, label, ofFirst(0), others)).toBe("untested");
    expect(judged(check, label, ofFirst(2))).toBe("untested");
  }
  const failed = { ...ofFirst(2), status: 500, body: {} };
  expect(judged(exactStatusAlone, `status ${first} alone`, failed, others)).toBe("broken");
});

test("what is tried as another status is none of the enumeration", () => {
  const labelsFor = (statuses: readonly string[]) =>
    otherStatus
      .cases(withListParameters(contract, { status: { enum: statuses } }))
      .map(({ step }) => step.label);
  expect(labelsFor(["sold"])).toContain("status filter in upper case");
  expect(labelsFor(["SOLD", "sold"])).not.toContain("status filter in upper case");
  expect(labelsFor([])).toEqual([]);
});

test("the default limit holds with a filter, where more pets of that status were seen", () => {
  const { default: most = 0 } = petstore(contract).limit;
  const label = `status ${first} alone`;
  const seen = (count: number): SampleExchange => ({ body: pets(count, first) });
  expect(judged(defaultWithStatus, label, ofFirst(most), seen(most + 1))).toBe("held");
  expect(judged(defaultWithStatus, label, ofFirst(most), seen(most))).toBe("not-applicable");
  expect(judged(defaultWithStatus, label, ofFirst(most + 1), seen(most))).toBe("broken");
  // That it is not served is said by another requirement.
  expect(judged(defaultWithStatus, label, { ...ofFirst(1), status: 500 }, seen(most))).toBe("inconclusive");
});

test("a filter and a limit hold together, where both could be broken", () => {
  const { minimum = 1 } = petstore(contract).limit;
  const label = `status ${last} and limit ${minimum}`;
  const answer = (count: number, status = last): SampleExchange => ({
    request: listPets({ status: last, limit: minimum }),
    body: pets(count, status),
  });
  const seen: SampleExchange = { body: [...pets(minimum + 1, last), ...pets(1, first, 50)] };
  expect(judged(statusAndLimit, label, answer(minimum), seen)).toBe("held");
  expect(judged(statusAndLimit, label, answer(minimum + 1), seen)).toBe("broken");
  expect(judged(statusAndLimit, label, answer(minimum, first), seen)).toBe("broken");
  expect(judged(statusAndLimit, label, answer(minimum), { body: pets(minimum, last) })).toBe("untested");
  const asMany: SampleExchange = { body: [...pets(minimum, last), ...pets(3, first, 50)] };
  expect(judged(statusAndLimit, label, answer(minimum), asMany)).toBe("untested");
});

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
  backAndForth
    .judge(factsOf(samples, { consistencyWaitMs: 500 }))
    .map((o) => o.kind === "broken" && o.finding.exchange);

test("a list that comes soon after a change may lag", () => {
  const soon = shows(a, { atMs: 1400 });
  expect(broken(shows(a), shows(b), soon, shows(b, { atMs: 1450 }), shows(b))).toEqual([]);
  expect(broken(shows(a), shows(b), soon, shows(a))).toEqual([2]);
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
  const own = { name: `${runMark({ setting, contract })}-create` };
  const lists = [shows(undefined, {}, own), shows(a, {}, own), shows(undefined, {}, own)];
  expect([broken(created, ...lists), broken(...lists)]).toEqual([[3], []]);
});

const created = create("create", 9, "sold");
const right: SampleExchange = { request: listPets(), body: [created.body] };
const wrong: SampleExchange = {
  request: listPets({ status: "pending" }),
  body: [{ ...(created.body as object), status: "pending" }],
};

test("a pet of this run in a list of another status than it was created with is broken", () => {
  expect(kinds(ownPetInItsStatus, created, right, wrong)).toEqual(["broken"]);
  expect(kinds(ownPetInItsStatus, created, wrong, right)).toEqual(["broken"]);
  expect(kinds(ownPetInItsStatus, created, right)).toEqual([]);
});
