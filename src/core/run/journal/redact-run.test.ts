import { expect, test } from "vitest";
import { jsonText } from "#core/json/escape.ts";
import { createSecrets } from "#core/secrets/secrets.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { sampleFinding, sampleRun, sampleVerdict } from "#testing/report/sample-run.ts";
import { redactedEvent, redactedRun } from "./redact-run.ts";

const key = "sk-Rests/7+aB9&xQ2=zT5~rW8";

function seenOf(secret: string, holdsSecret: boolean, finding: Parameters<typeof sampleFinding>[0]) {
  const verdict = sampleVerdict("LIST-4", "fail", { findings: [sampleFinding(finding)] });
  const run = sampleRun({ verdicts: [verdict] });
  return redactedRun(run, createSecrets(secret), () => holdsSecret).verdicts[0]?.findings[0];
}

test("of a text that ends within the key, no 8 characters of it are shown", () => {
  const seen = `status 400 with "cannot use ${key.slice(0, 12)}…"`;
  expect(seenOf(key, true, { seen })?.seen).toBe('status 400 with "cannot use [redacted]…"');
  expect(seenOf(key, false, { seen })?.seen).toBe(seen);
});

test.each([
  [
    'the name that was sent, "abcdefgh-1"',
    'the name "ABCDEFGH-1"',
    '"[redacted]-1"; the difference is in what is redacted',
  ],
  ['the name that was sent, "abcdefgh-1"', 'the name "abcdefgh-2"', '"[redacted]-2"'],
  ["the name", 'the name "abcdefgh"', '"[redacted]"'],
])("what was expected and what was seen are told apart: %s, and %s", (expected, seen, shown) => {
  expect(seenOf("abcdefgh", true, { expected, seen })?.seen).toBe(`the name ${shown}`);
});

test("half a character of an answer is shown as its number, in a run and in an event", () => {
  const exchange = sampleExchange({
    status: 200,
    headers: [["X-Half", "\udc00"]],
    body: '{"name":"\\ud800"}',
  });
  const run = {
    ...sampleRun({
      verdicts: [
        sampleVerdict("LIST-4", "fail", { findings: [sampleFinding({ seen: 'the name "\ud800"' })] }),
      ],
      notes: ["a note on \udfff and 🐈"],
    }),
    exchanges: [exchange],
  };
  const secrets = createSecrets();
  const written = [
    jsonText(redactedRun(run, secrets, () => false)),
    jsonText(redactedEvent({ kind: "exchange", exchange, serves: [] }, secrets)),
    jsonText(redactedEvent({ kind: "notice", sentence: "\ud800" }, secrets)),
  ];
  for (const text of written) expect(text).not.toMatch(/(?<!\\)\\u[dD][89a-fA-F]/);
  expect(JSON.parse(written[0] ?? "")).toMatchObject({
    verdicts: [{ findings: [{ seen: 'the name "\\u{d800}"' }] }],
    notes: ["a note on \\u{dfff} and 🐈"],
  });
});
