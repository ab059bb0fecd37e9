import { describe, expect, test } from "vitest";
import { caseRef, stepRef } from "#core/check/case.ts";
import { invariant, scenario, traceCheck } from "#core/check/check.ts";
import type { Suite } from "#core/check/suite.ts";
import { NotDecided, NotRecorded } from "#core/contract/recorded.ts";
import {
  expects200,
  playScene,
  requirement,
  type Scene,
  sampleContract,
  step,
} from "#testing/run/sample-suites.ts";

// The suite's own mistakes are its own: exit 70, never a verdict, and the other checks go on.

const broken = (): never => {
  throw new Error("a mistake of ours");
};
const sound = expects200("B-1", step("b"));
const play = (scene: Scene) => playScene({ ...scene, checks: [...(scene.checks ?? []), sound] });

describe("an exception", () => {
  const promised = () => [{ profile: "quick" as const, from: [stepRef("list")] }];
  const mismatching = scenario("A-1", () => [
    { step: step("a"), expect: { kind: "served", words: "it", mismatch: broken } },
  ]);
  test.each([
    ["in a step", expects200("A-1", step("a", { request: broken }))],
    ["in a step's reading of a lagging answer", expects200("A-1", step("a", { retryUntil: broken }))],
    ["in an expectation", mismatching],
    ["in an invariant", invariant("A-1", caseRef("every"), promised, broken)],
    ["in a trace check", traceCheck("A-1", caseRef("every"), promised, broken)],
  ])("%s is exit 70 and no verdict on the target, and the others are judged", async (_, check) => {
    const { run, verdict } = await play({ checks: [check], replies: { a: { status: 500 } } });
    expect(run.exitCode).toBe(70);
    expect(run.suiteErrors).toMatchObject([{ message: "a mistake of ours" }]);
    expect([verdict("A-1").verdict, verdict("B-1").verdict]).toEqual(["inconclusive", "pass"]);
  });

  test("of the transport while a step is sent is the suite's, and is reported where", async () => {
    const onRequest = (label: string) => void (label === "a" && broken());
    const { run, verdict } = await play({ checks: [expects200("A-1", step("a"))], onRequest });
    expect(run.suiteErrors).toEqual([{ where: 'the step "a"', message: "a mistake of ours" }]);
    expect(verdict("A-1").verdict).toBe("inconclusive");
  });

  const outside: readonly [string, Partial<Suite>][] = [
    ["in the search for one cause", { rootCause: broken }],
    ["in a positive control", { positiveControls: controlsThat(broken) }],
  ];
  test.each(outside)("%s still gives a report", async (_, suite) => {
    const requirements = [requirement("B-1", { operations: ["listPets"] })];
    const { run } = await play({ suite, requirements });
    expect(run.exitCode).toBe(70);
  });
});

test.each([
  ["a part that nobody kept", new NotRecorded("the body"), "redacted"],
  ["too much work", new NotDecided(), "too-much-work"],
])("a positive control that fails for %s says so, and is no mistake of ours", async (_, error, kind) => {
  const control = () => {
    throw error;
  };
  const requirements = [requirement("B-1", { operations: ["listPets"] })];
  const checks = [expects200("B-1", step("b"))];
  const { run, verdict } = await playScene({
    ...{ checks, requirements },
    suite: { positiveControls: controlsThat(control) },
  });
  expect(run.suiteErrors).toEqual([]);
  expect(verdict("B-1")).toMatchObject({ verdict: "inconclusive", reason: { kind } });
});

describe("a request is held against the contract before it goes out", () => {
  test("one meant to be valid that is not is never sent, and is the suite's error", async () => {
    const wrong = step("a", { expectedValidity: "valid", spec: { path: "/pets", query: [["limit", "a"]] } });
    const played = await play({ checks: [expects200("A-1", wrong)] });
    expect(played.received.map((r) => r.label)).not.toContain("pets");
    expect(played.run).toMatchObject({ exitCode: 70, suiteErrors: [{ where: 'the step "a"' }] });
    expect(played.verdict("A-1").verdict).toBe("inconclusive");
  });

  test("one meant to be invalid that is valid is the suite's error too", async () => {
    const right = step("a", { expectedValidity: "invalid", spec: { path: "/pets" } });
    const { run } = await play({ checks: [expects200("A-1", right)] });
    expect(run.suiteErrors[0]?.message).toBe(
      'the request of "a" should be invalid, but the contract allows it',
    );
  });

  test("under another document it is no error: what that does not allow is untested, what it allows does not apply", async () => {
    const suite = { input: { contract: { ...sampleContract, ownFile: undefined } } };
    const wrong = step("a", { expectedValidity: "valid", spec: { path: "/pets", query: [["limit", "a"]] } });
    const right = step("w", { expectedValidity: "invalid", spec: { path: "/pets" } });
    const played = await play({ checks: [expects200("A-1", wrong), expects200("A-2", right)], ...suite });
    expect(played.run.suiteErrors).toEqual([]);
    expect(played.received.map((r) => r.label)).not.toContain("pets");
    expect(played.verdict("A-1")).toMatchObject({
      verdict: "untested",
      reason: { kind: "document-forbids", part: "query", at: "limit", expected: "an integer" },
    });
    expect(played.verdict("A-2").verdict).toBe("not-applicable");
  });

  test("one that is what it is meant to be goes out", async () => {
    const right = step("a", { expectedValidity: "valid", spec: { path: "/pets" } });
    const wrong = step("w", {
      expectedValidity: "invalid",
      spec: { path: "/pets", query: [["limit", "a"]] },
    });
    const { run } = await play({ checks: [expects200("A-1", right, wrong)] });
    expect(run.exitCode).toBe(0);
  });
});

function controlsThat(missing: () => never): Suite["positiveControls"] {
  const control = { steps: [], missing };
  return { listPets: control, createPet: control, getPet: control, storeOrders: control };
}
