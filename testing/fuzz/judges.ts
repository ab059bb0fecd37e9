import type { Contract } from "#core/contract/contract.ts";
import { decodeAnswer } from "#core/exchange/decoding/decode.ts";
import type { RequestSpec, WholeExchange } from "#core/exchange/exchange.ts";
import { pauseAfter429 } from "#core/exchange/pacing/pause.ts";
import { waitableBudgetOf } from "#core/exchange/pacing/rate-headers.ts";
import { createTrace } from "#core/run/journal/trace.ts";
import { defaultOptions } from "#core/run/options.ts";
import { makeSetting } from "#core/run/setting.ts";
import { createSecrets } from "#core/secrets/secrets.ts";
import { suite } from "#suites/registry.ts";
import { responseFrom, type Tape, tapeOf } from "./recorded-answers.ts";

const requests: readonly RequestSpec[] = [
  { method: "GET", path: "/pets", credential: { kind: "valid" } },
  { method: "GET", path: "/pets", query: [["limit", "2"]], credential: { kind: "valid" } },
  { method: "GET", path: "/pets", query: [["status", "sold"]], credential: { kind: "none" } },
  { method: "GET", path: "/pets/1", credential: { kind: "valid" } },
  { method: "GET", path: "/store/orders", credential: { kind: "valid" } },
  {
    method: "POST",
    path: "/pets",
    credential: { kind: "valid" },
    body: { bytes: Buffer.from('{"name":"a","categoryId":1}'), contentType: "application/json" },
  },
];
const nowMs = Date.UTC(2026, 2, 4, 5, 6, 7);
const secrets = createSecrets("fuzz-key-1b9c7d3e5f");
const options = { ...defaultOptions, seed: 1, runId: "0123456789abcdef0123" };

/** The bytes as some answers: read, judged by every invariant and trace check, redacted. Throws what these throw. */
export function judgeBytes(bytes: Uint8Array, contract: Contract): void {
  const tape = tapeOf(bytes);
  const setting = makeSetting(options, contract, new URL("https://fuzz.test/v1"), nowMs);
  const trace = createTrace(contract, setting, 1);
  for (let id = 1 + tape.pick(2); id > 0; id -= 1) trace.record(exchangeFrom(tape, id));
  for (const check of suite.checks) {
    if (check.kind === "trace") check.judge(trace.facts);
    if (check.kind === "invariant")
      for (const exchange of trace.facts.exchanges) check.judge(exchange, trace.facts);
  }
}

function exchangeFrom(tape: Tape, id: number): WholeExchange {
  const request = requests[tape.pick(requests.length)] ?? {
    method: "GET",
    path: "/pets",
    credential: { kind: "none" },
  };
  const answer = decodeAnswer(responseFrom(tape), { maxBytes: 10_000, maxValues: 1000 });
  const exchange: WholeExchange = {
    id,
    step: undefined,
    label: "fuzz",
    request,
    times: { sentAtMs: nowMs, firstByteAtMs: nowMs, endedAtMs: nowMs },
    reusedConnection: false,
    inFlight: 1,
    repeats: undefined,
    outcome: { kind: "answer", answer },
  };
  pauseAfter429(exchange, 1, () => 0.5);
  waitableBudgetOf(exchange);
  secrets.redact(exchange);
  return exchange;
}
