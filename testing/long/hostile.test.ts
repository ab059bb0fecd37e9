import { describe, test } from "vitest";
import { hostileCases } from "../hostile/all-cases.ts";
import { holds } from "../hostile/holds.ts";

for (const [area, cases] of Object.entries(hostileCases)) {
  describe(`a run against a hostile target ends with the verdict it is owed: ${area}`, () => {
    test.for(cases.map((c) => [c.id, c] as const))("%s", async ([, hostile]) => {
      await holds(hostile);
    });
  });
}
