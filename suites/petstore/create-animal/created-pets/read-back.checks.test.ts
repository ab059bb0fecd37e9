import { expect, test } from "vitest";
import { sameText } from "#suites/petstore/shared/evidence/marks.ts";
import { getPet } from "#suites/petstore/shared/steps/requests.ts";
import { fields, kinds as kindsOf } from "#testing/suites/judged-alone.ts";
import { create, factsOf, type SampleExchange } from "#testing/suites/sample-evidence.ts";
import { oneDefault, readBack } from "./read-back.checks.ts";

const created = create("create", 9, "sold");
const big = 2n ** 53n + 1n;

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

test("a pet is read as its 201 showed it, field by field", () => {
  expect(read({})).toBe("held");
  expect(read({ id: 10 })).toBe("field `id`");
  expect(read({ name: "Rex" })).toBe("field `name`");
  expect(read({ categoryId: 8 })).toBe("field `categoryId`");
  expect(read({ status: "pending" })).toBe("field `status`");
  expect(read({ status: undefined })).toBe("field `status`");
});

test("a field that is left out, or that is rounded as a double rounds, is judged elsewhere", () => {
  for (const field of ["name", "categoryId"])
    expect([field, read({ [field]: undefined })]).toEqual([field, "held"]);
  const bigOne = create("create", big);
  expect(read({ id: big - 1n }, bigOne)).toBe("held");
  expect(read({ id: big + 2n }, bigOne)).toBe("field `id`");
  const inBigCategory = { ...created, body: { ...(created.body as object), categoryId: big } };
  expect(read({ categoryId: big - 1n }, inBigCategory)).toBe("held");
  expect(read({ categoryId: big + 2n }, inBigCategory)).toBe("field `categoryId`");
});

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

test("another pet, one that only bears its name's mark, or an answer from before the 201 shows nothing of it", () => {
  expect(read({ id: 77, name: "Rex" })).toBe("unresolved");
  expect(read({}, created, { atMs: 5, tookMs: 1 })).toBe("unresolved");
});

test("a 201 without a pet leaves nothing to compare with", () => {
  const { body, ...silent } = created;
  expect(read({ ...(body as object), status: "pending" }, { ...silent, body: {} })).toBe("held");
  expect(read({ ...(body as object) }, { ...silent, body: [] as never })).toBe("held");
});

test("texts are the same but for whitespace around them and their normal form", () => {
  expect(sameText(" Zo\u00eb", "Zoe\u0308 ")).toBe(true);
  expect(sameText("\ufb01", "fi")).toBe(true);
  expect(sameText("Zoe", "zoe")).toBe(false);
  expect(sameText("a b", "ab")).toBe(false);
});

test("a pet is not taken for the other of its name", () => {
  const kinds = (...shown: readonly SampleExchange[]) =>
    kindsOf(readBack, create("twin", 9), create("twin", 10), ...shown);
  const both = [create("twin", 9).body, create("twin", 10).body];
  expect(kinds({ body: both })).toEqual(["held", "held"]);
  expect(kinds({ body: both.slice(0, 1) })).toEqual(["held"]);
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
