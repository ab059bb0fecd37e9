import { describe, expect, test } from "vitest";
import { createVirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import type { RunOptions } from "#core/run/options.ts";
import { playServer } from "#proof/play.ts";
import { prepared } from "#testing/proof/bed.ts";
import { createLaxServer, type LaxServer, laxServers } from "#testing/reference-server/lax-servers.ts";

// Ruling 28: the caps hold whatever the target does, and every pet that is left behind can be found.

const runId = "0123456789abcdef0123";

async function runOn(lax: LaxServer, options: Partial<RunOptions>) {
  const clock = createVirtualClock(Date.UTC(2026, 2, 4));
  const server = createLaxServer(lax, clock);
  const run = await playServer(server, new URL("https://lax.test/v1"), clock, {
    ...prepared,
    options: { runId, ...options },
  });
  const verdicts = new Map(run.verdicts.map((v) => [v.id, v]));
  return { run, server, verdicts };
}

const caps = [0, 1, 5, 25] as const;

describe.each(laxServers.map((lax, i) => [lax.title, lax, i] as const))("a server that %s", (_, lax, i) => {
  // The default cap, and one of the others by turns.
  test.each([25, caps[i % 3] ?? 0])(
    "stores at most %i pets in standard, each of them reported",
    async (maxCreates) => {
      const { run, server } = await runOn(lax, { maxCreates });
      expect(server.stored.length).toBeLessThanOrEqual(maxCreates);
      if (maxCreates === 0) expect(run.requests.writes).toBe(0);
      else expect(server.stored.length).toBeGreaterThan(0);
      expect(run.created.length).toBeGreaterThanOrEqual(server.stored.length);
      for (const { name } of server.stored) {
        if (typeof name === "string" && name.includes(runId))
          expect(run.created.map((pet) => pet.name)).toContain(name);
      }
      expect(run.suiteErrors).toEqual([]);
    },
  );

  // A run of a quarter of a second each: every third server, with another cap each time.
  const maxCreates = caps[(i / 3) % caps.length];
  if (maxCreates === undefined) return;
  test(`stores at most ${maxCreates} pets in thorough`, async () => {
    const { server } = await runOn(lax, { profile: "thorough", maxCreates });
    expect(server.stored.length).toBeLessThanOrEqual(maxCreates);
  });
});

const acceptsAll: LaxServer = { title: "accepts every body" };

test("rounds share one cap", async () => {
  const { run, server } = await runOn(acceptsAll, { maxCreates: 25, rounds: 3 });
  expect(run.rounds?.played).toHaveLength(3);
  expect(server.stored).toHaveLength(25);
});

test("what is left out since wrong bodies were accepted is inconclusive, and names the cap", async () => {
  const { verdicts } = await runOn(acceptsAll, { maxCreates: 25 });
  const left = [...verdicts.values()].filter((v) => v.reason?.kind === "creates-used-up");
  expect(left.length).toBeGreaterThan(0);
  for (const { verdict, remedy } of left)
    expect([verdict, remedy]).toEqual([
      "inconclusive",
      { options: [{ option: "max-creates", value: expect.any(Number) }] },
    ]);
});
