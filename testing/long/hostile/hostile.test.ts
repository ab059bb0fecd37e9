import { describe, test } from "vitest";
import { holds } from "#testing/hostile/holds.ts";
import { firstCases, hostileCases } from "#testing/hostile/targets.ts";

// The targets that testing/hostile/hostile.test.ts leaves.

for (const [area, all] of Object.entries(hostileCases)) {
  const cases = all.filter((hostile) => !firstCases.includes(hostile));
  describe(`a run against a hostile target ends with the verdict it is owed: ${area}`, () => {
    test.for(cases.map((c) => [c.id, c] as const))("%s", async ([, hostile]) => {
      await holds(hostile);
    });
  });
}
