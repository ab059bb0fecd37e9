import { describe, expect, test } from "vitest";
import { saidUntested } from "#testing/report/sample-run.ts";
import { expects200, playScene, type Replies, type Scene, step } from "#testing/run/sample-suites.ts";
import { caseRef, stepRef } from "../check/case.ts";
import { refusal, traceCheck } from "../check/check.ts";
import { served } from "../check/expectation.ts";
import type { Step } from "../check/inputs/step.ts";
import type { VerdictKind } from "../check/results/verdict.ts";

const a = step("a");
const onA = expects200("A-1", a);
const listed = expects200("LIST-1", step("list"));
const play = (replies: Scene["replies"] = {}, scene: Scene = {}) =>
  playScene({ checks: [onA], replies, ...scene });

describe("root causes: one cause on top, everything else inconclusive, exit 3", () => {
  const create = step("create", { spec: { method: "POST" } });

  test("nothing more is sent, and what hangs on it is inconclusive (ruling 27)", async () => {
    const checks = [listed, onA, expects200("B-1", create)];
    const played = await play({ list: { status: 204 }, create: { status: 204 } }, { checks });
    expect(played.verdict("A-1")).toMatchObject({
      ...{ verdict: "inconclusive", reason: undefined },
      cause: { kind: "root-cause", by: played.run.rootCause },
    });
    expect(played.labels).toEqual(["list", "create"]);
    expect(played.run).toMatchObject({ exitCode: 1, partial: true, reason: "not-the-service" });
  });

  test("a cause that the suite finds explains lost evidence, without ending the run", async () => {
    const rootCause = () => ({
      kind: "creates-refused" as const,
      answer: "422 without a body",
      exchange: 1,
    });
    const { run } = await play({ a: { failure: "timeout" } }, { suite: { rootCause } });
    expect(run).toMatchObject({ exitCode: 3, reason: "creates-refused", partial: false });
  });
});

describe("caps", () => {
  const steps = ["a", "b", "c", "d"].map((label) => step(label));

  test.each([
    ["sent, and what is left out is inconclusive", {}, 3],
    ["sent, repetitions among them", { failure: "reset" }, 5],
  ] as const)("never more than max-requests are %s", async (_, reply, maxRequests) => {
    const replies = Object.fromEntries(steps.map((s) => [s.label, reply]));
    const played = await play(replies, { checks: [expects200("A-1", ...steps)], options: { maxRequests } });
    expect(played.received).toHaveLength(maxRequests);
    expect(played.run).toMatchObject({ outcome: "inconclusive", exitCode: 3 });
  });

  test("what goes out again because a kept connection was closed counts among max-requests", async () => {
    const played = await play(
      { a: { failure: "reset" } },
      { checks: [expects200("A-1", step("a"))], options: { maxRequests: 2 }, keptConnections: 1 },
    );
    expect(played.labels).toEqual(["list", "a"]);
  });

  const stores = ["a", "b", "c", "d"].map((label) =>
    step(label, { effect: "create", spec: { method: "POST" } }),
  );

  test("a POST that may have stored a pet takes a place for good, a rejected one only while it is in flight", async () => {
    const wrong = ["w1", "w2", "w3"].map((label) =>
      step(label, { effect: "write", spec: { method: "POST" } }),
    );
    const checks = [expects200("A-1", ...wrong.slice(0, 1)), expects200("B-1", ...wrong.slice(1))];
    const rejected = { status: 400, takesMs: 10 };
    const replies = { w1: rejected, w2: rejected, w3: rejected };
    expect((await play(replies, { checks, options: { maxCreates: 1 } })).run.requests.writes).toBe(3);
    const lost = { failure: "reset", takesMs: 10 } as const;
    const { run, verdict } = await play({ ...replies, w1: lost }, { checks, options: { maxCreates: 1 } });
    expect(run.requests.writes).toBe(1);
    expect(verdict("B-1")).toMatchObject({
      verdict: "inconclusive",
      remedy: { options: [{ option: "max-creates", value: 3 }] },
    });
  });

  test.each([{ readOnly: true }, { profile: "quick" as const }])(
    "a create that a run with %j does not send turns no outcome",
    async (options) => {
      const request = () => saidUntested("no POST is sent in a read-only or quick run");
      const silent = stores.map((s) => ({ ...s, request }));
      const { run } = await play({}, { checks: [listed, expects200("A-1", ...silent)], options });
      expect(run).toMatchObject({ requests: { writes: 0 }, exitCode: 0 });
    },
  );

  test.each<[string, due: VerdictKind, Replies, Partial<Step>?]>([
    ["an answer", "inconclusive", { takesMs: 9000 }],
    ["a wait for a list that may lag", "pass", {}, { retryUntil: () => false }],
    ["a wait for Retry-After", "inconclusive", [{ status: 429, headers: { "Retry-After": "60" } }]],
  ])("--max-duration ends the run in the middle of %s, for want of time", async (_, due, reply, given) => {
    const options = { maxDurationMs: 3000, consistencyWaitMs: 60_000 };
    const scene = { checks: [expects200("A-1", step("a", given))], options };
    const { run, verdict } = await play({ a: reply }, scene);
    expect(run).toMatchObject({ exitCode: 3, reason: "budget", partial: true, endedAtMs: 3000 });
    expect(verdict("A-1").verdict).toBe(due);
  });
});

