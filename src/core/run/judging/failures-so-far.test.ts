import { expect, test } from "vitest";
import { expects200, playScene, requirement, step } from "#testing/run/sample-suites.ts";
import type { RunEvent } from "../result.ts";

const [a, b, c] = [step("a"), step("b"), step("c")];
const failing = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.kind === "settled" && event.label !== "list" ? [event.failing] : []));
const broken = { status: 500 };

test("each must is counted once, as soon as an answer breaks it", async () => {
  const { events, run } = await playScene({
    checks: [expects200("A-1", a, b), expects200("A-2", c)],
    replies: { a: broken, b: { ...broken, takesMs: 10 }, c: { ...broken, takesMs: 20 } },
    input: { countFailures: true },
  });
  expect(failing(events)).toEqual([1, 1, 2, 2]);
  expect(run.counts.must.fail).toBe(2);
});

test("a should, and what --only leaves out, is not counted", async () => {
  const { events } = await playScene({
    checks: [expects200("A-1", a), expects200("B-1", b)],
    requirements: [requirement("A-1", { level: "should" }), requirement("B-1")],
    options: { skip: ["B"] },
    replies: { a: broken, b: broken },
    input: { countFailures: true },
  });
  expect(failing(events)).toEqual([0, 0, 0]);
});

test("nothing is counted where nobody watches", async () => {
  const { events } = await playScene({ checks: [expects200("A-1", a)], replies: { a: broken } });
  expect(failing(events)).toEqual([undefined, undefined]);
});
