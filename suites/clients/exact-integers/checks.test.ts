import { expect, test } from "vitest";
import { observedBy, sampleSession } from "#testing/exam/sample-session.ts";
import { checks } from "./checks.ts";

/** What is found of a read of this id, after a list with that one. */
function found(given: string, read: string): readonly string[] {
  const session = sampleSession([{ body: `[{"id":${given}}]` }, { target: `/pets/${read}`, body: "{}" }]);
  return observedBy(checks, [session]).map(({ kind }) => kind);
}

test.each([
  ["9007199254740993", "9007199254740993", ["held"]],
  ["9007199254740993", "9007199254740992", ["broken"]],
  // As JavaScript prints its double.
  ["9223372036854775807", "9223372036854776000", ["broken"]],
  ["7", "07", ["broken"]],
])("after %s was given, %s is %o", (given, read, kinds) => {
  expect(found(given, read)).toEqual(kinds);
});

test.each([
  ["9007202254741011", "held"],
  ["-1294967277", "broken"],
  ["3000000019", "broken"],
  ["2147483647", "broken"],
  ["9007202254741012", "broken"],
  ["8", undefined],
])("after the category 9007202254741011 was given, a create with %s: %s", (sent, kind) => {
  const create = { method: "POST", status: 201 };
  const session = sampleSession([{ body: '[{"id":1,"categoryId":9007202254741011}]' }, create]);
  const exchanges = session.exchanges.map((one) =>
    one.method === "POST" ? { ...one, body: Buffer.from(`{"categoryId":${sent}}`) } : one,
  );
  const [found] = observedBy(checks, [{ ...session, exchanges }]);
  expect(found?.kind).toBe(kind);
});
