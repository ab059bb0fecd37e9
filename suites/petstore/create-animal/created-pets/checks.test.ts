import { expect, test } from "vitest";
import { isJudgedName } from "#suites/petstore/shared/evidence/marks.ts";
import { noListShows } from "#suites/petstore/shared/evidence/settling.ts";
import { createWithClientId } from "#suites/petstore/shared/steps/odd-bodies.ts";
import { getPet, listPets, postPet } from "#suites/petstore/shared/steps/requests.ts";
import { fields, kinds, watched } from "#testing/suites/judged-by-one-check.ts";
import { create, factsOf, pets, type SampleExchange } from "#testing/suites/sample-evidence.ts";
import { clientId, createdAsSent, createdIds, onePet } from "./checks.ts";
import { oneDefault, readBack } from "./read-back.checks.ts";

test("a name is judged by its exactness from 1 to 64 UTF-16 units, without controls, lone surrogates or noncharacters", () => {
  for (const name of ["a", "a".repeat(64), "🐕".repeat(32), "\u00a0"])
    expect([name, isJudgedName(name)]).toEqual([name, true]);
  for (const name of [undefined, "", "a".repeat(65), "a\u0000", "a\u0085", "\ud800", "a\ufffe"])
    expect([name, isJudgedName(name)]).toEqual([name, false]);
});

const accepted = create("create", 9);
const list = (body: SampleExchange["body"], more: SampleExchange = {}): SampleExchange => ({
  label: "another list",
  request: listPets({ limit: 5 }),
  ...(body === undefined ? {} : { body }),
  ...more,
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

test("an accepted create with an id shows nothing where the first pet is not seen again, or was not created", () => {
  expect(kinds(clientId, accepted, along(201, 10))).toEqual(["unresolved"]);
  expect(kinds(clientId, along(201, 10))).toEqual(["unresolved"]);
});

const created = create("create", 9, "sold");
/** What is wrong with a created pet that is read with these fields changed. */
function read(
  changed: object,
  accepted: SampleExchange & { readonly body: unknown } = created,
  more: SampleExchange = {},
): string {
  const shown: SampleExchange = {
    request: getPet(9n),
    body: { ...(accepted.body as object), ...changed },
    ...more,
  };
  return fields(readBack, accepted, shown).join();
}

test("what a store makes of a lone surrogate or of NUL is open", () => {
  const odd = create("\ud83d\u0000", 9, "sold");
  expect(read({ name: "x" }, odd)).toBe("held");
  expect(read({ categoryId: 8 }, odd)).toBe("field `categoryId`");
});

test("a status that was not sent may be shown or left out", () => {
  const without = create("create", 9);
  expect(read({ status: "sold" }, without)).toBe("held");
  const answered = { ...without, body: { ...(without.body as object), status: "sold" } };
  expect(read({ status: undefined }, answered)).toBe("held");
  expect(read({ status: "pending" }, answered)).toBe("field `status`");
});

test("a pet created without a status has one default, in lists and where it is read by its id", () => {
  const without = create("create", 9);
  const pet = { ...(without.body as object) };
  const inRead = (status?: string): SampleExchange => ({ request: getPet(9n), body: { ...pet, status } });
  const inList = (status?: string): SampleExchange => ({ body: [{ ...pet, status }] });
  const broken = (accepted: SampleExchange, ...shown: readonly SampleExchange[]) =>
    oneDefault
      .judge(factsOf([accepted, ...shown]))
      .map((o) => o.kind === "broken" && [o.finding.exchange, o.finding.seen]);
  expect(broken(without, inList("sold"), inRead("pending"), inList("sold"))).toEqual([[3, '"pending"']]);
  expect(broken(without, inRead("sold"), inList("pending"), inRead("sold"))).toEqual([[3, '"pending"']]);
  // Someone may change it once, and an answer may leave it out.
  expect(broken(without, inList("sold"), inRead("pending"), inList("pending"))).toEqual([]);
  expect(broken(without, inList("sold"), inRead(), inList("sold"))).toEqual([]);
  expect(broken(without, inList("sold"), inList("pending"), inList("sold"))).toEqual([]);
  expect(broken(create("create", 9, "sold"), inList("sold"), inRead("pending"), inList("sold"))).toEqual([]);
});

function broken(...samples: readonly SampleExchange[]): number {
  const { observed } = watched(
    createdIds,
    factsOf(samples.map((sample, i) => ({ atMs: i * 10_000, ...sample }))),
  );
  return observed.filter(({ kind }) => kind === "broken").length;
}

const pet = (name: string) => ({ id: 7, name, categoryId: 1 });
const createdAs = (name: string, more: SampleExchange = {}): SampleExchange => ({
  ...{ request: postPet(JSON.stringify({ name, categoryId: 1 })), status: 201, body: pet(name) },
  ...more,
});
const listed = (name: string, more: SampleExchange = {}): SampleExchange => ({
  ...{ request: listPets(), body: [pet(name)] },
  ...more,
});

test("an id that is given to two pets, of which the first is still there, breaks CREATE-3, but a read may lag behind", () => {
  expect(broken(createdAs("Rex"), createdAs("Tom"), listed("Rex"))).toBe(1);
  expect(broken(createdAs("Rex"), createdAs("Tom"), listed("Rex", { atMs: 11_500 }))).toBe(0);
});
