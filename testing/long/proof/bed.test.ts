import { describe, expect, test } from "vitest";
import { drawPairs, falsePasses, storeSizes } from "#bench/proof/variations.ts";
import { firstSeeds, simulate } from "#bench/simulation.ts";
import { pairOf } from "#proof/play.ts";
import { withPool } from "#proof/pool.ts";
import { idsOf, playLax, playOn, servers } from "#testing/proof/bed.ts";
import { judgeBed } from "#testing/proof/judge-bed.ts";
import { type LaxServer, laxServers } from "#testing/reference-server/lax-servers.ts";
import { differingReports, formsKept, recordedPlay, sampleOfBed } from "#testing/run/recorded-play.ts";

// The servers that testing/proof/proof.test.ts leaves.

judgeBed((nth) => nth % 12 !== 0);

test("of two defects that have nothing to do with each other, nine in ten pairs keep two causes", async () => {
  let [both, apart] = [0, 0];
  for (const [one, other] of drawPairs(servers, 60, 1)) {
    // Those that break one requirement have to do with each other: its failure is of one cause.
    if (one.breaks.some((id) => other.breaks.includes(id))) continue;
    const run = await playOn(pairOf(one, other));
    const failed = idsOf(run, "fail");
    // Where one hides the other there is nothing to keep apart.
    if (![one, other].every(({ breaks }) => breaks.some((id) => failed.includes(id)))) continue;
    both += 1;
    if (run.causes.length > 1) apart += 1;
  }
  expect(both).toBeGreaterThan(20);
  expect(apart / both).toBeGreaterThanOrEqual(0.9);
});

// What src/core/recording/evidence.test.ts leaves of its sample.

test.each(sampleOfBed(servers, 3, 12))(
  "a recorded run, judged again, has the same reports, and no secret: %s",
  async (_, server) => {
    const played = await recordedPlay(server);
    expect(formsKept(played)).toEqual([]);
    expect(await differingReports(played)).toEqual([]);
  },
);

test("what standard finds in a minute of the smallest plan, it finds where there is room for more requests: every fourth fault", async () => {
  const inStandard = servers.filter(({ kind, profile }) => kind === "fault" && profile !== "thorough");
  const faults = inStandard.filter((_, nth) => nth % 4 === 0);
  const jobs = faults.map(
    ({ kind, id }) => ({ server: { kind, id }, profile: "standard", withRoom: true }) as const,
  );
  const results = await withPool((pool) => pool.play(jobs));
  const isMissed = (_: unknown, nth: number) =>
    !results[nth]?.failed.some(({ id }) => faults[nth]?.breaks.includes(id));
  expect(faults.filter(isMissed).map(({ id }) => id)).toEqual([]);
});

test("on a store of any size, what a fault breaks passes only where no run could see the fault", async () => {
  const rows = await withPool(falsePasses);
  expect(rows.filter(({ why }) => why === undefined)).toEqual([]);
});

test.each(storeSizes)("the correct server conforms on a store of %i pets", async (seedPets) => {
  const [result] = await withPool((pool) =>
    pool.play([{ server: { kind: "reference", id: "" }, profile: "standard", seedPets }]),
  );
  expect(result).toMatchObject({ outcome: "conforming", failed: [], exitCode: 0 });
});

test("runs against correct rate limiters never send within a back-off, are never banned, blame nobody, and end", async () => {
  // The last one is a sliding log that gives back at once what the probe used.
  const report = await simulate([...firstSeeds(100), 4575]);
  expect(report.offences).toEqual([]);
  expect(report.refused).toBeGreaterThan(0);
});

// Ruling 28: the caps hold whatever the target does, and every pet that is left behind can be found.

const runId = "0123456789abcdef0123";

const caps = [0, 1, 5, 25] as const;

describe.each(laxServers.map((lax, i) => [lax.title, lax, i] as const))("a server that %s", (_, lax, i) => {
  // The default cap, and one of the others by turns.
  test.each([25, caps[i % 3] ?? 0])(
    "stores at most %i pets in standard, each of them reported",
    async (maxCreates) => {
      const { run, server } = await playLax(lax, { runId, maxCreates });
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
    const { server } = await playLax(lax, { profile: "thorough", maxCreates });
    expect(server.stored.length).toBeLessThanOrEqual(maxCreates);
  });
});

const acceptsAll: LaxServer = { title: "accepts every body" };

test("rounds share one cap", async () => {
  const { run, server } = await playLax(acceptsAll, { maxCreates: 25, rounds: 3 });
  expect(run.rounds?.played).toHaveLength(3);
  expect(server.stored).toHaveLength(25);
});

test("what is left out since wrong bodies were accepted is inconclusive, and names the cap", async () => {
  const { run } = await playLax(acceptsAll, { maxCreates: 25 });
  const left = run.verdicts.filter((v) => v.reason?.kind === "creates-used-up");
  expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining(["AUTH-5", "CREATE-10"]));
  for (const { verdict, remedy } of left)
    expect([verdict, remedy]).toEqual([
      "inconclusive",
      { options: [{ option: "max-creates", value: expect.any(Number) }] },
    ]);
});
