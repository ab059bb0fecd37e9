import { expect, test } from "vitest";
import type { Hooks } from "#reference-server/hooks/call.ts";
import { playOn } from "#testing/proof/bed.ts";

const stage = { plan: "business" } as const;

/** Of the first cause: which answers show it. */
async function patternOn(server: string | ((correct: Hooks) => Partial<Hooks>)): Promise<string | undefined> {
  const player = typeof server === "string" ? server : { hooks: server, stage };
  return (await playOn(player, { profile: "standard" })).causes[0]?.pattern;
}

test.each([
  ["filtered-category-as-double", "to lists with a status filter, and none of the"],
  ["read-without-status", "answers to GET /pets/{petId}, and none of the"],
])("a cause says which answers show it: %s", async (id, part) => {
  expect(await patternOn(id)).toContain(part);
});

test("a cause names the status that its answers have in common", async () => {
  const pattern = await patternOn((correct) => ({
    rateHeaders: (status, call) => (status === 404 ? [] : correct.rateHeaders(status, call)),
  }));
  expect(pattern).toMatch(/^all \d+ answers with the HTTP status 404, and none of the \d+ others$/);
});

test("a cause that comes and goes names answers before and after it that are correct", async () => {
  let answers = 0;
  const pattern = await patternOn((correct) => ({
    errorBody: (status, message, call) => {
      answers += 1;
      const body = correct.errorBody(status, message, call);
      return answers % 5 === 0 ? { code: "unknown", message, status: 0 } : body;
    },
  }));
  expect(pattern).toContain("was answered correctly both before and after it");
});

test("what all answers show has no pattern", async () => {
  expect(
    await patternOn((correct) => ({
      rateHeaders: (status, call) => correct.rateHeaders(status, call).slice(1),
    })),
  ).toBeUndefined();
});
