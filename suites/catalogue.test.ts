import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Step } from "#core/check/inputs/step.ts";
import { isUnresolved } from "#core/check/results/unresolved.ts";
import type { Profile } from "#core/check/results/verdict.ts";
import { Trace } from "#core/run/journal/trace.ts";
import type { RunOptions } from "#core/run/options.ts";
import { controlsOf, makePlan, stepTable } from "#core/run/plan/plan.ts";
import { correctHooks } from "#reference-server/server.ts";
import { correct, playOn } from "#testing/proof/bed.ts";
import { sampleOptions } from "#testing/run/sample-suites.ts";
import { loadOutline } from "#testing/suites/catalogue-problems.ts";
import { requestsAsked } from "#testing/suites/judged-by-one-check.ts";
import { contract, factsOf, setting } from "#testing/suites/sample-evidence.ts";
import { loadCatalogue } from "./catalogue.ts";
import { suite } from "./registry.ts";
import { loadServers } from "./servers.ts";

const outline = loadOutline();

/** Every step as a scenario or the registry names it: one id may occur many times. */
const named: readonly Step[] = [
  ...suite.steps(contract),
  ...suite.checks.flatMap((check) =>
    check.kind === "scenario" ? check.cases(contract).map((c) => c.step) : [],
  ),
];
const ids = new Set(stepTable(suite, contract).keys());

test("the outline has as many places of each kind as version 1.0.0 of the interface", () => {
  const counted = Object.fromEntries(
    [...Map.groupBy(outline, (o) => o.kind)].map(([kind, places]) => [kind, places.length]),
  );
  expect(counted).toEqual({ heading: 21, paragraph: 9, bullet: 38, statement: 4, row: 23 });
});

test("one id never stands for two different steps", async () => {
  const run = await playOn(correct);
  const trace = new Trace(contract, setting, 1);
  for (const exchange of run.exchanges) trace.record(exchange);
  const situations = [factsOf([]), trace.facts];
  const shape = async (step: Step) => {
    const { request, retryUntil, alreadyShown, ...rest } = step;
    return {
      ...rest,
      waits: retryUntil !== undefined,
      canBeAlreadyShown: alreadyShown !== undefined,
      omits: situations.map((facts) => [request(facts)].filter(isUnresolved)),
      asks: await Promise.all(situations.map((facts) => requestsAsked(step, facts))),
    };
  };
  for (const [id, steps] of Map.groupBy(named, (step) => step.id)) {
    const [first, ...others] = await Promise.all(steps.map(shape));
    for (const other of others) expect(other, id).toEqual(first);
  }
});

test("every id that a check or a step refers to is that of a step", () => {
  const referred = [
    suite.preflight.list,
    suite.preflight.create,
    ...Object.values(suite.positiveControls).flatMap((control) => control?.steps ?? []),
    ...named.flatMap((step) => [...(step.requires ?? []), ...(step.waitsFor ?? [])]),
    ...suite.checks.flatMap((check) =>
      check.kind === "scenario"
        ? check.cases(contract).flatMap((c) => controlsOf(c).flatMap((control) => control.step))
        : check.promises(contract).flatMap((promise) => promise.from),
    ),
  ];
  expect([...new Set(referred.map(({ id }) => id))].filter((id) => !ids.has(id))).toEqual([]);
  expect([suite.probe.burst, suite.probe.recovery].filter(({ id }) => ids.has(id))).toEqual([]);
});

test("the probe is about requirements that have a check", () => {
  const checked = new Set(suite.checks.map((check) => check.about));
  expect(suite.probe.about.filter((id) => !checked.has(id))).toEqual([]);
});

test("no step asks for what ruling 16 leaves alone", async () => {
  const paths = [/^\/pets$/, /^\/pets\/[^/]+$/, /^\/store\/orders$/];
  for (const step of named) {
    for (const asked of await requestsAsked(step, factsOf([]))) {
      expect(["GET", "POST"], step.label).toContain(asked.method);
      expect(
        paths.some((path) => path.test(asked.path)),
        `${step.label}: ${asked.path}`,
      ).toBe(true);
      const others = (asked.query ?? []).filter(([name]) => name !== "limit" && name !== "status");
      expect(others, step.label).toEqual([]);
    }
  }
});

