import { expect, test } from "vitest";
import { hostileCases } from "./hostile/all-cases.ts";
import { holds } from "./hostile/holds.ts";

// Unhandled rejections and exceptions fail the whole of a vitest run. Here the first target of every other area;
// testing/long/hostile.test.ts has all of them.

const all = Object.values(hostileCases).flat();

test("each hostile target has a name of its own", () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(60);
});

const some = Object.values(hostileCases)
  .filter((_, nth) => nth % 2 === 0)
  .flatMap(([first]) => (first === undefined ? [] : [[first.id, first] as const]));

test.for(some)("a run against a hostile target ends with the verdict it is owed: %s", async ([, hostile]) => {
  await holds(hostile);
});
