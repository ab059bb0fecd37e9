import { gzipSync } from "node:zlib";
import fc from "fast-check";
import type { Contract } from "#core/contract/contract.ts";
import type { RequestSpec } from "#core/exchange/exchange.ts";
import { pauseAfter429 } from "#core/exchange/pacing/pause.ts";
import { waitableBudgetOf } from "#core/exchange/pacing/rate-headers.ts";
import type { InProcessAnswer } from "#core/exchange/transport/in-process.ts";
import { Trace } from "#core/run/journal/trace.ts";
import { defaultOptions } from "#core/run/options.ts";
import { makeSetting } from "#core/run/setting.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { loadContract } from "#suites/petstore/document.ts";
import { suite } from "#suites/registry.ts";
import { sampleExchange } from "../exchange/sample-exchange.ts";
import { nearlyRight } from "./nearly-right.ts";

const credential = { kind: "valid" } as const;
const requests: readonly RequestSpec[] = [
  { method: "GET", path: "/pets", credential },
  { method: "GET", path: "/pets", query: [["limit", "2"]], credential },
  { method: "GET", path: "/pets", query: [["status", "sold"]], credential: { kind: "none" } },
  { method: "GET", path: "/pets/1", credential },
  { method: "GET", path: "/store/orders", credential },
  {
    ...{ method: "POST", path: "/pets", credential },
    body: { bytes: Buffer.from('{"name":"a","categoryId":1}'), contentType: "application/json" },
  },
];

const names = [
  ...["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After", "Date", "X-A"],
  ...["Content-Type", "Deprecation", "Sunset", "WWW-Authenticate", "Content-Encoding", "Location"],
];
const values = [
  ...["application/json", "application/json; charset=utf-8", "text/html", "gzip", "br, gzip", "\xff"],
  ...["0", "60", "-1", "1e3", "9".repeat(40), "@1767225600", "true", ""],
  ...["Wed, 04 Mar 2026 05:06:07 GMT", "Wed, 04 Mar 2026 05:06:60 GMT"],
];
const texts = [
  "[]",
  '[{"id":9007199254740993,"name":"Rex","categoryId":1,"status":"sold"}]',
  '{"id":1,"name":"conformance-0123456789abcdef0123-a","categoryId":1}',
  '{"code":"x","message":"y","status":404}',
  ...["null", '"text"', ""],
];

/** Much of it nearly right, since what is wholly wrong is refused at the door. */
const response: fc.Arbitrary<Made["response"]> = fc.record({
  status: fc.constantFrom(200, 201, 400, 401, 404, 429, 500, 204, 302, 999),
  headers: fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...values)), { maxLength: 5 }),
  body: fc.oneof(
    { arbitrary: nearlyRight(texts).map((text) => Buffer.from(text)), weight: 24 },
    { arbitrary: fc.uint8Array({ maxLength: 80 }), weight: 7 },
    { arbitrary: nearlyRight(texts).map((text) => gzipSync(text)), weight: 1 },
  ),
});
const exchanges = fc.array(fc.record({ request: fc.constantFrom(...requests), response }), {
  minLength: 1,
  maxLength: 2,
});

const nowMs = Date.UTC(2026, 2, 4, 5, 6, 7);
const secrets = new Secrets("fuzz-key-1b9c7d3e5f");
const options = { ...defaultOptions, seed: 1, runId: "0123456789abcdef0123" };

/**
 * Generated answers, so many times: read, judged by every invariant and trace check, redacted.
 * @throws Error with the smallest answers that make one of these throw
 */
export async function judgeAnyAnswers(numRuns: number): Promise<void> {
  const contract = await loadContract();
  fc.assert(
    fc.property(exchanges, (made) => judge(made, contract)),
    { numRuns, seed: 1 },
  );
}

interface Made {
  readonly request: RequestSpec;
  readonly response: Extract<InProcessAnswer, { readonly status: number }>;
}

function judge(made: readonly Made[], contract: Contract): void {
  const setting = makeSetting(options, contract, new URL("https://fuzz.test/v1"), nowMs);
  const trace = new Trace(contract, setting, 1);
  for (const [nth, { request, response }] of made.entries()) {
    const exchange = { ...sampleExchange({ ...response, request, endedAtMs: nowMs }), id: nth + 1 };
    pauseAfter429(exchange, 1, () => 0.5);
    waitableBudgetOf(exchange);
    secrets.redact(exchange);
    trace.record(exchange);
  }
  for (const check of suite.checks) {
    if (check.kind === "trace") check.judge(trace.facts);
    if (check.kind === "invariant")
      for (const exchange of trace.facts.exchanges) check.judge(exchange, trace.facts);
  }
}
