import { expect, test } from "vitest";
import { prepareExam } from "#assembly/exam.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import { recordedClients } from "./exam-recording.ts";
import { reportOf } from "./exam-report.ts";

const prepared = await prepareExam(undefined);
const startMs = Date.parse("2026-03-04T05:06:07Z");

function exchange(afterMs: number, target: string, status: number, given: Partial<WireExchange> = {}) {
  const headers = status === 429 ? [["Retry-After", "2"] as const] : [];
  return {
    ...{ method: "GET", target, body: new Uint8Array() },
    headers: [["Authorization", "Bearer {key 1}"] as const],
    sentAtMs: startMs + afterMs,
    endedAtMs: startMs + afterMs + 10,
    outcome: { kind: "answer", status, headers, body: new Uint8Array() },
    ...given,
  } satisfies WireExchange;
}

async function judged(...exchanges: readonly WireExchange[]) {
  async function* traffic() {
    yield* exchanges;
  }
  const clients = await recordedClients(traffic());
  const report = reportOf({
    ...{ ...prepared, ...clients },
    source: { kind: "recording", file: "traffic.ndjson" },
    ...{ startedAtMs: startMs, endedAtMs: startMs, strict: false, interrupted: false },
  });
  const ids = (kind: string) => report.verdicts.filter(({ verdict }) => verdict === kind).map(({ id }) => id);
  return { report, failed: ids("fail"), passed: ids("pass") };
}

test("a client that comes back too early is found, and which one of two", async () => {
  const other = { headers: [["Authorization", "Bearer {key 2}"] as const] };
  const { failed, report } = await judged(
    exchange(0, "/pets?limit=5", 429),
    exchange(300, "/pets?limit=9", 200, other),
    exchange(1_000, "/pets?limit=5", 429),
  );
  expect(failed).toEqual(["CLIENT-4"]);
  expect(report.verdicts[3]?.findings).toMatchObject([
    { exchange: 3, seen: "GET /pets?limit=5 after 990 ms" },
  ]);
});

test("a client that waits passes, and requests that were under way are left out", async () => {
  const { failed, passed } = await judged(
    exchange(0, "/pets?limit=5", 429, { endedAtMs: startMs + 80 }),
    exchange(20, "/pets?limit=6", 429, { endedAtMs: startMs + 80 }),
    exchange(95, "/pets?limit=7", 429),
    ...[5, 6, 7].map((limit) => exchange(1_700 + 100 * limit, `/pets?limit=${limit}`, 200)),
  );
  expect(failed).toEqual([]);
  expect(passed).toContain("CLIENT-4");
});

test("the key in a URL is found by its placeholder", async () => {
  const { failed } = await judged(exchange(0, "/pets?limit=5&token=%7Bkey%201%7D", 200));
  expect(failed).toEqual(["CLIENT-2", "CLIENT-10"]);
});

test("another secret is not the key", async () => {
  const headers = [["Authorization", "Bearer {key 1}"] as const, ["Cookie", "theme={key 2}"] as const];
  expect((await judged(exchange(0, "/pets", 200, { headers }))).failed).toEqual([]);
});

test("what has no times or no header lines is left out, and said to be", async () => {
  const { report } = await judged(
    exchange(0, "/pets", 200, { sentAtMs: undefined }),
    exchange(0, "/pets", 200, { unrecorded: "headers" }),
    exchange(0, "/pets", 200, { headers: [["Authorization", "[REDACTED]"]] }),
  );
  expect(report).toMatchObject({ outcome: "inconclusive" });
  expect(report.notes.slice(0, 3)).toEqual([
    "the recording holds no request",
    "2 requests left out: their header lines, or what they authenticate with, were not recorded",
    "1 request left out: their times were not recorded",
  ]);
});

test("a create or a list whose body was not recorded shows nothing of its body", async () => {
  const label = ["Content-Type", "application/json"] as const;
  const headers = [["Authorization", "Bearer {key 1}"] as const, label];
  const { report } = await judged(
    exchange(0, "/pets", 201, { method: "POST", headers, body: undefined }),
    exchange(500, "/pets", 200, { body: undefined }),
  );
  expect(report.verdicts.find(({ id }) => id === "CLIENT-13")).toMatchObject({ verdict: "untested" });
});

test("a redirect shows nothing: what was sent elsewhere is not in the recording", async () => {
  const { report } = await judged(exchange(0, "/pets", 307), exchange(500, "/pets?limit=2", 200));
  expect(report.verdicts[2]).toMatchObject({ id: "CLIENT-3", verdict: "untested" });
});
