import { expect, test } from "vitest";
import { keyIn } from "./bearer-key.ts";

test("a key is what stands behind Bearer, a numbered placeholder too", () => {
  expect(keyIn("Bearer abc.DEF-1==")).toBe("abc.DEF-1==");
  expect(keyIn("bearer {key 3}")).toBe("{key 3}");
});

test("what stands for any key is none", () => {
  for (const mark of ["[redacted]", "***", "REDACTED", "xxxx", "{key}", "", "sk_live_****", "<hidden>"])
    expect(keyIn(`Bearer ${mark}`)).toBeUndefined();
  expect(keyIn("Basic YTpi")).toBeUndefined();
});
