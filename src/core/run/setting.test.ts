import { expect, test } from "vitest";
import { suite as everySuite } from "#suites/registry.ts";
import { said } from "#testing/report/sample-run.ts";
import { expects200, requirement, sampleOptions, step } from "#testing/run/sample-suites.ts";
import { contract, factsOf } from "#testing/suites/sample-evidence.ts";
import { caseRef, stepRef } from "../check/case.ts";
import { invariant } from "../check/check.ts";
import type { Suite } from "../check/suite.ts";
import type { RunOptions } from "./options.ts";
import { scopeOf, sendsProbe } from "./plan/selection.ts";
import { makeSetting, maxBurst, maxCreates, probes } from "./setting.ts";

// A run that only reads has no create to leave out: its steps send none.
const unbounded = Number.POSITIVE_INFINITY;

test.each([
  [{ profile: "quick" }, unbounded, 0, false],
  [{ profile: "standard" }, 25, 120, true],
  [{ profile: "thorough" }, 140, 1500, true],
  [{ readOnly: true, maxCreates: 9 }, unbounded, 120, false],
  [{ readOnly: true, probe: true }, unbounded, 120, true],
  [{ profile: "quick", probe: true }, unbounded, 120, true],
] as const)(
  "by profile (rulings 28 and 29), %j: %d creates, a burst of %i, probes: %s",
  (options, creates, burst, probing) => {
    const given = sampleOptions(options);
    expect([maxCreates(given), maxBurst(given), probes(given)]).toEqual([creates, burst, probing]);
  },
);

test.each([
  // By the run's clock.
  ["2030-12-04T09:59:59.999Z", undefined, "before"],
  ["2030-12-04T10:00:00Z", undefined, "during"],
  ["2030-12-06T11:59:59.999Z", undefined, "during"],
  ["2030-12-06T12:00:00Z", undefined, "after"],
  // By the day that is given, whatever the clock says.
  ["2040-01-01T00:00:00Z", "2030-12-03", "before"],
  ["2040-01-01T00:00:00Z", "2030-12-04", "during"],
  ["2040-01-01T00:00:00Z", "2030-12-06", "during"],
  ["2040-01-01T00:00:00Z", "2030-12-07", "after"],
  ["2040-01-01T00:00:00Z", "2031-01-01", "after"],
])("the removal of getPet (ruling 23) at %s, with --now %s: %s", (at, now, phase) => {
  const { removals } = makeSetting(sampleOptions({ now }), contract, new URL("http://x/v1"), Date.parse(at));
  expect(removals.getPet).toBe(phase);
});

const requirements = ["LIST-1", "LIST-2", "RATE-11", "HTTP-2"].map((id) => requirement(id));
const suite: Suite = {
  ...everySuite,
  checks: [
    expects200("LIST-1", step("a")),
    expects200("LIST-2", step("b")),
    expects200("RATE-11", step("c")),
    invariant("HTTP-2", caseRef("every"), [], () => undefined),
  ],
  notApplicable: () => undefined,
};
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
const scope = (given: Partial<RunOptions>, of = { suite, requirements }) =>
  scopeOf({ ...of, contract, options: sampleOptions(given) }, factsOf([]));

const replay = { step: stepRef("generated limits").id, input: [3, 0] };

test("a replay sends only what it reports", () => {
  expect(ids(scope({ only: ["LIST-2"], replay }).sent)).toEqual(["LIST-2"]);
});

test("what does not apply, and what the interface leaves open, is not sent for", () => {
  const open = [...requirements, requirement("OPEN-1", { level: "open" })];
  const without = {
    ...suite,
    notApplicable: ({ id }: { id: string }) => (id === "LIST-1" ? said("no lists") : undefined),
  };
  const { sent } = scope({}, { suite: without, requirements: open });
  expect(ids(sent)).toEqual(["LIST-2", "RATE-11", "HTTP-2"]);
});

test.each([
  ["with everything", {}, true],
  ["for a requirement that it is about", { only: ["RATE-11"] }, true],
  ["for an invariant, which looks at its answers too", { only: ["HTTP"] }, true],
  ["not for a scenario, which looks at its own answers alone", { only: ["LIST"] }, false],
  ["where another is skipped", { skip: ["HTTP"] }, true],
  ["not where all that it is for is skipped", { skip: ["RATE"] }, false],
  ["not in a run that only reads", { readOnly: true }, false],
  ["not in a replay of something else", { only: ["HTTP-2"], replay }, false],
] as const)("the over-limit probe is sent %s", (_, given, isSent) => {
  expect(sendsProbe(scope(given))).toBe(isSent);
});
