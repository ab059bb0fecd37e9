import { describe, expect, test } from "vitest";
import { hostileCases } from "./hostile/all-cases.ts";
import { holds } from "./hostile/holds.ts";

// Unhandled rejections and exceptions fail the whole of a vitest run. Here each sixteenth target, and one of each area at
// least; testing/long/hostile.test.ts has all of them.

const all = Object.values(hostileCases).flat();

test("each hostile target has a name of its own", () => {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.length).toBeGreaterThanOrEqual(60);
});

for (const [area, cases] of Object.entries(hostileCases)) {
  describe(`a run against a hostile target ends with the verdict it is owed: ${area}`, () => {
    test.for(cases.filter((_, nth) => nth % 16 === 0).map((c) => [c.id, c] as const))(
      "%s",
      async ([, hostile]) => {
        await holds(hostile);
      },
    );
  });
}
