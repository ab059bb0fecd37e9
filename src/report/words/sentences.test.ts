import { expect, test } from "vitest";
import { inBody, inHeader, inStatus } from "#core/check/results/verdict.ts";
import { wrap } from "../console/wrap.ts";
import { answerExcerpt } from "./answer-excerpt.ts";
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

function excerptOf(body: string): readonly string[] {
  const outcome = { kind: "answer" as const, status: 200, headers: [], body: new TextEncoder().encode(body) };
  const wire = { method: "GET", target: "/pets", headers: [], body: undefined } as const;
  return answerExcerpt({ ...wire, sentAtMs: 0, endedAtMs: 1, outcome }, inBody()).map(({ text }) => text);
}

test("of a body that stops being JSON, the place is shown where it does", () => {
  const [what, shown] = excerptOf(`[${'{"id":1,"name":"Rex"},'.repeat(20)}{"id":2,"status":NaN}]`);
  expect(what).toBe("not JSON from character 459 on: expected a value");
  expect(shown).toMatch(/^….*"status":NaN\}\]$/);
});

test("a break near the beginning is shown from there, and what is no JSON at all as it is", () => {
  expect(excerptOf('{"a":x}').at(-1)).toBe('{"a":x}');
  expect(excerptOf("<html>")).toEqual(["<html>"]);
  expect(excerptOf("[1,2]")).toEqual(["(2 items) [1,2]"]);
});

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
