import { expect, test } from "vitest";
import { wrap } from "./wrap.ts";

const hang = { first: "* ", rest: "  " };

test("lines keep within the width, prefixes included", () => {
  expect(wrap("one two three four", 9, hang)).toEqual(["* one two", "  three", "  four"]);
});

test("a word that is longer than a line stays whole", () => {
  expect(wrap("see https://example.com/long now", 10, hang)).toEqual([
    "* see",
    "  https://example.com/long",
    "  now",
  ]);
});
