import { afterAll, describe, expect, test } from "vitest";
import { loadBed } from "#proof/bed.ts";
import type { JobResult } from "#proof/job.ts";
import { createPerformer } from "#proof/perform.ts";
import { jobsWorthAThread, WorkerPool } from "#proof/pool.ts";
import { suite } from "#suites/registry.ts";
import { correct, idsOf, playReplicas, serverOf } from "#testing/proof/bed.ts";
import { sampleOfBed } from "#testing/run/recorded-play.ts";

describe("pool", () => {
  const reference = { server: { kind: "reference", id: "" }, profile: "standard" } as const;
  const fault = { server: { kind: "fault", id: "one-more" }, profile: "standard" } as const;
  const unknown = { server: { kind: "fault", id: "no-such" }, profile: "standard" } as const;
  const pool = new WorkerPool(2);
  afterAll(() => pool.close());

  test("what a job throws is thrown to who asked, and the thread goes on", async () => {
    await expect(pool.play([unknown])).rejects.toThrow("the bed has no server no-such");
    expect(await pool.play([fault])).toHaveLength(1);
  });

  test("results come in the order of the jobs and are the same in every thread; progress is reported once a job", async () => {
    const jobs = [reference, ...Array<typeof fault>(jobsWorthAThread + 1).fill(fault)];
    const reported: number[] = [];
    const [first, second, ...others] = await pool.play(jobs, (done) => reported.push(done));
    expect(first?.outcome).toBe("conforming");
    expect(second?.failed.map(({ id }) => id)).toContain("LIST-4");
    for (const other of others) expect(other).toEqual(second);
    expect(reported).toEqual(jobs.map((_, nth) => nth + 1));
  });
});

test.each(["request", "connection"] as const)(
  "correct replicas are conforming in each round, by %s",
  async (balance) => {
    const run = await playReplicas(correct, balance, { seed: 1, rounds: 3 });
    expect(idsOf(run, "fail")).toEqual([]);
    expect(run).toMatchObject({ outcome: "conforming", rounds: { played: [{}, {}, {}] } });
  },
);

test.each([
  ["query-before-key", "request", 1],
  ["query-before-key", "connection", 1],
  // What may store something is sent in two of the rounds alone, four times in all: a fifth of the seeds miss it.
  ["any-key-on-create", "request", 5],
] as const)(
  "what one of three replicas gets wrong is found within five rounds: %s by %s, but for at most %d seeds of twelve",
  async (id, balance, mostMissed) => {
    const { breaks } = serverOf(id);
    let [missed, nowAndThen] = [0, 0];
    for (let seed = 1; seed <= 12; seed += 1) {
      const run = await playReplicas(serverOf(id), balance, { seed, rounds: 5 });
      const findings = run.verdicts
        .filter(({ id: about }) => breaks.includes(about))
        .flatMap((verdict) => verdict.findings);
      if (!idsOf(run, "fail").some((about) => breaks.includes(about))) missed += 1;
      if (findings.some(({ broken, of }) => broken < of)) nowAndThen += 1;
    }
    expect(nowAndThen).toBeGreaterThan(0);
    expect(missed).toBeLessThanOrEqual(mostMissed);
  },
);

test.each([
  ["no-deprecation", "DEPR-2"],
  ["create-500", "HTTP-2"],
  ["create-refuses-the-key", "AUTH-1"],
])("what one of three replicas gets wrong is the same cause on each seed: %s", async (id, leading) => {
  for (let seed = 1; seed <= 3; seed += 1) {
    const { causes } = await playReplicas(serverOf(id), "request", { seed, rounds: 1 });
    expect(causes.map((cause) => cause.leading)).toEqual([leading]);
    expect(causes[0]?.advice?.likelyCause).toContain("one of several instances or connections differs");
  }
});

// A selection changes what is reported, never what is true: what a run of everything says of a requirement is what a run
// with `--only` says of it.

describe("selection", async () => {
  // A part of the table: the whole would take hours.

  const bed = await loadBed();
  const perform = await createPerformer();

  // By what a run sends for them alone: with the over-limit probe, or without it. Nothing else of a run depends on what is
  // selected (`src/core/run/plan/selection.ts`, and its test), so that one run stands for each group.
  const looksAtAll = new Set(suite.checks.flatMap(({ kind, about }) => (kind === "scenario" ? [] : about)));
  const ids = bed.requirements.filter(({ level }) => level !== "open").map(({ id }) => id);
  const groups = [true, false].map((isProbed) => ids.filter((id) => looksAtAll.has(id) === isProbed));

  test.each([
    ["standard", "fault", 12],
    ["standard", "variant", 5],
    ["thorough", "fault", 2],
    ["thorough", "variant", 1],
  ] as const)(
    "in %s, what --only says of a %s is what a run of everything says",
    async (profile, kind, count) => {
      let failures = 0;
      const servers = bed.servers.filter((server) => server.kind === kind);
      for (const [id, { breaks }] of sampleOfBed(servers, 0, count)) {
        const whole = await perform({ server: { kind, id }, profile, only: [] });
        // Each requirement that it is said to break by itself, and all the others.
        const others = groups.map((group) => group.filter((one) => !breaks.includes(one)));
        for (const only of [...breaks.map((one) => [one]), ...others.filter(({ length }) => length > 0)]) {
          const selected = await perform({ server: { kind, id }, profile, only });
          const said = ({ verdicts }: JobResult) => only.map((one) => `${one} ${verdicts[one]}`);
          expect(said(selected), `${id} --only ${only}`).toEqual(said(whole));
          failures += only.filter((one) => selected.verdicts[one] === "fail").length;
        }
      }
      // A variant may be warned of a should, and fails no must: the proof holds that.
      if (kind === "fault") expect(failures).toBeGreaterThan(0);
    },
  );
});
