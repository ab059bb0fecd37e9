import { expect, test } from "vitest";
import { hostileRun } from "../../../testing/report/sample-hostile-run.ts";
import { sampleRun } from "../../../testing/report/sample-run.ts";
import { htmlReport } from "./html.ts";

function page(run = sampleRun()): string {
  return [...htmlReport(run)].join("");
}

test("the page asks for nothing and lets only its own style and script run", () => {
  expect(page()).toMatch(
    /content="default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'"/,
  );
  expect(page()).not.toMatch(/ (?:src|style|on\w+)=/);
});

test("a failure shows what to fix, with the offending place marked", () => {
  const text = page();
  expect(text).toContain("expected a 4xx Error or at most 100 pets; got 200 with 101 pets");
  expect(text).toContain("<mark>[]</mark>");
  expect(text).toContain("limit=101");
});

test("hostile evidence stays text", () => {
  const text = page(hostileRun);
  expect(text.match(/<script>/g)).toHaveLength(1);
  expect(text).not.toMatch(/<img|<a href="javascript/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is there is the point
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u2066]|\p{Surrogate}/u);
});

test("a run of 10,000 exchanges is written within 20 MB, with those that findings rest on", () => {
  const [one] = sampleRun().exchanges;
  if (one === undefined) throw new Error("a sample has an exchange");
  const exchanges = Array.from({ length: 10_000 }, (_, index) => ({ ...one, id: 10_000 - index }));
  const text = page(sampleRun({ exchanges }));
  expect(text.length).toBeLessThan(20e6);
  expect(text).toContain('id="exchange-1"');
  expect(text).toContain("8500 more exchanges are in the JSON report");
});
