import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { jsonNode } from "#testing/suites/json-node.ts";
import { duplicateMembers, member, resolvePointer, toPlain } from "./read.ts";
import { raw, type WritableJson, writeJson } from "./write.ts";

describe("member", () => {
  test("takes the last of a name", () => {
    expect(member(jsonNode('{"a":1,"a":2}'), "a")).toMatchObject({ raw: "2" });
  });

  test("finds nothing in what is no object, nor on a prototype", () => {
    expect(member(jsonNode("[1]"), "length")).toBeUndefined();
    expect(member(jsonNode("{}"), "constructor")).toBeUndefined();
    expect(member(undefined, "a")).toBeUndefined();
  });
});

describe("duplicateMembers", () => {
  test("points at each repeated name once, in the order of the text", () => {
    const text = '{"x":[{"a":1,"a":2,"a":3}],"y/z~":{"":0,"":1},"x":0,"b":{"c":1}}';
    expect(duplicateMembers(jsonNode(text))).toEqual(["/x", "/x/0/a", "/y~1z~0/"]);
  });

  test("stops after 20", () => {
    const members = Array.from({ length: 50 }, (_, i) => `"m${i}":1,"m${i}":2`).join(",");
    expect(duplicateMembers(jsonNode(`{${members}}`))).toHaveLength(20);
  });
});

describe("resolvePointer", () => {
  test.each([
    ["", "object"],
    ["/a/1", "number"],
    ["/~1~0/", "literal"],
    ["/a/01", undefined],
    ["/a/2", undefined],
    ["/a/-", undefined],
    ["a", undefined],
    ["/b/c", undefined],
  ])("%j leads to %s", (pointer, kind) => {
    expect(resolvePointer(jsonNode('{"a":["x",1],"/~":{"":null},"b":1}'), pointer)?.kind).toBe(kind);
  });
});

describe("toPlain", () => {
  const isValid = new Ajv().compile({ type: "integer" });

  const integers = ["1.0", "1e2", "-0", "9223372036854775807", "1e308", "1e400", "-1e400"];
  const fractions = ["1.5", "9007199254740993.1", "1.00000000000000000001", "1e-400"];
  test.each([...integers, ...fractions, "-0.99999999999999999999", `${"9".repeat(400)}.5`])(
    "keeps %s an integer or a fraction for a validator, as it is",
    (raw) => expect(isValid(toPlain(jsonNode(raw)))).toBe(integers.includes(raw)),
  );

  test("makes __proto__ an own property and nothing more", () => {
    const plain = toPlain(jsonNode('{"__proto__":{"polluted":1}}'));
    expect(Object.keys(plain as object)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(plain)).toBe(Object.prototype);
    expect((plain as { polluted?: number }).polluted).toBeUndefined();
  });
});

test.each<[string, WritableJson, string]>([
  ["a bigint as its digits, beyond 2^53 too", { id: 9223372036854775807n }, '{"id":9223372036854775807}'],
  ["a raw fragment as it stands", { id: raw("1e2"), name: "raw" }, '{"id":1e2,"name":"raw"}'],
  ["an object that only looks like a fragment as an object", { rawJson: "1" }, '{"rawJson":"1"}'],
])("%s is written", (_, value, text) => {
  expect(writeJson(value)).toBe(text);
});

test("everything else is written as JSON.stringify does", () => {
  const list = [1, 0.5, -1e300, true, null, 'q"\\\n\u2028'];
  const value = { a: list, b: {}, c: undefined, "\u0000": "\ud800" };
  expect(writeJson(value)).toBe(JSON.stringify(value));
});

test("a number that JSON does not have is refused", () => {
  expect(() => writeJson([Number.NaN])).toThrow(RangeError);
});
