import { expect, test } from "vitest";
import { inBody } from "#core/check/verdict.ts";
import { answerExcerpt } from "./answer-excerpt.ts";

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
