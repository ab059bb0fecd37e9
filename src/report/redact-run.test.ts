import { expect, test } from "vitest";
import { sampleExchange } from "../../testing/exchange/sample-exchange.ts";
import { sampleFinding, sampleRun, sampleVerdict } from "../../testing/report/sample-run.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { createRedactor } from "../secrets/redact.ts";
import { consoleReport } from "./console/console.ts";
import { formats, type Writer } from "./formats/formats.ts";
import { redactRun } from "./redact-run.ts";

const secret = "s3cret-k3y-of-the-tests";

/** Echoes the key wherever a target can put it. */
const echoing: Exchange = {
  ...sampleExchange({
    status: 500,
    headers: [["X-Echo", `Bearer ${secret}`]],
    body: `{"message":"bad key ${secret}"}`,
  }),
  request: {
    method: "GET",
    path: "/pets",
    credential: {
      kind: "other",
      header: "X-Api-Key",
      value: secret,
      about: "the key elsewhere",
      secret: true,
    },
  },
};

const cut: Exchange = {
  ...sampleExchange({}),
  id: 2,
  outcome: {
    kind: "failure",
    failure: {
      kind: "truncated",
      phase: "body",
      message: "the body was cut short",
      partial: { status: 200, headers: [[`X-${secret}`, secret]] },
    },
  },
};

const run = sampleRun({
  exchanges: [echoing, cut],
  verdicts: [
    sampleVerdict("LIST-4", "fail", {
      findings: [sampleFinding({ seen: `500 with ${secret}`, where: `header ${secret}` })],
    }),
  ],
  rootCause: {
    reason: "redirected",
    sentence: `use https://host/${secret}`,
    remedy: `run with ${secret}`,
    exchange: 1,
  },
  created: [{ id: "1", name: secret, exchange: 1 }],
  notes: [`a note with ${secret}`],
  suiteErrors: [{ where: "LIST-1", message: `thrown over ${secret}` }],
});

test("the key is in no report, wherever the target put it", async () => {
  const redacted = redactRun(run, createRedactor([secret]));
  const writers: readonly Writer[] = await Promise.all(Object.values(formats).map(({ load }) => load()));
  const texts = [
    consoleReport(redacted, { width: 80, colour: false, quiet: false }),
    ...writers.map((write) => [...write(redacted, { strict: false })].join("")),
  ];
  for (const text of texts) expect(text).not.toContain(secret);
});

test("what holds no secret stays as it was", () => {
  const plain = sampleRun();
  const redacted = redactRun(plain, createRedactor([secret]));
  expect(redacted.verdicts).toEqual(plain.verdicts);
  expect(redacted.target).toBe(plain.target);
});
