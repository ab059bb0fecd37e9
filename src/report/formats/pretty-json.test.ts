import { expect, test } from "vitest";
import { bodyLines, excerpt } from "./pretty-json.ts";

const texts = (text: string, pointer?: string): string[] =>
  bodyLines(text, pointer).map((line) => (line.marked ? `> ${line.text}` : line.text));

test("JSON is indented with its numbers as they stood", () => {
  const lines = ["[", "  {", '    "id": 9007199254740993,', '    "n": 1.0', "  },", "  [],", "  {}", "]"];
  expect(texts('[{"id":9007199254740993,"n":1.0},[],{}]')).toEqual(lines);
});

test("the place is marked, and the value around it where it is missing", () => {
  const lines = ["{", '  "a": {', '>     "b": 1', "  },", '  "c": 2', "}"];
  expect(texts('{"a":{"b":1},"c":2}', "/a/b")).toEqual(lines);
  expect(texts('{"a":{"b":1},"c":2}', "/a/x").filter((line) => line.startsWith(">"))).toHaveLength(3);
});

test("what is not JSON is shown line by line, without anything that acts on its reader", () => {
  expect(texts("<h1>\u202e\u001b[1m</h1>\nno")).toEqual(["<h1>\\u{202e}\\u{1b}[1m</h1>", "no"]);
});

test("deep and long values are cut", () => {
  const deep = texts("[".repeat(300) + "]".repeat(300));
  expect(deep.length).toBeLessThan(40);
  expect(texts(`"${"x".repeat(5000)}"`)[0]?.length).toBeLessThan(400);
});

test("an excerpt keeps the beginning and what is marked", () => {
  const lines = Array.from({ length: 100 }, (_, index) => ({ text: String(index), marked: index === 60 }));
  const shown = excerpt(lines, 5).map((line) => ("leftOut" in line ? `-${line.leftOut}` : line.text));
  expect(shown).toEqual(["0", "1", "2", "3", "4", "-52", "57", "58", "59", "60", "61", "62", "63", "-36"]);
});
