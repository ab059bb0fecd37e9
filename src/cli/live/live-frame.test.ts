import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { stepRef } from "#core/check/case.ts";
import type { RunEvent } from "#core/run/result.ts";
import { createSecrets } from "#core/secrets/secrets.ts";
import { palette } from "#report/console/terminal.ts";
import { type LiveState, liveState } from "#report/live/live-state.ts";
import { sampleIo } from "#testing/cli/sample-io.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { sampleRun } from "#testing/report/sample-run.ts";
import { createEventStream } from "./event-stream.ts";
import { liveFrame } from "./live-frame.ts";

const figures: readonly (readonly [string, number, number])[] = [
  ["HTTP", 5, 5],
  ["AUTH", 13, 9],
  ["LIST", 27, 3],
  ["STATUS", 6, 0],
  ["CREATE", 107, 106],
];
const wait = {
  cause: "rate-limit",
  reason: "one request is left until the target's limit resets",
  untilMs: 42_000,
  step: undefined,
} as const;
const state: LiveState = {
  ...liveState(0),
  areas: figures.map(([area, cases, settled]) => ({ area, cases, settled })),
  requests: 57,
  most: { planned: 131, withProbe: 257 },
  budget: { remaining: 1, limit: 60, resetAtSeconds: undefined },
  trouble: 2,
  waits: [wait],
};
const lag = {
  ...wait,
  cause: "consistency",
  step: stepRef("list/closing").id,
  untilMs: 2500,
  reason: "it lags",
} as const;
const rows = 24;
const at = (columns: number, given: Partial<LiveState> = {}) =>
  liveFrame({ ...state, ...given }, 1000, { columns, rows });

describe("the live view", () => {
  test("names the round where the cases are played again", () => {
    expect(at(80, { round: { now: 2, of: 5 } })[5]).toMatch(/^round 2 of 5 {3}57 of at most 131 requests/);
    expect(at(80, { round: { now: 2, of: undefined } })[5]).toMatch(/^round 2 {3}57 of/);
  });

  test("counts the over-limit probe only once more is sent than without it", () => {
    expect(at(80, { requests: 131 })[5]).toMatch(/^131 of at most 131 requests/);
    expect(at(80, { requests: 132 })[5]).toMatch(/^132 of at most 257 requests/);
  });

  test("has a line for each area, then what was sent, then what it waits for", () => {
    expect(at(60)).toEqual([
      "HTTP   [################] 5/5",
      "AUTH   [###########.....] 9/13",
      "LIST   [#...............] 3/27",
      "STATUS [................] 0/6",
      "CREATE [###############.] 106/107",
      "57 of at most 131 requests   rate limit: 1 of 60 left",
      "2 failed or answered 5xx   1 s so far",
      "waiting 41 s: one request is left until the target's limit",
      "  resets",
    ]);
  });

  test("never reaches the last column or the last row, however small the terminal is", () => {
    for (let columns = 1; columns <= 200; columns += 1)
      for (const few of [1, 2, 3, 6, 24]) {
        const frame = liveFrame(state, 1000, { columns, rows: few });
        expect(frame.length).toBeLessThan(few);
        for (const line of frame) expect([...line].length).toBeLessThan(Math.max(2, columns));
      }
  });

  test("keeps what it waits for where there is no room for more", () => {
    expect(liveFrame(state, 1000, { columns: 80, rows: 2 })).toEqual([
      "waiting 41 s: one request is left until the target's limit resets",
    ]);
  });

  test("is the same text with and without colour", () => {
    const columns = 80;
    const painted = liveFrame(state, 1000, { columns, rows }, palette(true));
    expect(painted.join("")).toContain("\u001b[");
    expect(painted.map((line) => stripVTControlCharacters(line))).toEqual(at(columns));
  });

  test("counts down to the end of a wait, and then shows it no more", () => {
    const countdown = (nowMs: number) => liveFrame(state, nowMs, { columns: 80, rows }).at(-1);
    expect(countdown(41_999)).toMatch(/^waiting 1 s: /);
    expect(countdown(42_000)).not.toContain("waiting");
  });

  test("shows waits of single requests in one line, after those of the whole run", () => {
    const other = { ...lag, step: stepRef("status/sold").id, untilMs: 1800 };
    const [all, single] = at(120, { waits: [lag, wait, other] }).slice(-2);
    expect(all).toMatch(/^waiting 41 s/);
    expect(single).toBe("waiting at most 2 s: it lags, and 1 more");
  });

  test("shows what was sent before the plan is known", () => {
    expect(liveFrame(liveState(0), 0, { columns: 80, rows })).toEqual(["0 requests   0 s so far"]);
  });
});

const of = (label: string) => ({ step: stepRef(label).id, label });

const secret = "s3cret-k3y-of-the-tests";

function stream(path: string, folder = "/") {
  const { io, printed } = sampleIo({ folder });
  const events = createEventStream(path, io);
  const secrets = createSecrets(secret);
  const tell = (event: RunEvent) => events.onEvent(secrets.redact(event));
  return { printed, events, tell };
}

test("each event is a line of JSON, the last one says how the run ended, and no secret is in any", () => {
  const { printed, events, tell } = stream("-");
  tell({ kind: "planned", requests: [10, 55], creates: [1, 5], probe: 0, areas: [] });
  tell({
    kind: "exchange",
    exchange: sampleExchange({ request: { path: `/pets/${secret}` } }),
  });
  tell({ kind: "settled", ...of("list"), areas: [{ area: "LIST", cases: 2, settled: 1 }] });
  tell({ kind: "waiting", cause: "retry-after", reason: "the limit resets", untilMs: 3000 });
  tell({ kind: "notice", sentence: "a notice\n" });
  tell({ kind: "finished", run: sampleRun() });
  events.finish(sampleRun());
  events.close();
  const written = printed.out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(written.map(({ event }) => event)).toEqual([
    ...["planned", "exchange", "settled", "waiting", "notice", "finished"],
  ]);
  expect(printed.out).not.toContain(secret);
  expect(written.at(-1)).toMatchObject({ outcome: "non-conforming", failed: ["LIST-4"] });
});

test("a file has each event as soon as it happened", async () => {
  const folder = temporaryFolder();
  const { events, tell } = stream("events.ndjson", folder);
  tell({ kind: "notice", sentence: "a notice" });
  const path = join(folder, "events.ndjson");
  expect(await readFile(path, "utf8")).toBe('{"event":"notice","sentence":"a notice"}\n');
  events.close();
});

test("a file that cannot be written is reported before anything is sent", () => {
  const path = join(temporaryFolder(), "absent/events.ndjson");
  expect(() => stream(path)).toThrow(`the report ${path} could not be written`);
});
