import { expect, test } from "vitest";
import type { Scenario } from "#core/check/check.ts";
import type { Step } from "#core/check/inputs/step.ts";
import { getListed, getUnknown } from "#suites/petstore/shared/steps/reads.ts";
import { getPet, postPet } from "#suites/petstore/shared/steps/requests.ts";
import { fields, judgedCase, kinds, pathAsked } from "#testing/suites/judged-by-one-check.ts";
import { contract, create, factsOf, pet, type SampleExchange } from "#testing/suites/sample-evidence.ts";
import { idOfNoPet, idUpToZero } from "../unknown-ids/checks.ts";
import { readMatchesLists, readOfOwnPet } from "./checks.ts";

const pathOf = (step: Pick<Step, "request">, ...samples: readonly SampleExchange[]) =>
  pathAsked(step, samples);

test("of the listed pets one with an ordinary id is read first, and none whose id is not positive", () => {
  const big = { ...pet(1), id: 2n ** 53n + 1n };
  const ids: SampleExchange = { body: [pet(0), pet(-1), big, { ...pet(1), id: 2n ** 53n }] };
  expect(pathOf(getListed, ids)).toBe(`/pets/${2n ** 53n}`);
  expect(pathOf(getListed, { body: [pet(0), pet(-1)] })).toContain("no-readable-id-listed");
});

test("an unknown id lies far above all that were seen, and below them where int64 ends", () => {
  const idAfter = (highest: bigint): bigint => BigInt(pathOf(getUnknown, { body: [pet(highest)] }).slice(6));
  expect(idAfter(5n) - 5n).toBeGreaterThanOrEqual(10n ** 6n);
  expect(idAfter(5n) - 5n).toBeLessThanOrEqual(10n ** 9n);
  const last = 2n ** 63n - 1n;
  expect(idAfter(last)).toBeLessThan(last);
  const far = idAfter(5n) - 5n;
  expect(idAfter(last - far)).toBe(last);
});

const stepOf = ({ cases }: Scenario, label: string): Step =>
  cases(contract).find(({ step }) => step.label === label)?.step ?? expect.fail(`no case ${label}`);

test("the other unknown ids are one of more than 32 bits, and the last int64 there is", () => {
  const beyond = stepOf(idOfNoPet, "get an unknown pet beyond 2^31");
  const id = BigInt(pathOf(beyond, { body: [pet(5)] }).slice(6));
  expect(id).toBeGreaterThanOrEqual(2n ** 32n);
  expect(id).toBeLessThan(2n ** 32n + 2n ** 40n);
  expect(pathOf(stepOf(idOfNoPet, "get the pet of the highest id there is"))).toBe(`/pets/${2n ** 63n - 1n}`);
});

test("a pet that no list has shown may be served: then nothing is wrong", () => {
  const label = "get the pet 0, or -1";
  const judged = (body: SampleExchange["body"], status = 200) =>
    judgedCase(idUpToZero, { label }, factsOf([{ label, request: getPet(0n), status, body: body ?? [] }]));
  expect([judged(pet(0)), judged(pet(1)), judged({})]).toEqual(["untested", "broken", "broken"]);
  expect(judged(pet(0), 404)).toBe("held");
});

/** When no list lags behind the read any more. */
const late = 9000;
const listedPet = (changed = {}, atMs?: number): SampleExchange => ({
  body: [pet(3), { ...pet(1), ...changed }],
  ...(atMs === undefined ? {} : { atMs }),
});
const read = (changed = {}): SampleExchange => ({
  label: getListed.label,
  request: getPet(1n),
  body: { ...pet(1), ...changed },
  atMs: 5000,
});
const judged = (...samples: readonly SampleExchange[]) => fields(readMatchesLists, ...samples);

test("another status is a difference, and one that is left out is none", () => {
  const [sold, other] = [{ status: "sold" }, { status: "pending" }];
  expect(judged(listedPet(sold), read(other), listedPet(sold, late))).toEqual(["field `status`"]);
  expect(judged(listedPet(sold), read(other), listedPet(other, late))).toEqual([]);
  expect(judged(listedPet(sold), read({ status: undefined }), listedPet(sold, late))).toEqual([]);
  expect(
    judged(listedPet({ status: undefined }), read(sold), listedPet({ status: undefined }, late)),
  ).toEqual([]);
});

test("a list that may lag behind a change of the pet shows nothing", () => {
  expect(judged(listedPet(), read({ name: "Tom" }), listedPet({}, 6900))).toEqual([]);
  expect(judged(listedPet({}, 3900), read({ name: "Tom" }), listedPet({}, late))).toEqual([]);
});

test("a name whose bytes were replaced is not compared", () => {
  const replaced = listedPet({ name: "Re\uFFFD" });
  expect(judged(replaced, read({ name: "Tom" }), replaced)).toEqual([]);
});

const created = create("create", 1);
const readAt = (atMs: number, status: number, label = "get the created pet"): SampleExchange => ({
  label,
  request: getPet(1n),
  status,
  body: created.body,
  atMs,
});
const isThere = (...samples: readonly SampleExchange[]) => kinds(readOfOwnPet, ...samples);

test("a 404 to a pet of this run that can lag no more is broken, though the read is served when it is sent again", () => {
  expect(isThere(created, readAt(5000, 404), readAt(5100, 200))).toEqual(["broken", "held"]);
  expect(isThere(created, readAt(1000, 404), readAt(1100, 200))).toEqual([]);
});

test("the answer that stands is left to the case of its step, and a pet of others to the lists", () => {
  expect(isThere(created, readAt(5000, 404))).toEqual([]);
  const foreign = { ...created, request: postPet('{"name":"Tom","categoryId":7}') };
  expect(isThere(foreign, readAt(5000, 404), readAt(5100, 200))).toEqual([]);
});