describe("an interruption", () => {
  const interruptedAt = async (label: string, replies: Scene["replies"]) => {
    const controller = new AbortController();
    const onRequest = (got: string) => void (got === label && controller.abort());
    const checks = [onA, expects200("B-1", step("b", { requires: [stepRef("a")] }))];
    return playScene({ checks, replies: replies ?? {}, input: { signal: controller.signal }, onRequest });
  };

  test("gives a partial run, with what is left inconclusive", async () => {
    const played = await interruptedAt("b", { b: { takesMs: 5000 } });
    expect(played.run).toMatchObject({ exitCode: 3, reason: "interrupted", partial: true });
    expect(played.verdicts("A-1", "B-1")).toEqual(["pass", "inconclusive"]);
  });

  test("sends nothing more", async () => {
    const { labels } = await interruptedAt("a", { a: { takesMs: 10 } });
    expect(labels).toEqual(["list", "a"]);
  });

  test("before the first request is called by its name", async () => {
    const { run } = await play({}, { input: { signal: AbortSignal.abort() } });
    expect(run).toMatchObject({ reason: "interrupted", requests: { total: 0 } });
  });
});

describe("what is selected", () => {
  const checks = [expects200("A-1", a), expects200("B-1", step("b"))];

  test.each([{ only: ["A-1"] }, { only: ["A"] }, { skip: ["B-1"] }, { only: ["A", "B"], skip: ["B"] }])(
    "%j sends what a run of everything sends, and reports its own alone",
    async (options) => {
      const whole = await play({ b: { status: 500 } }, { checks });
      const played = await play({ b: { status: 500 } }, { checks, options });
      expect(played.received).toEqual(whole.received);
      expect(played.verdict("A-1")).toEqual(whole.verdict("A-1"));
      expect(played.verdict("B-1")).toMatchObject({ verdict: "skipped", findings: [], exchanges: [] });
      expect([whole.run.outcome, played.run.outcome]).toEqual(["non-conforming", "conforming"]);
    },
  );

  test("what is not reported may still be the cause of what is", async () => {
    const control = { step: a, held: () => false, words: "answered 204" };
    const refused = refusal("B-1", () => [{ step: step("b"), expect: served(200), control }]);
    const scene = { checks: [onA, refused] };
    const whole = await play({ a: { status: 500 } }, scene);
    const played = await play({ a: { status: 500 } }, { ...scene, options: { only: ["B-1"] } });
    expect(whole.verdict("B-1").cause).toEqual({ kind: "control", step: "a", failed: "A-1" });
    expect(played.verdict("B-1")).toEqual(whole.verdict("B-1"));
  });

  test("an exception in a check that is not reported is not reported either", async () => {
    const broken = traceCheck("B-1", caseRef("one"), [], () => {
      throw new Error("a mistake");
    });
    const scene = { checks: [onA, broken] };
    expect((await play({}, scene)).run.exitCode).toBe(70);
    expect((await play({}, { ...scene, options: { skip: ["B-1"] } })).run.suiteErrors).toEqual([]);
  });

  test.each([
    [{}, 0],
    [{ only: ["A"] }, 0],
    [{ only: ["A-1"] }, 3],
    [{ require: ["A"] }, 3],
  ])(
    "with %j and an untested must, exit %i: --only ID and --require want it tested",
    async (options, code) => {
      const untested = step("a", { request: () => saidUntested("the store is too small") });
      const checks = [expects200("A-1", untested), expects200("A-2", step("b"))];
      const { run } = await play({}, { checks, options });
      expect(run).toMatchObject({ exitCode: code, reason: code === 3 ? "required-untested" : undefined });
    },
  );
});
