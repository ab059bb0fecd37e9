import { expect, test } from "vitest";
import { wrap } from "./wrap.ts";

test("lines keep within the width, prefixes included", () => {
  expect(wrap("one two three four", 9, "* ")).toEqual(["* one two", "  three", "  four"]);
});

test("a word that is longer than a line stays whole", () => {
  expect(wrap("see https://example.com/long now", 10, "* ")).toEqual([
    "* see",
    "  https://example.com/long",
    "  now",
  ]);
});