test("what the contract owns is read from it: no bound and no status stands in its checks", () => {
  const folder = new URL("./petstore/", import.meta.url);
  const found = readdirSync(folder, { recursive: true, encoding: "utf8" })
    // Clients of the proof may send anything.
    .filter((name) => name.endsWith(".ts") && !/\b(?:test|faults)\.ts$|\breference-client\b/.test(name))
    .flatMap((name) => {
      const code = codeOf(readFileSync(new URL(name, folder), "utf8"));
      // Times are not the contract's.
      return [
        ...code.matchAll(/^(?!const \w+Ms =).*(?<!%)\b(?:20|100|101|available|pending|sold)\b.*/gm),
      ].map(([line]) => `${name}: ${line.trim()}`);
    });
  expect(found).toEqual([]);
});

/** Without comments, requirement ids, and how much of a value a report shows. */
function codeOf(source: string): string {
  return source
    .replace(/\/\*\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*$/gm, "")
    .replace(/\b[A-Z][A-Z0-9]*-[0-9]+\b/g, "")
    .replace(/\.slice\(0, [0-9]+\)/g, "");
}

const judged = loadCatalogue(contract).filter(
  (r) => r.level !== "open" && suite.notApplicable(r, factsOf([])) === undefined,
);

function planOf(profile: Profile, changed: { readonly extendTo?: number } = {}) {
  const scope = { suite, contract, requirements: judged, sent: judged, options: sampleOptions({ profile }) };
  return makePlan(scope, { maxRequests: 5000, maxCreates: 1000, ...changed });
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
  const { burst, between, recovery } = suite.probe;
  const probes: readonly unknown[] = [burst.id, between.id, recovery.id];
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

test("standard goes on to all that is not thorough's alone: no near-miss of the key, and no generated input", () => {
  const { steps } = planOf("standard", { extendTo: 10_000 });
  // Creates that only fill a small store are replaced by creates that are a case of their own.
  const idsOf = (some: readonly Step[]) => some.flatMap((s) => (s.isFiller ? [] : [s.id])).sort();
  const shallower = planOf("thorough").steps.filter(({ profile }) => profile !== "thorough");
  expect(idsOf(steps)).toEqual(idsOf(shallower));
  expect(steps.filter((s) => s.mayLockOut || s.atMost !== undefined)).toEqual([]);
});

test("every step of the table is in the plan of some profile: none is left that nothing asks for", () => {
  const planned = new Set(planOf("thorough").steps.map((step) => step.id));
  const idle = [...stepTable(suite, contract).keys()].filter((id) => !planned.has(id));
  expect(idle.filter((id) => !id.endsWith("after-removal"))).toEqual([]);
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

const servers = await loadServers();
const faults = servers.filter(({ kind }) => kind === "fault");
const variants = servers.filter(({ kind }) => kind === "variant");

test("there are faults and variants, each with an id of lower-case words", () => {
  expect(faults.length).toBeGreaterThan(200);
  expect(variants.length).toBeGreaterThan(60);
  for (const { id } of servers) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test.each(faults)("the fault $id replaces exactly one hook, and names what it breaks", (fault) => {
  const replaced = Object.keys(fault.hooks(correctHooks));
  expect(replaced).toHaveLength(1);
  expect(Object.keys(correctHooks)).toEqual(expect.arrayContaining(replaced));
  expect(fault.breaks.length).toBeGreaterThan(0);
  for (const id of fault.breaks) expect(id).toMatch(/^[A-Z0-9]+-[0-9]+$/);
  expect(new Set(fault.breaks).size).toBe(fault.breaks.length);
  expect(fault.ruling).toEqual([]);
});

test.each(variants)(
  "the variant $id names the rulings that permit it, fails no must, and knows its hooks",
  (variant) => {
    expect(variant.fails).toEqual([]);
    expect(variant.ruling.length).toBeGreaterThan(0);
    for (const number of variant.ruling) expect(number).toBeLessThanOrEqual(42);
    expect(Object.keys(correctHooks)).toEqual(
      expect.arrayContaining(Object.keys(variant.hooks(correctHooks))),
    );
  },
);
