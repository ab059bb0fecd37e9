import { expect, test } from "vitest";
import { isIn, keyIn, slotOf } from "./keys.ts";

test("a key is what stands behind Bearer, a numbered placeholder too", () => {
  expect(keyIn("Bearer abc.DEF-1==")).toBe("abc.DEF-1==");
  expect(keyIn("bearer {key 3}")).toBe("{key 3}");
});

test("what stands for any key is none", () => {
  for (const mark of ["[redacted]", "***", "REDACTED", "xxxx", "{key}", "", "sk_live_****", "<hidden>"])
    expect(keyIn(`Bearer ${mark}`)).toBeUndefined();
  expect(keyIn("Basic YTpi")).toBeUndefined();
});

test("the slot of a key is as it is documented: other programs may cut a file by it", () => {
  // Their SHA-256 begin with 45447d0c and 18ebe317.
  expect(["partner-1", "partner-2"].map(slotOf)).toEqual([0x45447d0c % 1024, 0x18ebe317 % 1024]);
});

test("each exchange is in exactly one part", () => {
  const parts = [1, 2, 3].map((part) => ({ part, of: 3 }));
  for (let line = 1; line < 50; line += 1)
    for (const key of [undefined, `key-${line}`])
      expect(parts.filter((part) => isIn(part, key, line))).toHaveLength(1);
});
