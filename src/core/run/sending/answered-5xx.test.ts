import { expect, test } from "vitest";
import type { Suite } from "#core/check/suite.ts";
import { expects200, playScene, type Replies, type Reply, step, times } from "#testing/run/sample-suites.ts";

// What is answered 5xx is sent once more, and judged on that answer (ruling 25).

const failing: Reply = { status: 500 };

test.each([
  ["sent once more, and judged on that answer", [failing], 2, "pass"],
  ["sent once more and only once", failing, 2, "fail"],
  ["sent once more, though it was lost before", [{ failure: "reset" }, failing], 3, "pass"],
] as const satisfies readonly (readonly [string, Replies, number, string])[])(
  "a read is %s",
  async (_, a, sent, verdict) => {
    const played = await playScene({ checks: [expects200("A-1", step("a"))], replies: { a } });
    expect([times(played, "a"), played.verdict("A-1").verdict]).toEqual([sent, verdict]);
  },
);

test.each([
  ["is followed by another", (spec) => ({ ...spec, headers: [["X-Name", "other"]] }), 2, "pass"],
  ["is followed by none where its name cannot be another", (spec) => spec, 1, "fail"],
] as const satisfies readonly (readonly [string, Suite["renewed"], number, string])[])(
  "a create %s",
  async (_, renewed, sent, verdict) => {
    const create = step("a", { spec: { method: "POST" }, effect: "create" });
    const scene = { suite: { renewed }, checks: [expects200("A-1", create)], replies: { a: [failing] } };
    const { run, verdict: verdictOf } = await playScene(scene);
    expect(run.exchanges.filter(({ label }) => label === "a")).toHaveLength(sent);
    expect(verdictOf("A-1").verdict).toBe(verdict);
  },
);

test("nothing is sent again once six requests were answered 5xx twice", async () => {
  const steps = Array.from({ length: 9 }, (_, n) => step(`b-${n}`));
  const replies = Object.fromEntries(steps.map(({ label }) => [label, failing]));
  const checks = [expects200("A-1", ...steps)];
  const { run } = await playScene({ checks, replies, options: { concurrency: 1 } });
  const sent = steps.map(({ label }) => run.exchanges.filter((e) => e.label === label).length);
  expect(sent.toSorted()).toEqual([1, 1, 1, 2, 2, 2, 2, 2, 2]);
});
