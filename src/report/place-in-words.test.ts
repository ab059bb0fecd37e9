import { expect, test } from "vitest";
import { placeInWords } from "./place-in-words.ts";

test.each([
  ["body /36/categoryId", "item 36, field `categoryId`"],
  ["body /code", "field `code`"],
  ["body /a~1b~0c", "field `a/b~c`"],
  ["body /100", "item 100"],
  ["body", "the body"],
  ["header X-RateLimit-Reset", "header X-RateLimit-Reset"],
  ["status", "status"],
])("%s reads %s", (where, words) => {
  expect(placeInWords(where)).toBe(words);
});
