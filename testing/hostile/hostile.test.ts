import { expect, test } from "vitest";
import { holds } from "./holds.ts";
import { firstCases, hostileCases } from "./targets.ts";

// Unhandled rejections and exceptions fail the whole of a vitest run. testing/long/hostile/hostile.test.ts plays the other targets.

const all = Object.values(hostileCases).flat();

test("each hostile target has a name of its own", () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(60);
});

const some = firstCases.map((hostile) => [hostile.id, hostile] as const);

test.for(some)("a run against a hostile target ends with the verdict it is owed: %s", async ([, hostile]) => {
  await holds(hostile);
});
