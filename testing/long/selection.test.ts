import { expect, test } from "vitest";
import { tableOf } from "../proof/selected-runs.ts";

// `npm run selection` plays the whole table; this is a part of it.

test.each([
  ["standard", "fault", 12],
  ["standard", "variant", 5],
  ["thorough", "fault", 2],
  ["thorough", "variant", 1],
] as const)(
  "in %s, what --only says of a %s is what a run of everything says",
  async (profile, kind, count) => {
    const table = await tableOf(profile, kind, count);
    expect(table.differences).toEqual([]);
    expect(table.failures > 0).toBe(kind === "fault");
  },
);
