import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Step } from "#core/check/inputs/step.ts";
import { isUnresolved } from "#core/check/results/unresolved.ts";
import { createTrace } from "#core/run/journal/trace.ts";
import { controlsOf, stepTable } from "#core/run/plan/plan.ts";
import { play } from "#proof/play.ts";
import { requestsAsked } from "#testing/suites/asked-requests.ts";
import { loadOutline } from "#testing/suites/catalogue-problems.ts";
import { contract, factsOf, setting } from "#testing/suites/sample-evidence.ts";
import { loadCatalogue } from "./catalogue.ts";
import { suite } from "./registry.ts";

const outline = loadOutline();
const ofServices = loadCatalogue(contract);

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
  const run = await play({ hooks: () => ({}) }, { contract, suite, requirements: ofServices });
  const trace = createTrace(contract, setting, 1);
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
