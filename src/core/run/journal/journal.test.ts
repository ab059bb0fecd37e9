import { expect, test } from "vitest";
import { stepRef } from "#core/check/case.ts";
import { jsonText } from "#core/json/escape.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { saidUntested, sampleFinding, sampleRun, sampleVerdict } from "#testing/report/sample-run.ts";
import { sampleContract } from "#testing/run/sample-suites.ts";
import { setting } from "#testing/suites/sample-evidence.ts";
import { redactedEvent, redactedRun } from "./redact-run.ts";
import { Trace } from "./trace.ts";

const key = "sk-Rests/7+aB9&xQ2=zT5~rW8";

function seenOf(secret: string, holdsSecret: boolean, finding: Parameters<typeof sampleFinding>[0]) {
  const verdict = sampleVerdict("LIST-4", "fail", { findings: [sampleFinding(finding)] });
  const exchange = sampleExchange({ status: 400, body: holdsSecret ? secret : "" });
  const run = { ...sampleRun({ verdicts: [verdict] }), exchanges: [exchange] };
  return redactedRun(run, new Secrets(secret)).verdicts[0]?.findings[0];
}

test("of a text that ends within the key, no 8 characters of it are shown", () => {
  const seen = `status 400 with "cannot use ${key.slice(0, 12)}…"`;
  expect(seenOf(key, true, { seen })?.seen).toBe('status 400 with "cannot use [redacted]…"');
  expect(seenOf(key, false, { seen })?.seen).toBe(seen);
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
  const secrets = new Secrets();
  const written = [
    jsonText(redactedRun(run, secrets)),
    jsonText(redactedEvent({ kind: "exchange", exchange }, secrets)),
    jsonText(redactedEvent({ kind: "notice", sentence: "\ud800" }, secrets)),
  ];
  for (const text of written) expect(text).not.toMatch(/(?<!\\)\\u[dD][89a-fA-F]/);
  expect(JSON.parse(written[0] ?? "")).toMatchObject({
    verdicts: [{ findings: [{ seen: 'the name "\\u{d800}"' }] }],
    notes: ["a note on \\u{dfff} and 🐈"],
  });
});

const exchange = (id: number, label: string, status = 200) => ({
  ...sampleExchange({ status }),
  ...{ id, label, step: stepRef(label).id },
});

function traceOf(...exchanges: readonly ReturnType<typeof exchange>[]) {
  const trace = new Trace(sampleContract, setting, 1);
  for (const one of exchanges) trace.record(one);
  return trace;
}
const ids = (exchanges: readonly { readonly id: number }[]) => exchanges.map((e) => e.id);

const [a, b, c] = [stepRef("a"), stepRef("b"), stepRef("c")];

test("a restricted view shows the steps that it names and nothing else", () => {
  const trace = traceOf(exchange(1, "a"), exchange(2, "b"));
  trace.notSent(c, saidUntested("so"));
  const facts = trace.restrictedTo(new Set([a.id]));
  expect(ids(facts.exchanges)).toEqual([1]);
  expect([facts.answer(b), facts.all(b), facts.notSent(c)]).toEqual([undefined, [], undefined]);
});

test("what ran beside the steps of a restricted view changes nothing in it", () => {
  const trace = traceOf(exchange(1, "a"));
  const steps = new Set([stepRef("a").id]);
  const facts = trace.restrictedTo(steps);
  const { exchanges } = facts;
  trace.record(exchange(2, "b"));
  expect(trace.restrictedTo(steps)).toBe(facts);
  expect(facts.exchanges).toBe(exchanges);
  trace.record(exchange(3, "a"));
  expect(ids(facts.exchanges)).toEqual([1, 3]);
});

test("each round has restricted views of its own", () => {
  const trace = traceOf(exchange(1, "a"));
  const steps = new Set([stepRef("a").id]);
  trace.restrictedTo(steps);
  trace.beginRound(2, 2);
  expect(trace.restrictedTo(steps).exchanges).toEqual([]);
});
