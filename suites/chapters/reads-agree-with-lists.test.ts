import { expect, test } from "vitest";
import { placeInWords } from "../../src/report/place-in-words.ts";
import { factsOf, pet, type SampleExchange } from "../../testing/suites/sample-evidence.ts";
import { getPet } from "../steps/requests.ts";
import { getListed } from "./get-pet.ts";
import { asItIsListed } from "./reads-agree-with-lists.ts";

const listed = (changed = {}, atMs?: number): SampleExchange => ({
  body: [pet(3), { ...pet(1), ...changed }],
  ...(atMs === undefined ? {} : { atMs }),
});
const read = (changed = {}): SampleExchange => ({
  label: getListed.label,
  request: getPet(1n),
  body: { ...pet(1), ...changed },
  atMs: 1000,
});
const judged = (...samples: readonly SampleExchange[]) =>
  asItIsListed
    .judge(factsOf(samples))
    .map((o) => (o.kind === "broken" ? o.finding.place && placeInWords(o.finding.place) : o.kind));

test("a pet that is read otherwise than the lists before and after show it is broken, by its field", () => {
  expect(judged(listed(), read({ name: "Tom" }), listed())).toEqual(["field `name`"]);
  expect(judged(listed(), read({ categoryId: 8 }), listed())).toEqual(["field `categoryId`"]);
});

test("another status is a difference, and one that is left out is none", () => {
  const [sold, other] = [{ status: "sold" }, { status: "pending" }];
  expect(judged(listed(sold), read(other), listed(sold))).toEqual(["field `status`"]);
  expect(judged(listed(sold), read(other), listed(other))).toEqual([]);
  expect(judged(listed(sold), read({ status: undefined }), listed(sold))).toEqual([]);
  expect(judged(listed({ status: undefined }), read(sold), listed({ status: undefined }))).toEqual([]);
});

test("a pet that is read as it is listed says nothing more", () => {
  expect(judged(listed(), read(), listed())).toEqual([]);
});

test("a pet that changed between the lists may be read as either, or as something in between", () => {
  expect(judged(listed(), read({ name: "Tom" }), listed({ name: "Tim" }))).toEqual([]);
  expect(judged(listed(), read({ categoryId: 8 }), listed({ categoryId: 9 }))).toEqual([]);
});

test("without a list on both sides of the read nothing is known", () => {
  expect(judged(listed(), read({ name: "Tom" }))).toEqual([]);
  expect(judged(read({ name: "Tom" }), listed({}, 2000))).toEqual([]);
  // Sent while the read was under way.
  expect(judged(listed(), read({ name: "Tom" }), listed({}, 1005))).toEqual([]);
  expect(judged(listed({}, 995), read({ name: "Tom" }), listed({}, 2000))).toEqual([]);
});

test("a name whose bytes were replaced is not compared", () => {
  const replaced = listed({ name: "Re\uFFFD" });
  expect(judged(replaced, read({ name: "Tom" }), replaced)).toEqual([]);
});

test("only a read that was served is compared", () => {
  expect(judged(listed(), { ...read({ name: "Tom" }), status: 404 }, listed())).toEqual([]);
});
