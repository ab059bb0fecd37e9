import { expect, test } from "vitest";
import type { Step } from "#core/check/inputs/step.ts";
import type { Profile } from "#core/check/results/verdict.ts";
import type { RunOptions } from "#core/run/options.ts";
import { makePlan, stepTable } from "#core/run/plan/plan.ts";
import { correct, playOn } from "#testing/proof/bed.ts";
import { requestsAsked } from "#testing/suites/asked-requests.ts";
import { contract, factsOf } from "#testing/suites/sample-evidence.ts";
import { loadCatalogue } from "./catalogue.ts";
import { suite } from "./registry.ts";

const judged = loadCatalogue(contract).filter(
  (r) => r.level !== "open" && suite.notApplicable(r, factsOf([])) === undefined,
);

function planOf(profile: Profile, changed: { readonly extendTo?: number } = {}) {
  const options = { profile, extendTo: undefined, maxRequests: 5000, maxCreates: 1000, facts: undefined };
  return makePlan(suite, contract, judged, { ...options, ...changed });
}

const known = new Map<string, ReturnType<typeof requestsSent>>();

/** Several tests ask about one run: it is played once. */
function requestsOf(...asked: Parameters<typeof requestsSent>): ReturnType<typeof requestsSent> {
  const key = JSON.stringify(asked);
  const sent = known.get(key) ?? requestsSent(...asked);
  known.set(key, sent);
  return sent;
}

/** Requests of a run against the reference server with so many pets, the over-limit probe and re-reads apart. */
async function requestsSent(seedPets: number, options: Partial<RunOptions>, plan: "free" | "pro" = "free") {
  const run = await playOn({ ...correct, stage: { seedPets, plan } }, options);
  expect(run.suiteErrors).toEqual([]);
  const probes: readonly unknown[] = [suite.probe.burst.id, suite.probe.recovery.id];
  const sent = run.exchanges.filter((e) => !probes.includes(e.step));
  const posts = sent.filter((e) => e.request.method === "POST").length;
  return { requests: new Set(sent.map((e) => e.step)).size, posts, created: run.created.length };
}

// Design: "Numbers to reach".

test("a quick run sends at most 12 requests and no POST, whatever its plan holds for other stores", async () => {
  for (const seedPets of [0, 30, 200]) {
    const sent = await requestsOf(seedPets, { profile: "quick" });
    expect(sent).toMatchObject({ posts: 0, created: 0 });
    expect(sent.requests).toBeLessThanOrEqual(12);
  }
});

test("a read-only run sends no POST, however deep", async () => {
  for (const profile of ["standard", "thorough"] as const) {
    expect(await requestsOf(30, { profile, readOnly: true })).toMatchObject({ posts: 0, created: 0 });
  }
});

test("a standard run on a store of 30 pets fits into one minute of the Free plan: at most 55 requests", async () => {
  expect((await requestsOf(30, {})).requests).toBeLessThanOrEqual(55);
});

test("an empty store takes at most 21 creates more", async () => {
  const [filled, empty] = [await requestsOf(30, {}), await requestsOf(0, {})];
  expect(empty.requests - filled.requests).toBeLessThanOrEqual(21);
});

test("a standard run creates at most 25 pets, in an empty store too", async () => {
  expect((await requestsOf(0, {})).created).toBeLessThanOrEqual(25);
});

test("a standard run that may go on down the table sends more, and at most 160 requests", async () => {
  const { requests } = await requestsOf(30, {});
  for (const further of [await requestsOf(30, {}, "pro"), await requestsOf(30, { rateLimit: "off" })]) {
    expect(further.requests).toBeGreaterThan(requests);
    expect(further.requests).toBeLessThanOrEqual(160);
  }
});

test("a thorough plan has every case of the table, no other near-misses of the key, and it alone has generated inputs", () => {
  const { steps } = planOf("thorough");
  // Creates that only fill a small store are replaced by creates that are a case of their own.
  const idsOf = (some: readonly Step[]) => some.flatMap((s) => (s.isFiller ? [] : [s.id])).sort();
  expect(idsOf(planOf("standard", { extendTo: 10_000 }).steps)).toEqual(
    idsOf(steps.filter((s) => !s.mayLockOut && s.atMost === undefined)),
  );
});

test("every step of the table is in the plan of some profile: none is left that nothing asks for", () => {
  const planned = new Set(planOf("thorough").steps.map((step) => step.id));
  const idle = [...stepTable(suite, contract).keys()].filter((id) => !planned.has(id));
  expect(idle.filter((id) => !id.endsWith("after-removal"))).toEqual([]);
});

test("an empty store is filled until the default limit can be shown", async () => {
  const run = await playOn({ ...correct, stage: { seedPets: 0 } });
  expect(run.verdicts.find((v) => v.id === "LIST-2")?.verdict).toBe("pass");
});

test("a thorough run on a store of 30 pets sends at most 440 requests and creates at most 120 pets", async () => {
  const { requests, created } = await requestsOf(30, { profile: "thorough" });
  expect(requests).toBeLessThanOrEqual(440);
  expect(created).toBeLessThanOrEqual(120);
});

test("every deeper plan has the steps of the one before", () => {
  const [quick, standard, thorough] = (["quick", "standard", "thorough"] as const).map((profile) =>
    planOf(profile).steps.map((step) => step.label),
  );
  expect(standard).toEqual(expect.arrayContaining(quick ?? []));
  expect(thorough).toEqual(expect.arrayContaining(standard ?? []));
});

test("every promised case of a profile has its steps in the plan", () => {
  for (const profile of ["quick", "standard", "thorough"] as const) {
    const { steps, cases, leftOut } = planOf(profile);
    const planned = new Set(steps.map((step) => step.id));
    const bare = cases.filter((c) => c.promised && c.from.some((id) => !planned.has(id)));
    expect(bare).toEqual([]);
    expect(leftOut.size).toBe(0);
  }
});

test("no step of a read-only run sends a POST", async () => {
  const facts = factsOf([], { readOnly: true });
  for (const step of planOf("thorough").steps)
    for (const { method } of await requestsAsked(step, facts)) expect(method, step.label).toBe("GET");
});
