import { expect, test } from "vitest";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { sampleRun, sampleVerdict } from "#testing/report/sample-run.ts";
import { jsonReport } from "./json.ts";

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
