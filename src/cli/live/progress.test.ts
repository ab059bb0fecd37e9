import { describe, expect, test } from "vitest";
import { createVirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import type { RunEvent } from "#core/run/result.ts";
import { sampleIo } from "#testing/cli/sample-io.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { noSecrets } from "#testing/report/sample-run.ts";
import type { Io } from "../io.ts";
import { createProgress, type ProgressOptions } from "./progress.ts";

test("a process that ends early removes the live view first", () => {
  const cleanups = new Set<() => void>();
  const { onEvent, drawn } = started({ cleanups });
  onEvent(planned);
  for (const cleanUp of cleanups) cleanUp();
  expect(drawn.at(-1)?.text).toBe("\r\u001b[2A\u001b[J");
  expect(cleanups.size).toBe(0);
});

function started(given: Partial<Io> = {}, options: Partial<ProgressOptions> = {}) {
  const clock = createVirtualClock(0);
  const drawn: { readonly atMs: number; readonly text: string }[] = [];
  const { io } = sampleIo({
    err: (text) => void drawn.push({ atMs: clock.now(), text }),
    outIsTerminal: true,
    errIsTerminal: true,
    columns: 80,
    rows: 24,
    ...given,
  });
  const progress = createProgress(io, {
    quiet: false,
    outIsTaken: false,
    things: "pets",
    clock,
    ...options,
  });
  const onEvent = (event: RunEvent) => progress.onEvent?.(noSecrets.redact(event));
  return { ...progress, onEvent, clock, drawn, text: () => drawn.map(({ text }) => text).join("") };
}

const planned: RunEvent = {
  kind: "planned",
  requests: [10, 55],
  creates: [1, 5],
  probe: 20,
  areas: [{ area: "LIST", cases: 4, settled: 1 }],
};
const exchange: RunEvent = { kind: "exchange", exchange: sampleExchange({}) };
const waiting: RunEvent = {
  kind: "waiting",
  cause: "retry-after",
  reason: "the limit resets \u001b[1m",
  untilMs: 3000,
};
const notice: RunEvent = { kind: "notice", sentence: "others will see \u001b[1m429" };
const lag: RunEvent = {
  kind: "waiting",
  cause: "consistency",
  reason: "it lags",
  untilMs: 2000,
  label: "list",
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
    expect(drawn.at(-1)?.text).toBe("\r\u001b[2A\u001b[Jothers will see \\u{1b}[1m429\n");
    onEvent(exchange);
    await clock.sleep(5000);
    stop();
    expect(drawn).toHaveLength(length);
  });

  test.each([
    [{ FORCE_COLOR: "1" }, true],
    [{ NO_COLOR: "1" }, false],
  ])("with %j it is coloured: %s", (env, coloured) => {
    const { onEvent, stop, text } = started({ env });
    onEvent({ ...planned, areas: [{ area: "LIST", cases: 4, settled: 4 }] });
    stop();
    expect(text().includes("\u001b[32m")).toBe(coloured);
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
    const { onEvent, stop, drawn } = started(io, options);
    for (const event of [planned, exchange, notice, waiting, lag, lag]) onEvent(event);
    stop();
    expect(drawn.map(({ text }) => text)).toEqual([
      "planned: at most 55 requests, 20 of them by the over-limit probe; at most 5 created pets\n",
      "others will see \\u{1b}[1m429\n",
      "waiting 3 s: the limit resets \\u{1b}[1m\n",
      "waiting at most 2 s: it lags\n",
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
