import { describe, expect, test } from "vitest";
import { correct, playOn } from "../../testing/proof/bed.ts";

describe("one cause", () => {
  test.each([
    ["unprocessable", "status", 5],
    ["forbidden-not-unauthorized", "status", 4],
    ["client-id-doubles", "field", 3],
  ] as const)("%s: %s, with all requirements that fail because of it", async (id, kind, least) => {
    const run = await playOn(id);
    expect(run.causes.map(({ form }) => form.kind)).toEqual([kind]);
    expect(1 + (run.causes[0]?.consequences.length ?? 0)).toBeGreaterThanOrEqual(least);
  });

  test("names the requirement of this answer before the one of all answers", async () => {
    const [cause] = (await playOn("create-500")).causes;
    expect(cause).toMatchObject({ leading: "CREATE-1", consequences: ["HTTP-2"], level: "must" });
  });
});

test("a correct server has no cause", async () => {
  expect((await playOn(correct)).causes).toEqual([]);
});
