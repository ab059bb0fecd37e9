import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { pointerToken } from "../json/read.ts";
import { parsePlainYaml } from "./plain-yaml.ts";
import { linesOf } from "./spec-error.ts";
import type { SpecValue } from "./spec-file.ts";
import { parseWholeYaml } from "./whole-yaml.ts";

const plain = (text: string) => parsePlainYaml(text, 100_000);
const whole = (text: string) => parseWholeYaml(text, "openapi.yaml", linesOf(text));

function pointersIn(value: SpecValue, pointer = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [pointer];
  const inner = Object.entries(value).flatMap(([name, part]) =>
    part === undefined ? [] : pointersIn(part, `${pointer}/${pointerToken(name)}`),
  );
  return [pointer, ...inner];
}

describe("what is read the fast way is what all of YAML makes of it:", () => {
  test.each([
    "suites/petstore/openapi.yaml",
    "reference-server/revisions/extension.yaml",
    "testing/documents/second-revision.yaml",
  ])("%s, with every line", async (path) => {
    const text = await readFile(new URL(`../../../${path}`, import.meta.url), "utf8");
    const [fast, slow] = [plain(text), whole(text)];
    expect(fast?.value).toEqual(slow.value);
    for (const pointer of [...pointersIn(slow.value), "/nowhere", "/info/nowhere"])
      expect(fast?.offsetOf(pointer)).toBe(slow.offsetOf(pointer));
  });

  test.each([
    "[null, ~, Null, NULL, nULL, '', \"\"]",
    "[true, True, TRUE, tRUE, yes, no, on, y, False, FALSE]",
    "[0, 12, -3, +4, 012, 0o17, 0x1F, 0b1, 1_000, 9223372036854775808, 123456789012345678901234567890]",
    "[1.5, -.5, 5., 1e3, 1E-2, +1.0, 1.2.3, 1e, ., 12:30, 2026-01-02, 1.0]",
    "{200: a, 1.10: b, null: c, true: d, 0x10: e}",
    "a: |\n  two\n  lines\nb: >-\n  fold\n  ed\nc: 'it''s'\nd: \"\\u00e9\\n\"\n",
    "? key\n: value\n? other\n",
    "a: &a { b: [1] }\nc: *a\nd: [*a, &s text, *s]\n",
    "a: plain text # a comment\n",
    "constructor: 1\ntoString: { hasOwnProperty: 2 }\n",
    "--- \na: 1\n...\n",
    "\ufeffa: 1\r\nb:\r\n  - c\r\n",
    "text alone",
  ])("%j", (text) => {
    expect(plain(text)?.value).toEqual(whole(text).value);
    expect(plain(text)).toBeDefined();
  });
});

test.each([
  ["a tag", "a: !!str 12"],
  ["a directive", "%YAML 1.2\n---\na: 1"],
  ["a merge key", "a: &a { b: 1 }\nc: { <<: *a }"],
  ["two documents", "a: 1\n---\nb: 2"],
  ["an alias within an anchor", "a: &a [1]\nb: &b [*a, *a]\nc: *b"],
  ["an anchor that holds itself", "a: &a [*a]"],
  ["an alias of nothing", "a: *b"],
  ["an alias as a key", "a: &a b\n*a : 1"],
  ["a list as a key", "? [1]\n: 2"],
  ["a repeated key", "a: 1\na: 2"],
  ["a repeated key in another spelling", "{16: 1, 0x10: 2}"],
  ["a member __proto__", "__proto__: { a: 1 }"],
  ["no number", "a: .inf"],
  ["wrong syntax", "a: ["],
  ["nothing", ""],
])("%s is left to whoever reads all of YAML", (_, text) => {
  expect(plain(text)).toBeUndefined();
});

test("more values than are read are left, too", () => {
  expect(parsePlainYaml("[1, 2, 3, 4]", 4)).toBeUndefined();
});
