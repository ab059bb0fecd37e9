import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonNode } from "#testing/suites/json-node.ts";
import { parseJson } from "./parse.ts";
import { toPlain } from "./read.ts";

function problemOf(text: string, bounds = {}) {
  const result = parseJson(text, bounds);
  return result.ok ? undefined : result.problem;
}

describe("parseJson", () => {
  test("takes what JSON.parse takes, with the same meaning", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), fc.nat(3), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(toPlain(jsonNode(text))).toEqual(JSON.parse(text));
      }),
      { seed: 1 },
    );
  });

  test("refuses exactly what JSON.parse refuses", () => {
    const pieces = [...'[]{},:-01 \\"', '"a"', "\\u00e9", ".5", "e1"];
    const words = ["null", "true", "false", "NaN", "\n", "\t", "\u00a0", "'", "/", "\ufeff", "\u0000"];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces, ...words), { maxLength: 7 }), (parts) => {
        const text = parts.join("");
        expect(parseJson(text).ok, JSON.stringify(text)).toBe(acceptedByNode(text));
      }),
      { seed: 1, numRuns: 5000 },
    );
  });

  test.each([
    ["", 0],
    ["  ", 2],
    ["[1,]", 3],
    ['{"a":1,}', 7],
    ["{a:1}", 1],
    ["[01]", 2 - 1],
    ["[1.]", 3],
    ["[1e]", 3],
    ["[-]", 2],
    ["+1", 0],
    ["NaN", 0],
    ["[1] x", 4],
    ['"\\x"', 1],
    ['"\\u12g4"', 1],
    ['"a\nb"', 2],
    ['"abc', 4],
    ["[1 2]", 3],
    ['{"a" 1}', 5],
    ["// c\n1", 0],
    ["\ufeff1", 0],
  ])("says where %j stops being JSON", (text, offset) => {
    expect(problemOf(text)).toMatchObject({ kind: "syntax", offset });
  });

  test("says nothing of the text in its message", () => {
    expect(problemOf('{"name": secretword}')?.message).not.toContain("secret");
  });

  test("keeps numbers as their characters", () => {
    expect(jsonNode("[9007199254740993, 1.0, -0, 1E+2]")).toMatchObject({
      items: [{ raw: "9007199254740993" }, { raw: "1.0" }, { raw: "-0" }, { raw: "1E+2" }],
    });
  });

  test("keeps members in order, repeated names included", () => {
    expect(jsonNode('{"b":1,"a":2,"b":3}')).toMatchObject({
      members: [{ name: "b" }, { name: "a" }, { name: "b", value: { raw: "3" } }],
    });
  });

  test("keeps lone surrogate escapes", () => {
    expect(jsonNode('"\\ud800x"')).toMatchObject({ value: "\ud800x" });
  });

  test("reports where each value is", () => {
    const text = ' {"a" : [ 12 , "x\\n" ] } ';
    const root = jsonNode(text);
    const list = root.kind === "object" ? root.members[0]?.value : undefined;
    const slices = [root, list, ...(list?.kind === "array" ? list.items : [])].map(
      (node) => node && text.slice(node.start, node.end),
    );
    expect(slices).toEqual(['{"a" : [ 12 , "x\\n" ] }', '[ 12 , "x\\n" ]', "12", '"x\\n"']);
  });

  test("allows 512 levels and refuses the next", () => {
    expect(parseJson("[".repeat(512) + "]".repeat(512)).ok).toBe(true);
    expect(problemOf("[".repeat(513))).toMatchObject({ kind: "too-deep", offset: 512 });
  });

  test("bounds the length of a number and the count of values", () => {
    expect(parseJson("1".repeat(4096))).toMatchObject({ value: { raw: "1".repeat(4096) } });
    expect(parseJson("1".repeat(4097))).toMatchObject({ value: { raw: `${"1".repeat(4096)}…`, end: 4097 } });
    expect(problemOf("[1,2,3]", { maxValues: 3 })).toMatchObject({ kind: "too-many-values", offset: 5 });
  });
});

function acceptedByNode(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
