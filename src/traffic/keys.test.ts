import { expect, test } from "vitest";
import { keyOf } from "../core/exchange/bearer-key.ts";
import { isIn, shareOf, shareOfText, slotOf } from "./keys.ts";

test("the slot of a key is as it is documented: other programs may cut a file by it", () => {
  // Their SHA-256 begin with 45447d0c and 18ebe317.
  expect(["partner-1", "partner-2"].map(slotOf)).toEqual([0x45447d0c % 1024, 0x18ebe317 % 1024]);
});

test("each exchange is in exactly one part", () => {
  const parts = [1, 2, 3].map((part) => ({ part, of: 3 }));
  for (let line = 1; line < 50; line += 1)
    for (const key of [undefined, `key-${line}`])
      expect(parts.filter((part) => isIn(part, shareOf(key, line)))).toHaveLength(1);
});

test("the threads of a part share it among themselves", () => {
  const within = [1, 2, 3].map((part) => ({ part: 2, of: 4, within: { part, of: 3 } }));
  for (let share = 0; share < 100; share += 1)
    expect(within.filter((part) => isIn(part, share))).toHaveLength(share % 4 === 1 ? 1 : 0);
});

const pairs = (...headers: readonly (readonly [string, string])[]) => ({ headers });
test.each([
  ["pairs", pairs(["Host", "a"], ["authorization", "Bearer abc"]), "slot"],
  ["no credential", pairs(["Host", "a"]), "line"],
  ["a mark", pairs(["Authorization", "Bearer [redacted]"]), "line"],
  [
    "a body that speaks of it",
    { ...pairs(["AUTHORIZATION", "Bearer abc"]), body: '{"authorization": "Bearer x"}' },
    "slot",
  ],
  ["an object with the name last", { headers: [{ value: "Bearer abc", name: "Authorization" }] }, "parse"],
  ["an object with the name first", { headers: [{ name: "Authorization", value: "Bearer abc" }] }, "parse"],
  ["two fields", pairs(["Authorization", "Bearer abc"], ["Authorization", "Bearer abd"]), "parse"],
  ["another field that names it", pairs(["Vary", "Authorization"], ["Authorization", "Bearer abc"]), "parse"],
])("a line is cut by its key before it is parsed: %s", (_, line, by) => {
  const share = shareOfText(JSON.stringify(line), 5);
  expect(share).toBe({ slot: slotOf("abc"), line: 5, parse: undefined }[by]);
  if (by === "slot") expect(share).toBe(shareOf(keyOf(line as { headers: [string, string][] }), 5));
});

test("a name that is spelt with escapes is parsed", () => {
  expect(shareOfText(String.raw`[["\u0041uthorization", "Bearer abc"]]`, 5)).toBeUndefined();
});
