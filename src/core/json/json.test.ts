import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonNode } from "#testing/suites/sample-evidence.ts";
import { escapeForTerminal, escapeForXml, isPlainText, jsonText, shorten } from "./escape.ts";
import { exactInteger, isInt64, isInteger } from "./number.ts";
import { parseJson } from "./parse.ts";
import { canonicalText, duplicateMembers, member, resolvePointer, toPlain } from "./read.ts";
import { raw, type WritableJson, writeJson } from "./write.ts";

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
    ["  ", 2],
    ["[1,]", 3],
    ["{a:1}", 1],
    ["[1.]", 1],
    ["[1] x", 4],
    ['"\\u12g4"', 1],
    ['"a\nb"', 2],
    ['"abc', 4],
    ["[1 2]", 3],
    ['{"a" 1}', 5],
  ])("says where %j stops being JSON", (text, offset) => {
    expect(problemOf(text)).toMatchObject({ kind: "syntax", offset });
  });

  test("says nothing of the text in its message", () => {
    expect(problemOf('{"name": secretword}')?.message).not.toContain("secret");
  });

  test("keeps numbers as their characters, members in order, repeated names included, and lone surrogates", () => {
    const text = '{"b":9007199254740993,"a":[1.0,-0,1E+2],"b":"\\ud800x"}';
    expect(jsonNode(text)).toMatchObject({
      members: [
        { name: "b", value: { raw: "9007199254740993" } },
        { name: "a", value: { items: [{ raw: "1.0" }, { raw: "-0" }, { raw: "1E+2" }] } },
        { name: "b", value: { value: "\ud800x" } },
      ],
    });
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

test.each([
  ['{"a":1,"a":2}', "a", { raw: "2" }],
  ["[1]", "length", undefined],
  ["{}", "constructor", undefined],
])("of %s the member %s is the last of that name, and its own", (text, name, found) => {
  expect(member(jsonNode(text), name)).toEqual(found && expect.objectContaining(found));
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

test.each([
  ["", "object"],
  ["/a/1", "number"],
  ["/~1~0/", "literal"],
  ["/a/01", undefined],
  ["/a/2", undefined],
  ["/a/-", undefined],
  ["a", undefined],
  ["/b/c", undefined],
])("resolvePointer %j leads to %s", (pointer, kind) => {
  expect(resolvePointer(jsonNode('{"a":["x",1],"/~":{"":null},"b":1}'), pointer)?.kind).toBe(kind);
});

test("an integer beyond every double is the largest, which a strict validator takes for one", () => {
  expect(toPlain(jsonNode("-1e400"))).toBe(-Number.MAX_VALUE);
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

test("an integer has at most 400 digits, and is one beyond that", () => {
  expect(["1e399", "1e400", "0e99999999999999999999"].map(exactInteger)).toEqual([
    10n ** 399n,
    undefined,
    0n,
  ]);
  expect(["1e999999999", "1e-999999999"].map(isInteger)).toEqual([true, false]);
});

test("isInt64 holds from -2^63 to 2^63 - 1", () => {
  expect([-(2n ** 63n), 2n ** 63n - 1n].every(isInt64)).toBe(true);
  expect([-(2n ** 63n) - 1n, 2n ** 63n].some(isInt64)).toBe(false);
});

const of = (text: string) => canonicalText(jsonNode(text));

test.each([
  ["1", "1.0"],
  ["100", "1e2"],
  ["0", "-0.0"],
  ['"a"', '"\\u0061"'],
  ['{"a":1,"b":[]}', '{ "b": [], "a": 1 }'],
  ['{"a":1,"a":2}', '{"a":2}'],
])("%s and %s are one value", (one, other) => {
  expect(of(one)).toBe(of(other));
});

test.each([
  ["9007199254740992", "9007199254740993"],
  ["0.1", "0.10000000000000000001"],
  ["1", '"1"'],
  ["null", '"null"'],
  ['["a,b"]', '["a","b"]'],
  ["1", "-1"],
])("%s and %s are two", (one, other) => {
  expect(of(one)).not.toBe(of(other));
});

test.each([
  ["a terminal's escape sequence", "\u001b[2Jhi", "\\u{1b}[2Jhi"],
  ["a C1 control", "\u009b1m", "\\u{9b}1m"],
  ["a line feed", "a\r\nb\tc", "a\\r\\nb\\tc"],
  ["a bidirectional override", "abc\u202edef", "abc\\u{202e}def"],
  ["a lone surrogate", "a\ud800b", "a\\u{d800}b"],
  ["a zero-width space", "a\u200bb", "a\\u{200b}b"],
  ["a noncharacter", "\uffff\u{1fffe}", "\\u{ffff}\\u{1fffe}"],
  ["an invisible character between letters", "a\u034fb\u200dc\ufe0fd", "a\\u{34f}b\\u{200d}c\\u{fe0f}d"],
  ["a blank that is none", "a\u3164b\u2800c\u115f", "a\\u{3164}b\\u{2800}c\\u{115f}"],
])("%s is shown, not obeyed", (_, hostile, shown) => {
  expect(escapeForTerminal(hostile)).toBe(shown);
  expect(isPlainText(hostile)).toBe(false);
});

test("names of animals in any script stay as they are", () => {
  for (const name of ["Zoë", "小白", "👩‍👩‍👧", "🏳️‍🌈", "1️⃣", "رکس", "a\u0301"])
    expect(escapeForTerminal(name)).toBe(name);
});

test("XML gets neither markup nor characters that it does not allow", () => {
  const escaped = "&lt;a b=&quot;c&quot;&gt;&amp;&apos;\\u{0}\\u{b}]]&gt;";
  expect(escapeForXml(`<a b="c">&'\u0000\u000b]]>`)).toBe(escaped);
});

test("JSON may be looked at with cat, and means the same", () => {
  const value = { "a\u009b31m": "\u202e\ufeff\u{e0041}\ud800\u001b", plain: "Zoë 👩‍👩‍👧" };
  expect(isPlainText(jsonText(value))).toBe(true);
  expect(JSON.parse(jsonText(value))).toEqual(value);
});

test("a shortened text says how much is missing and does not split a character", () => {
  expect(shorten("abc", 3)).toBe("abc");
  expect(shorten("ab👩cd", 3)).toBe("ab… (3 more characters)");
});
