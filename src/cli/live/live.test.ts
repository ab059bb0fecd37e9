import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { stepRef } from "#core/check/case.ts";
import { VirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import type { RunEvent } from "#core/run/result.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { palette } from "#report/console/terminal.ts";
import { type LiveState, liveState } from "#report/live/live-state.ts";
import { sampleIo } from "#testing/cli/sample-io.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { temporaryFolder } from "#testing/machine.ts";
import { noSecrets, sampleRun } from "#testing/report/sample-run.ts";
import type { Io } from "../io.ts";
import { EventStream } from "./event-stream.ts";
import { createProgress, liveFrame, type ProgressOptions } from "./progress.ts";

const area = (name: string, cases: number, settled: number) => ({ area: name, cases, settled });
const wait = {
  kind: "waiting",
  cause: "rate-limit",
  reason: "one request is left until the target's limit resets",
  untilMs: 42_000,
} as const;
const state: LiveState = {
  ...liveState(0),
  areas: [area("HTTP", 5, 5), area("AUTH", 13, 9), area("LIST", 27, 3), area("CREATE", 107, 106)],
  requests: 57,
  most: { planned: 131, withProbe: 257 },
  budget: { remaining: 1, limit: 60, resetAtSeconds: undefined },
  trouble: 2,
  waits: [wait],
};
const lag = {
  ...wait,
  cause: "consistency",
  step: stepRef("list").id,
  untilMs: 2500,
  reason: "it lags",
} as const;
const sold = { ...lag, step: stepRef("status/sold").id, untilMs: 1800 };

describe("a frame", () => {
  const rows = 24;
  const at = (columns: number, given: Partial<LiveState> = {}) =>
    liveFrame({ ...state, ...given }, 1000, { columns, rows });

  test("has a line for each area, then what was sent, then what it waits for", () => {
    expect(at(60)).toEqual([
      "HTTP   [################] 5/5",
      "AUTH   [###########.....] 9/13",
      "LIST   [#...............] 3/27",
      "CREATE [###############.] 106/107",
      "57 of at most 131 requests   rate limit: 1 of 60 left",
      "2 failed or answered 5xx   1 s so far",
      "waiting 41 s: one request is left until the target's limit",
      "  resets",
    ]);
  });

  test.each<[string, Partial<LiveState>, string | RegExp]>([
    ["names the round", { round: { now: 2, of: 5 } }, /^round 2 of 5 {3}57 of at most 131 requests/],
    [
      "names a round of which nobody knows how many follow",
      { round: { now: 2, of: undefined } },
      /^round 2 {3}57/,
    ],
    ["counts the over-limit probe", { requests: 132 }, /^132 of at most 257 requests/],
    ["counts it only once more is sent than without it", { requests: 131 }, /^131 of at most 131 requests/],
    ["shows what was sent before the plan is known", { most: undefined }, /^57 requests {3}/],
    ["shows no wait that is over", { waits: [{ ...wait, untilMs: 1000 }] }, /^57 of/],
    [
      "shows waits of single requests in one line",
      { waits: [lag, sold] },
      /^waiting at most 2 s: it lags, and 1 more$/,
    ],
  ])("%s", (_, given, line) => {
    expect(at(120, given)).toContainEqual(expect.stringMatching(line));
    if ("waits" in given) expect(at(120, given).join()).not.toContain("41 s");
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
    const frame = liveFrame(state, 1000, { columns: 80, rows: 2 });
    expect(frame).toEqual(["waiting 41 s: one request is left until the target's limit resets"]);
  });

  test("is the same text with and without colour", () => {
    const painted = liveFrame(state, 1000, { columns: 80, rows }, palette(true));
    expect(painted.join("")).toContain("\u001b[");
    expect(painted.map((line) => stripVTControlCharacters(line))).toEqual(at(80));
  });
});

function started(given: Partial<Io> = {}, options: Partial<ProgressOptions> = {}) {
  const clock = new VirtualClock(0);
  const drawn: { readonly atMs: number; readonly text: string }[] = [];
  const err = (text: string) => void drawn.push({ atMs: clock.now(), text });
  const terminal = { outIsTerminal: true, errIsTerminal: true, columns: 80, rows: 24 };
  const { io } = sampleIo({ err, ...terminal, ...given });
  const progress = createProgress(io, { quiet: false, outIsTaken: false, things: "pets", clock, ...options });
  const onEvent = (event: RunEvent) => progress.onEvent?.(noSecrets.redact(event));
  const text = () => drawn.map((one) => one.text).join("");
  return { stop: progress.stop, onEvent, clock, drawn, text };
}

const planned: RunEvent = {
  ...{ kind: "planned", requests: 55, creates: 5, probe: 20 },
  areas: [area("LIST", 4, 1)],
};
const exchange: RunEvent = { kind: "exchange", exchange: sampleExchange({}) };
const waiting: RunEvent = {
  ...{ kind: "waiting", cause: "retry-after", untilMs: 3000 },
  reason: "the limit resets \u001b[1m",
};
const notice: RunEvent = { kind: "notice", sentence: "others will see \u001b[1m429" };
const lagging: RunEvent = {
  ...{ kind: "waiting", cause: "consistency", reason: "it lags", untilMs: 2000, label: "list" },
};

describe("on a terminal", () => {
  test("the areas, what is sent and a countdown are drawn anew, at most ten times a second", async () => {
    const { onEvent, stop, clock, drawn } = started();
    onEvent(planned);
    for (let sent = 0; sent < 50; sent += 1) {
      onEvent(exchange);
      await clock.sleep(10);
    }
    onEvent(waiting);
    await clock.sleep(3000);
    stop();
    const inFirstSecond = drawn.filter(({ atMs }) => atMs < 1000);
    expect(inFirstSecond.length).toBeGreaterThan(4);
    for (const { atMs } of drawn)
      expect(drawn.filter((other) => other.atMs >= atMs && other.atMs < atMs + 1000).length).toBeLessThan(11);
    expect(drawn[0]?.text).toContain("LIST [####............] 1/4");
    // Over the two lines of the first frame.
    expect(drawn[1]?.text.startsWith("\r\u001b[2ALIST [")).toBe(true);
    const countdowns = drawn.flatMap(({ text }) => /waiting (\d) s/.exec(text)?.[1] ?? []);
    expect(countdowns).toEqual(["3", "2", "1"]);
  });

  test("a notice stays above the view, and nothing that it says is obeyed", async () => {
    const { onEvent, stop, text, clock } = started({ env: { NO_COLOR: "1" } });
    onEvent(planned);
    onEvent(waiting);
    onEvent(notice);
    await clock.sleep(100);
    stop();
    expect(text()).toContain("others will see \\u{1b}[1m429\n");
    const own = /␛\[(?:\d+A|[JK])/g;
    expect(text().replaceAll("\u001b", "␛").replace(own, "")).not.toContain("␛");
  });

  test("the view is gone when the run ends, with a notice that had no time to be drawn; nothing follows", async () => {
    const { onEvent, stop, drawn, clock } = started();
    onEvent(planned);
    onEvent(notice);
    stop();
    const length = drawn.length;
    expect(drawn.at(-1)?.text).toBe("\r\u001b[2A\u001b[Jothers will see \\u{1b}[1m429\n\u001b[J");
    onEvent(exchange);
    await clock.sleep(5000);
    stop();
    expect(drawn).toHaveLength(length);
  });

  test("a process that ends early removes the live view first", () => {
    const cleanups = new Set<() => void>();
    const { onEvent, drawn } = started({ cleanups });
    onEvent(planned);
    for (const cleanUp of cleanups) cleanUp();
    expect(drawn.at(-1)?.text).toBe("\r\u001b[2A\u001b[J");
    expect(cleanups.size).toBe(0);
  });
});

describe("elsewhere", () => {
  test.each<[string, Partial<Io>, Partial<ProgressOptions>]>([
    ["standard error is no terminal", { errIsTerminal: false }, {}],
    ["standard output goes to a file or a pager", { outIsTerminal: false }, {}],
    ["CI is set", { env: { CI: "true" } }, {}],
    ["the terminal is dumb", { env: { TERM: "dumb" } }, {}],
    ["events go to standard output", {}, { outIsTaken: true }],
  ])("a log has a line for the plan, each notice and each wait where %s", (_, io, options) => {
    const { onEvent, stop, text } = started(io, options);
    for (const event of [planned, exchange, notice, waiting, lagging, lagging]) onEvent(event);
    stop();
    expect(text().split("\n")).toEqual([
      "planned: at most 55 requests, 20 of them by the over-limit probe; at most 5 created pets",
      "others will see \\u{1b}[1m429",
      "waiting 3 s: the limit resets \\u{1b}[1m",
      "waiting at most 2 s: it lags",
      "",
    ]);
  });

  test.each([
    ["quiet", { quiet: true }],
    ["a virtual clock", { clock: undefined }],
  ])("nothing is reported with %s", (_, options) => {
    const { onEvent, stop, drawn } = started({}, options);
    for (const event of [planned, exchange, notice, waiting]) onEvent(event);
    stop();
    expect(drawn).toEqual([]);
  });
});

const secret = "s3cret-k3y-of-the-tests";

function stream(path: string, folder = "/") {
  const { io, printed } = sampleIo({ folder });
  const events = new EventStream(path, io);
  const secrets = new Secrets(secret);
  const tell = (event: RunEvent) => events.onEvent(secrets.redact(event));
  return { printed, events, tell };
}

test("each event is a line of JSON, the last one says how the run ended, and no secret is in any", () => {
  const { printed, events, tell } = stream("-");
  tell({ kind: "planned", requests: 55, creates: 5, probe: 0, areas: [] });
  tell({ kind: "exchange", exchange: sampleExchange({ request: { path: `/pets/${secret}` } }) });
  tell({ kind: "settled", step: stepRef("list").id, label: "list", areas: [area("LIST", 2, 1)] });
  tell({ kind: "waiting", cause: "retry-after", reason: "the limit resets", untilMs: 3000 });
  tell({ kind: "notice", sentence: "a notice\n" });
  events.finish(sampleRun());
  events.close();
  const lines = printed.out.trimEnd().split("\n");
  const written = lines.map((line) => JSON.parse(line));
  const kinds = ["planned", "exchange", "settled", "waiting", "notice", "finished"];
  expect(written.map(({ event }) => event)).toEqual(kinds);
  expect(printed.out).not.toContain(secret);
  expect(written.at(-1)).toMatchObject({ outcome: "non-conforming", failed: ["LIST-4"] });
});

test("a file has each event as soon as it happened", async () => {
  const folder = temporaryFolder();
  const { events, tell } = stream("events.ndjson", folder);
  tell({ kind: "notice", sentence: "a notice" });
  const written = await readFile(join(folder, "events.ndjson"), "utf8");
  expect(written).toBe('{"event":"notice","sentence":"a notice"}\n');
  events.close();
});
