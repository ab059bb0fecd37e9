import { expect, test } from "vitest";
import { getListed } from "#suites/petstore/shared/steps/reads.ts";
import { getPet, postPet } from "#suites/petstore/shared/steps/requests.ts";
import { fields, kinds } from "#testing/suites/judged-alone.ts";
import { create, pet, type SampleExchange } from "#testing/suites/sample-evidence.ts";
import { asItIsListed, ownPetIsThere } from "./as-listed.checks.ts";

/** When no list lags behind the read any more. */
const late = 9000;
const listed = (changed = {}, atMs?: number): SampleExchange => ({
  body: [pet(3), { ...pet(1), ...changed }],
  ...(atMs === undefined ? {} : { atMs }),
});
const read = (changed = {}): SampleExchange => ({
  label: getListed.label,
  request: getPet(1n),
  body: { ...pet(1), ...changed },
  atMs: 5000,
});
const judged = (...samples: readonly SampleExchange[]) => fields(asItIsListed, ...samples);

test("a pet that is read otherwise than the lists before and after show it is broken, by its field", () => {
  expect(judged(listed(), read({ name: "Tom" }), listed({}, late))).toEqual(["field `name`"]);
  expect(judged(listed(), read({ categoryId: 8 }), listed({}, late))).toEqual(["field `categoryId`"]);
});

test("another status is a difference, and one that is left out is none", () => {
  const [sold, other] = [{ status: "sold" }, { status: "pending" }];
  expect(judged(listed(sold), read(other), listed(sold, late))).toEqual(["field `status`"]);
  expect(judged(listed(sold), read(other), listed(other, late))).toEqual([]);
  expect(judged(listed(sold), read({ status: undefined }), listed(sold, late))).toEqual([]);
  expect(judged(listed({ status: undefined }), read(sold), listed({ status: undefined }, late))).toEqual([]);
});

test("a list that may lag behind a change of the pet shows nothing", () => {
  expect(judged(listed(), read({ name: "Tom" }), listed({}, 6900))).toEqual([]);
  expect(judged(listed({}, 3900), read({ name: "Tom" }), listed({}, late))).toEqual([]);
});

test("a pet that is read as it is listed says nothing more", () => {
  expect(judged(listed(), read(), listed({}, late))).toEqual([]);
});

test("a pet that changed between the lists may be read as either, or as something in between", () => {
  expect(judged(listed(), read({ name: "Tom" }), listed({ name: "Tim" }, late))).toEqual([]);
  expect(judged(listed(), read({ categoryId: 8 }), listed({ categoryId: 9 }, late))).toEqual([]);
});

test("without a list on both sides of the read nothing is known", () => {
  expect(judged(listed(), read({ name: "Tom" }))).toEqual([]);
  expect(judged(read({ name: "Tom" }), listed({}, late))).toEqual([]);
  // Sent while the read was under way.
  expect(judged(listed(), read({ name: "Tom" }), listed({}, 5005))).toEqual([]);
  expect(judged(listed({}, 4995), read({ name: "Tom" }), listed({}, late))).toEqual([]);
});

test("a name whose bytes were replaced is not compared", () => {
  const replaced = listed({ name: "Re\uFFFD" });
  expect(judged(replaced, read({ name: "Tom" }), replaced)).toEqual([]);
});

test("only a read that was served is compared", () => {
  expect(judged(listed(), { ...read({ name: "Tom" }), status: 404 }, listed())).toEqual([]);
});

const created = create("create", 1);
const readAt = (atMs: number, status: number, label = "get the created pet"): SampleExchange => ({
  label,
  request: getPet(1n),
  status,
  body: created.body,
  atMs,
});
const isThere = (...samples: readonly SampleExchange[]) => kinds(ownPetIsThere, ...samples);

test("a 404 to a pet of this run that can lag no more is broken, though the read is served when it is sent again", () => {
  expect(isThere(created, readAt(5000, 404), readAt(5100, 200))).toEqual(["broken", "held"]);
  expect(isThere(created, readAt(1000, 404), readAt(1100, 200))).toEqual([]);
});

test("the answer that stands is left to the case of its step, and a pet of others to the lists", () => {
  expect(isThere(created, readAt(5000, 404))).toEqual([]);
  const foreign = { ...created, request: postPet('{"name":"Tom","categoryId":7}') };
  expect(isThere(foreign, readAt(5000, 404), readAt(5100, 200))).toEqual([]);
});
