import { expect, test } from "vitest";
import { isAscii, isJudgedName, sameButForWhitespace } from "#suites/petstore/shared/evidence/marks.ts";
import { noListShows } from "#suites/petstore/shared/evidence/settling.ts";
import { createWithClientId } from "#suites/petstore/shared/steps/odd-bodies.ts";
import { listPets, postPet } from "#suites/petstore/shared/steps/requests.ts";
import { fields, kinds } from "#testing/suites/judged-alone.ts";
import { create, factsOf, pets, type SampleExchange } from "#testing/suites/sample-evidence.ts";
import { clientId, createdAsSent, onePet } from "./checks.ts";

test("a name is judged by its exactness from 1 to 64 UTF-16 units, without controls, lone surrogates or noncharacters", () => {
  for (const name of ["a", "a".repeat(64), "🐕".repeat(32), "\u00a0"])
    expect([name, isJudgedName(name)]).toEqual([name, true]);
  for (const name of [undefined, "", "a".repeat(65), "a\u0000", "a\u0085", "\ud800", "a\ufffe"])
    expect([name, isJudgedName(name)]).toEqual([name, false]);
});

test("ASCII is what can be printed of it", () => {
  expect([" ~aZ09", "", "é", "\u007f", "\t"].map(isAscii)).toEqual([true, true, false, false, false]);
});

test("names are the same but for whitespace around them, on either side of either", () => {
  expect(sameButForWhitespace(" a b ", "a b")).toBe(true);
  expect(sameButForWhitespace("a b", " a b ")).toBe(true);
  expect(sameButForWhitespace("ab", "a b")).toBe(false);
});

const accepted = create("create", 9);
const list = (body: SampleExchange["body"], more: SampleExchange = {}): SampleExchange => ({
  label: "another list",
  request: listPets({ limit: 5 }),
  ...(body === undefined ? {} : { body }),
  ...more,
});

test("one create stores one pet: two of its name in a list are broken, in a full one too", () => {
  const again = create("create", 10);
  expect(kinds(onePet, accepted, list([accepted.body]))).toEqual(["held"]);
  expect(kinds(onePet, accepted, list([accepted.body, again.body]))).toEqual(["broken"]);
  expect(kinds(onePet, accepted, list([accepted.body, again.body, ...pets(3)]))).toEqual(["broken"]);
});

test("as many pets of a name are right as creates sent it, and were not refused", () => {
  const alike = [create("create", 9), create("create", 10)];
  const three = [9, 10, 11].map((id) => create("create", id).body);
  expect(kinds(onePet, ...alike, list(three.slice(1)))).not.toContain("broken");
  expect(kinds(onePet, ...alike, list(three))).toEqual(["broken", "broken"]);
  const refusals = [429, 400].map((status): SampleExchange => ({ ...create("create", 8), status, body: {} }));
  expect(kinds(onePet, ...refusals, accepted, list(three.slice(1)))).toEqual(["broken"]);
  // One that was answered 5xx may have stored its pet (ruling 28).
  const failed: SampleExchange = { ...create("create", 8), status: 503, body: {} };
  expect(kinds(onePet, failed, accepted, list(three.slice(1)))).not.toContain("broken");
  expect(kinds(onePet, failed, accepted, list(three))).toEqual(["broken"]);
});

test("a list that is full, that came before, or that ran beside the create shows nothing of one pet", () => {
  expect(kinds(onePet, accepted, list([accepted.body, ...pets(4)]))).toEqual(["unresolved"]);
  expect(kinds(onePet, list([accepted.body]), accepted)).toEqual(["unresolved"]);
  expect(kinds(onePet, { ...accepted, atMs: 0, tookMs: 500 }, list([accepted.body], { atMs: 100 }))).toEqual([
    "unresolved",
  ]);
});

test("why no list shows a created pet depends on whether any could be created", () => {
  expect(noListShows(factsOf([])).reason).toEqual({ kind: "none-created", creates: 0 });
  const full = { ...list(pets(20)), request: listPets() };
  const open = { ...list(pets(2)), request: listPets() };
  expect(noListShows(factsOf([accepted, full, full])).reason).toEqual({ kind: "all-lists-full", lists: 2 });
  expect(noListShows(factsOf([accepted, full, open])).reason).toEqual({ kind: "no-created-name", lists: 1 });
  expect(noListShows(factsOf([], { readOnly: true })).reason).toEqual({ kind: "read-only" });
});

test("what a 201 says is what was sent, field by field", () => {
  const created = create("create", 9, "sold");
  const said = (changed: object) =>
    fields(createdAsSent, { ...created, body: { ...(created.body as object), ...changed } });
  expect(said({})).toEqual(["held"]);
  expect(said({ name: "Rex" })).toEqual(["field `name`"]);
  expect(said({ categoryId: 8 })).toEqual(["field `categoryId`"]);
  expect(said({ status: "pending" })).toEqual(["field `status`"]);
  expect(said({ status: undefined })).toEqual(["field `status`"]);
});

test("a category that a double cannot hold is judged by its digits, elsewhere", () => {
  const created = (categoryId: bigint): readonly string[] => {
    const request = postPet(`{"name":"Rex","categoryId":${categoryId}}`);
    const body = { id: 9, name: "Rex", categoryId: 8 };
    return kinds(createdAsSent, { label: "create", request, status: 201, body });
  };
  expect([2n ** 53n, -(2n ** 53n)].map(created)).toEqual([["broken"], ["broken"]]);
  expect([2n ** 53n + 1n, -(2n ** 53n) - 1n].map(created)).toEqual([["held"], ["held"]]);
});

/** A create that sends an id along: that of the pet above, unless another is given. */
const along = (status: number, created: number): SampleExchange => ({
  ...create(createWithClientId.label, created),
  request: postPet(`{"id":9,"name":"conformance-along","categoryId":7}`),
  status,
});

test("an id that was sent along is not taken over, whether the pet is seen again or not", () => {
  expect(kinds(clientId, accepted, along(201, 9))).toEqual(["broken"]);
  expect(kinds(clientId, accepted, along(201, 9), list([accepted.body]))).toEqual(["broken"]);
  expect(kinds(clientId, accepted, along(201, 10), list([accepted.body]))).toEqual(["held"]);
  expect(kinds(clientId, accepted, along(400, 9))).toEqual(["held"]);
});

test("an accepted create with an id shows nothing where the first pet is not seen again, or was not created", () => {
  expect(kinds(clientId, accepted, along(201, 10))).toEqual(["unresolved"]);
  expect(kinds(clientId, along(201, 10))).toEqual(["unresolved"]);
});
