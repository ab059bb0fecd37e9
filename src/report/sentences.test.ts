import { expect, test } from "vitest";
import { inBody, inHeader, inStatus } from "#core/check/verdict.ts";
import { placeInWords } from "./sentences.ts";

test.each([
  [inBody("/36/categoryId"), "item 36, field `categoryId`"],
  [inBody("/code"), "field `code`"],
  [inBody("/a~1b~0c"), "field `a/b~c`"],
  [inBody("/100"), "item 100"],
  [inBody(), "the body"],
  [inHeader("X-RateLimit-Reset"), "header X-RateLimit-Reset"],
  [inStatus, "status"],
])("%j reads %s", (place, words) => {
  expect(placeInWords(place)).toBe(words);
});
