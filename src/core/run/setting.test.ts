import { describe, expect, test } from "vitest";
import { loadContract } from "#suites/petstore/document.ts";
import { sampleOptions } from "#testing/run/sample-suites.ts";
import { makeSetting, maxBurst, maxCreates, probes } from "./setting.ts";

// A run that only reads has no create to leave out: its steps send none.
const unbounded = Number.POSITIVE_INFINITY;

test.each([
  [{ profile: "quick" }, unbounded, 0, false],
  [{ profile: "standard" }, 25, 120, true],
  [{ profile: "thorough" }, 120, 1500, true],
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

describe("the removal of getPet (ruling 23)", async () => {
  const contract = await loadContract();
  const phase = (nowIso: string, now?: string) =>
    makeSetting(sampleOptions({ now }), contract, new URL("http://x/v1"), Date.parse(nowIso)).removals.getPet;

  test.each([
    ["2030-12-04T09:59:59.999Z", "before"],
    ["2030-12-04T10:00:00Z", "during"],
    ["2030-12-06T11:59:59.999Z", "during"],
    ["2030-12-06T12:00:00Z", "after"],
  ])("at %s by the run's clock: %s", (nowIso, expected) => expect(phase(nowIso)).toBe(expected));

  test.each([
    ["2030-12-03", "before"],
    ["2030-12-04", "during"],
    ["2030-12-06", "during"],
    ["2030-12-07", "after"],
    ["2031-01-01", "after"],
  ])("with --now %s, whatever the clock says: %s", (now, expected) =>
    expect(phase("2040-01-01T00:00:00Z", now)).toBe(expected),
  );
});
