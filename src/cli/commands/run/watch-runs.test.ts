import { expect, test } from "vitest";
import { sampleIo } from "../../../../testing/cli/sample-io.ts";
import { sampleExchange } from "../../../../testing/exchange/sample-exchange.ts";
import { noSecrets, sampleRun } from "../../../../testing/report/sample-run.ts";
import { createVirtualClock } from "../../../core/exchange/clock/virtual-clock.ts";
import type { Run } from "../../../core/run/result.ts";
import { type Trigger, watchRuns } from "./watch-runs.ts";

interface Played {
  /** When each run began, in milliseconds. */
  readonly startedAtMs: readonly number[];
  readonly code: number;
  readonly err: string;
}

/** Watches until `untilMs`. `runs`: what they come to, the last one from then on; `triggers` come at their time. */
async function play(
  untilMs: number,
  triggers: readonly (Partial<Trigger> & { readonly atMs: number })[],
  runs: readonly (Partial<Run> & { readonly lastsMs?: number })[] = [{}],
): Promise<Played> {
  const clock = createVirtualClock(0);
  const startedAtMs: number[] = [];
  let interrupt = (): void => undefined;
  const { io, printed } = sampleIo({
    onInterrupt: (listener) => {
      interrupt = listener;
      return () => undefined;
    },
  });
  const code = await watchRuns(
    {
      clock,
      watched: "the server",
      runOnce: async (before) => {
        expect(before === undefined).toBe(startedAtMs.length === 0);
        startedAtMs.push(clock.now());
        const { lastsMs = 100, ...given } = runs[startedAtMs.length - 1] ?? runs.at(-1) ?? {};
        await clock.sleep(lastsMs);
        return { run: noSecrets.redact(sampleRun(given)), code: startedAtMs.length };
      },
      watch: (onTrigger) => {
        for (const { atMs, ...given } of triggers)
          void clock
            .sleep(atMs)
            .then(() => onTrigger({ key: "", happened: "The server is back", sinceMs: atMs, ...given }));
        void clock.sleep(untilMs).then(() => interrupt());
      },
    },
    io,
  );
  return { startedAtMs, code, err: printed.err };
}

test("each trigger starts one run, and Ctrl-C ends with the exit code of the last", async () => {
  expect(await play(9000, [{ atMs: 2000 }, { atMs: 4000 }])).toMatchObject({
    startedAtMs: [0, 2000, 4000],
    code: 3,
  });
});

test("what happens during a run starts one more after it", async () => {
  expect((await play(9000, [{ atMs: 50 }, { atMs: 60, key: "a.ts" }])).startedAtMs).toEqual([0, 100]);
});

test("what happens during two runs in a row may come of the runs, and starts no third", async () => {
  const { startedAtMs, err } = await play(9000, [{ atMs: 50 }, { atMs: 150 }, { atMs: 5000 }]);
  expect(startedAtMs).toEqual([0, 100, 5000]);
  expect(err).toContain("The server is back, but that began during the run, as in the run before");
});

test("nothing is sent before the Retry-After of the last run has passed, and triggers until then start one run", async () => {
  const limited = sampleExchange({ status: 429, headers: [["Retry-After", "30"]], endedAtMs: 100 });
  const runs = [{ exchanges: [limited] }, {}];
  const { startedAtMs, err } = await play(60_000, [{ atMs: 2000 }, { atMs: 3000 }], runs);
  expect(startedAtMs).toEqual([0, 30_100]);
  expect(err).toContain("waiting 29 s before the next run: the target named this time in a 429");
});

test("Ctrl-C ends a wait for the rate limit", async () => {
  const limited = sampleExchange({ status: 429, headers: [["Retry-After", "3000"]], endedAtMs: 100 });
  expect(await play(5000, [{ atMs: 2000 }], [{ exchanges: [limited] }])).toMatchObject({
    startedAtMs: [0],
    code: 1,
  });
});

test("a key that stopped working is not used again", async () => {
  const runs = [{ rootCause: { kind: "key-stopped", after: 1, exchange: 2 } as const }];
  const { startedAtMs, err } = await play(9000, [{ atMs: 2000 }], runs);
  expect(startedAtMs).toEqual([0]);
  expect(err).toContain("The watch ends: the key stopped working");
});
