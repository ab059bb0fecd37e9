import { expect, test } from "vitest";
import { bytesIn } from "./kinds.ts";
import { sizeInWords } from "./words.ts";

test.each([
  [2 * 2 ** 20, "2MiB"],
  [8_000_000, "8MB"],
  [65_536, "64KiB"],
  [64_000, "64kB"],
  [2_097_153, "2097153"],
])("%i bytes are %s, and are read back", (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words);
  expect(bytesIn(words)).toBe(bytes);
});

test.each(["", "lots", "8 MB", "8GB", "-1"])("%j is no size", (text) => {
  expect(bytesIn(text)).toBeNaN();
});
