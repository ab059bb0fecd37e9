import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "#core/check/inputs/random.ts";
import type { RequestSpec } from "#core/exchange/exchange.ts";
import { pauseAfter429 } from "#core/exchange/pacing/pause.ts";
import { waitableBudgetOf } from "#core/exchange/pacing/rate-headers.ts";
import type { InProcessAnswer } from "#core/exchange/transport/in-process.ts";
import { Trace } from "#core/run/journal/trace.ts";
import { defaultOptions } from "#core/run/options.ts";
import { makeSetting } from "#core/run/setting.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import type { HeaderLine } from "#reference-server/message.ts";
import { NoAnswer } from "#reference-server/refusal.ts";
import type { ServerResponse } from "#reference-server/server.ts";
import { suite } from "#suites/registry.ts";
import { sampleExchange } from "../exchange/sample-exchange.ts";
import { get, serverWith, transportTo } from "../exchange/socket-bed.ts";
import { playOn, prepared } from "../proof/bed.ts";
import { behind } from "../proof/guarded-servers.ts";
import { rateFields } from "../run/sample-suites.ts";
import { nearlyRight } from "./parsers.ts";

/**
 * Tests with so many texts that are judged as a target's answer, so many answers over a socket, and so many runs that meet answers
 * in place of the service, the same each time.
 */
export function fuzz({
  judged,
  answered,
  played,
}: Readonly<Record<"judged" | "answered" | "played", number>>): void {
  test("a run ends, whatever is answered in place of the service", () => endsWhateverComes(played));

  // Generated answers: read, judged by every invariant and trace check, redacted.
  test("no answer of a target's makes the reader or a judge throw", () =>
    fc.assert(fc.property(exchanges, judge), { numRuns: judged, seed: 1 }));

  test("no bytes over a socket make the client reject: each is an answer or a typed failure", async () => {
    const start = [
      ...["HTTP/1.1 200 OK\r\n", "HTTP/1.1 103 a\r\n\r\nHTTP/1.1 201 b\r\n", "HTTP/1.1 101 a\r\n"],
      "HTTP/1.0 204 \r\n",
    ];
    const lengths = ["2", "-1", "2000"].map((length) => `Content-Length: ${length}\r\n`);
    const others = ["Transfer-Encoding: chunked", "X-A: b", "X-A", " b", "Connection: close"];
    const more = ["Content-Encoding: gzip", "Trailer: X-B"];
    const line = [...lengths, ...[...others, ...more].map((text) => `${text}\r\n`)];
    const chunks = ["2\r\n[]\r\n", "0\r\n\r\n", "0\r\nX-B: c\r\n\r\n", "fffffffff\r\n", "2;a=b\r\n[]\r\n"];
    const body = ["[]", ...chunks, "a".repeat(1500)];
    const noise = fc.string({ unit: "binary", maxLength: 8 });
    const rarely = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) =>
      fc.oneof({ arbitrary: usual, weight: 9 }, { arbitrary: rare, weight: 1 });
    const answer = fc.tuple(
      rarely(fc.constantFrom(...start), noise),
      fc.array(rarely(fc.constantFrom(...line), noise), { maxLength: 4 }),
      rarely(fc.constant("\r\n"), fc.constantFrom("", "\n", "\r", "\0")),
      fc.array(rarely(fc.constantFrom(...body), noise), { maxLength: 4 }),
    );
    const answers = fc.sample(answer, { numRuns: answered, seed: 1 });
    const server = await serverWith(
      (socket, { nth }) => void socket.end(Buffer.from((answers[nth - 1] ?? []).flat().join(""))),
    );
    const transport = transportTo(server, { maxBodyBytes: 1000 });
    const kinds = new Set<string>();
    for (const _ of answers) {
      const { result } = await transport.send({ ...get, newConnection: true });
      kinds.add(result.kind === "failure" ? result.failure.kind : result.kind);
    }
    const typed = ["closed", "malformed", "response", "too-large", "truncated"];
    expect([...kinds].filter((kind) => kind !== "reset").sort()).toEqual(typed);
  });
}

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

interface Made {
  readonly request: RequestSpec;
  readonly response: Extract<InProcessAnswer, { readonly status: number }>;
}

function judge(made: readonly Made[]): void {
  const { contract } = prepared;
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

// Gateways, outages and limits answer in place of a service, at any moment.

const page = "<html><form><input type=password></form></html>";
const bodies = ["", page, "[]", "null", "{", '{"status":"ok"}', '{"code":"x","message":"m","status":503}'];
const fields: readonly HeaderLine[][] = [
  ...["0", "5", "soon", "100000"].map((value): HeaderLine[] => [["Retry-After", value]]),
  ...[1, -1].map((remaining): HeaderLine[] => Object.entries(rateFields(60, remaining, 1_772_600_800))),
  [["WWW-Authenticate", 'Bearer error="invalid_token", error_description="The access token expired"']],
  [["Location", "/login"]],
];

const answers = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom("reset", "silence") },
  {
    weight: 9,
    arbitrary: fc.record({
      status: fc.constantFrom(200, 204, 302, 400, 401, 403, 404, 429, 500, 502, 503, 503),
      type: fc.constantFrom("text/html", "application/json"),
      body: fc.constantFrom(...bodies),
      fields: fc.subarray([...fields], { maxLength: 2 }).map((lines) => lines.flat()),
    }),
  },
);

/** Which of a run's requests meet them, by method and place in the order of arrival. */
const places: Readonly<Record<string, (method: string, nth: number) => boolean>> = {
  all: () => true,
  writes: (method) => method === "POST",
  reads: (method) => method === "GET",
  "the first five": (_, nth) => nth <= 5,
  "all after the first twenty": (_, nth) => nth > 20,
};

const met = fc.record({
  answers: fc.array(answers, { minLength: 1, maxLength: 3 }),
  share: fc.constantFrom(0.02, 0.1, 0.5, 1),
  place: fc.constantFrom(...Object.keys(places)),
  concurrency: fc.constantFrom(1, 6, 16),
  seed: fc.nat(1000),
});

/** Plays so many runs, the same each time: each ends, and not by a mistake of its own. */
async function endsWhateverComes(numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(met, async ({ answers, share, place, concurrency, seed }) => {
      const random = seededRandom(seed, "answers");
      const server = behind(() => (nth, { method }) => {
        const isMet = places[place]?.(method, nth) && random() < share;
        return isMet ? inPlace(answers[nth % answers.length]) : undefined;
      });
      const run = await playOn(server, { seed, concurrency }, { latencyMs: () => 50 * random() });
      expect(run.suiteErrors).toEqual([]);
      expect([0, 1, 3]).toContain(run.exitCode);
    }),
    { seed: 7, numRuns },
  );
}

type Answer = typeof answers extends fc.Arbitrary<infer One> ? One : never;

function inPlace(answer: Answer | undefined): ServerResponse {
  if (answer === undefined || answer === "reset" || answer === "silence")
    throw new NoAnswer(answer ?? "reset");
  const { status, type, body, fields } = answer;
  return { status, headers: [["Content-Type", type], ...fields], body: new TextEncoder().encode(body) };
}
