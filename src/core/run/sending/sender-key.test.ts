import { describe, expect, test } from "vitest";
import { caseRef, stepRef } from "#core/check/case.ts";
import { invariant } from "#core/check/check.ts";
import { answeredWith } from "#core/check/facts.ts";
import { inStatus } from "#core/check/results/verdict.ts";
import {
  expects200,
  type Played,
  playScene,
  type Replies,
  type Reply,
  sampleSuite,
  step,
  times,
} from "#testing/run/sample-suites.ts";

// Ruling 31: a valid key that is refused in mid-run.

const steps = ["a", "b", "c", "d", "e", "f", "g", "h"].map((label) => step(label));
const refused: Reply = { status: 401 };

/** Eight requests, one after another; the key is refused from the second on, and by the list as `list` says. */
const revoked = (list: Replies, concurrency = 1): Promise<Played> =>
  playScene({
    checks: [
      expects200("A-1", ...steps.slice(0, 1)),
      expects200("B-1", ...steps.slice(1, 2)),
      expects200("C-1", ...steps.slice(2)),
    ],
    replies: { list, ...Object.fromEntries(steps.slice(1).map((s) => [s.label, refused])) },
    options: { concurrency },
  });

const served: Reply = {};

const never401 = invariant("NEVER-1", caseRef("every"), [], (exchange, _, observe) =>
  answeredWith(exchange, 401)
    ? observe.broken(exchange, "no 401", { seen: "401", place: inStatus })
    : undefined,
);

describe("a key that no longer lists", () => {
  test("ends the run as one cause, which leaves inconclusive what it took with it", async () => {
    const { run, verdict } = await revoked([served, refused, refused]);
    const rootCause = { kind: "key-stopped", after: 2 };
    expect(run).toMatchObject({ exitCode: 3, reason: "key-stopped", partial: true, rootCause });
    expect(["A-1", "B-1", "C-1"].map((id) => verdict(id).verdict)).toEqual([
      "pass",
      ...["inconclusive", "inconclusive"],
    ]);
  });

  test("is asked about by the preflight's list, alone", async () => {
    const { run } = await revoked([served, refused, refused], 6);
    const again = run.exchanges.find((e) => e.label === "the key again");
    expect(again).toMatchObject({ inFlight: 1, request: { path: "/list" } });
  });

  test("is asked about before anything else goes out", async () => {
    const { received } = await revoked([served, refused, refused]);
    expect(received.map((r) => r.label)).toEqual(["list", "a", "b", "list", "list"]);
  });

  test("is not judged by what looks at every exchange either", async () => {
    const played = await playScene({
      checks: [never401, expects200("B-1", step("b"))],
      replies: { list: [served, refused, refused], b: refused },
    });
    expect(played.verdict("NEVER-1").findings).toEqual([]);
  });

  test("keeps the failures that were found before, and exit 1", async () => {
    const played = await playScene({
      checks: [expects200("A-1", step("a")), expects200("B-1", step("b", { requires: [stepRef("a")] }))],
      replies: { list: [served, refused, refused], a: { status: 500 }, b: refused },
    });
    expect(played.verdict("A-1").verdict).toBe("fail");
    expect(played.run).toMatchObject({ exitCode: 1, partial: true, reason: "key-stopped" });
  });
});

/** A run with a list that was never sent; the key is refused at "b", and by the two lists as they say. */
const askedTwice = (list: Replies, other: Replies): Promise<Played> =>
  playScene({
    checks: [
      never401,
      expects200("A-1", step("a")),
      expects200("B-1", step("b", { requires: [stepRef("a")] })),
      expects200("C-1", step("c", { requires: [stepRef("b")] })),
    ],
    replies: { list, other, b: refused },
    suite: {
      preflight: {
        ...sampleSuite.preflight,
        unsentList: () => ({ method: "GET", path: "/other", credential: { kind: "valid" } }),
      },
    },
  });

describe("a list that was never sent before", () => {
  test("clears the key where a 401 is cached by its address: both refusals are judged, and the run goes on", async () => {
    const played = await askedTwice([served, refused], served);
    expect(played.received.map((r) => r.label)).toEqual(["list", "a", "b", "list", "other", "c"]);
    expect(played.verdict("C-1").verdict).toBe("pass");
    expect(played.verdict("B-1").verdict).toBe("fail");
    expect(played.verdict("NEVER-1").findings.map((f) => f.broken)).toEqual([2]);
  });

  test("ends the run where a list is cached by its address, and the key is refused", async () => {
    const played = await askedTwice(served, refused);
    expect(played.run).toMatchObject({ reason: "key-stopped", partial: true, exitCode: 3 });
    expect(played.verdict("B-1").verdict).toBe("inconclusive");
    expect(played.verdict("NEVER-1").findings).toEqual([]);
  });

  test("shows nothing where it gets no answer: the refusal is not judged", async () => {
    const played = await askedTwice([served, refused], { failure: "reset" });
    expect(played.verdict("B-1").verdict).toBe("inconclusive");
    expect(played.verdict("NEVER-1").findings).toEqual([]);
    expect(played.run.partial).toBe(false);
  });
});

describe("a key that still lists", () => {
  test.each([401, 403])("goes on, and the %i is judged as any answer", async (status) => {
    const played = await playScene({
      checks: [expects200("A-1", step("a")), expects200("B-1", step("b", { requires: [stepRef("a")] }))],
      replies: { a: { status } },
    });
    expect(times(played, "list")).toBe(2);
    expect(played.verdict("A-1").verdict).toBe("fail");
    expect(played.verdict("B-1").verdict).toBe("pass");
    expect(played.run.partial).toBe(false);
  });

  test("is not taken to work where the question itself is answered 429", async () => {
    const { run } = await playScene({
      checks: [expects200("B-1", step("b"))],
      replies: {
        list: [served, { status: 429, headers: { "Retry-After": "2" } }, refused, refused],
        b: refused,
      },
    });
    expect(run.reason).toBe("key-stopped");
  });
});

test("a key that is refused for a moment only is judged on its refusals, and the run goes on", async () => {
  const played = await revoked([served, refused]);
  expect(played.received.map((r) => r.label).slice(0, 6)).toEqual(["list", "a", "b", "list", "list", "c"]);
  expect(played.verdict("B-1").verdict).toBe("fail");
  expect(played.run.partial).toBe(false);
});

test("a refusal without the key never asks about it", async () => {
  const noKey = step("a", { spec: { credential: { kind: "none" } } });
  const played = await playScene({ checks: [expects200("A-1", noKey)], replies: { a: refused } });
  expect(times(played, "list")).toBe(1);
});
