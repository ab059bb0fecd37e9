import { expect, test } from "vitest";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { sampleRun, sampleVerdict } from "#testing/report/sample-run.ts";
import { jsonReport } from "./json.ts";
import { bodyLines, excerpt } from "./pretty-json.ts";

function text(run: Redacted<Run>): string {
  return [...jsonReport(run)].join("");
}

test("its last member says that it is complete", () => {
  expect(text(sampleRun())).toMatch(/\n"complete": true\n\}\n$/);
});

test("a body that is not UTF-8 is kept in base64, and a long one is cut", () => {
  const answers = (bytes: Uint8Array) => {
    const exchange = sampleExchange({});
    if (exchange.outcome.kind !== "answer") throw new Error("a sample is answered");
    const { answer } = exchange.outcome;
    const cut = { ...answer, body: { ...answer.body, bytes } };
    const run = sampleRun({ exchanges: [{ ...exchange, outcome: { kind: "answer", answer: cut } }] });
    return JSON.parse(text(run)).exchanges[0].response.body;
  };
  expect(answers(Uint8Array.of(0xff, 0x00))).toEqual({ bytes: 2, truncated: false, base64: "/wA=" });
  const cut = answers(new TextEncoder().encode(`x${"é".repeat(10_000)}`));
  expect(cut).toEqual({ bytes: 20_001, truncated: true, text: `x${"é".repeat(8191)}` });
});

test("every finding has its curl line", () => {
  const { verdicts } = JSON.parse(text(sampleRun({ verdicts: [sampleVerdict("LIST-4", "fail")] })));
  expect(verdicts[0].findings[0].curl).toContain("$PETSTORE_API_KEY");
});

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
