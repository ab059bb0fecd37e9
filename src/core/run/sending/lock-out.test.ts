import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { caseRef, stepRef } from "#core/check/case.ts";
import { invariant } from "#core/check/check.ts";
import type { RequestSpec } from "#core/exchange/exchange.ts";
import {
  expects200,
  type Played,
  playScene,
  type Replies,
  type Reply,
  step,
  wrongKey,
} from "#testing/run/sample-suites.ts";
import { WrongKeyLane } from "./lock-out.ts";

// Ruling 14: a 429 or 403 after several wrong keys in a row is lock-out, and is not judged.

const keyless =
  (credential: RequestSpec["credential"]) =>
  (label: string, ...requires: string[]) =>
    step(label, { requires: requires.map((one) => stepRef(one)), spec: { credential } });
const wrongStep = keyless(wrongKey);
const missing = keyless({ kind: "none" });
const refused: Reply = { status: 401 };
const threeRefused = { w1: refused, w2: refused, w3: refused };
const limited = (seconds: number): Reply => ({
  status: 429,
  headers: { "Retry-After": String(seconds) },
});

/** Looks at every exchange, whoever sent it. */
const looksAtAll = invariant(
  "S-1",
  caseRef("every answer"),
  { profile: "quick", from: [] },
  (exchange, _, observe) => observe.held(exchange),
);

/** Four wrong keys in a row and two more, the last of them beside a request with the right one. */
const play = (replies: Readonly<Record<string, Replies>>): Promise<Played> => {
  const first = [wrongStep("w1"), wrongStep("w2", "w1"), wrongStep("w3", "w2")];
  const [last, right] = [wrongStep("w5", "w4"), step("right", { requires: [stepRef("w4")] })];
  return playScene({
    checks: [
      ...[expects200("B-1", right), expects200("A-1", last), looksAtAll],
      ...[expects200("W-1", ...first), expects200("W-4", wrongStep("w4", "w3"))],
    ],
    replies,
  });
};
const broken = (played: Played, id: string) => played.verdict(id).findings.map((f) => [f.case.id, f.seen]);

describe("a lock-out", () => {
  test.each([
    ["a 403, as a key that got 401 before gets now", 403, 403],
    ["a 403 where a key that got 401 before gets 429 now", 403, 429],
    ["a 429", 429, undefined],
  ])(
    "by %s stops the wrong keys and nothing else, is no finding, and stays in the report's evidence",
    async (_, status, now) => {
      const w1 = now === undefined ? refused : [refused, { status: now }];
      const played = await play({ ...threeRefused, w1, w4: { status }, w5: { status } });
      expect([played.times("w1"), played.times("w4"), played.times("w5")]).toEqual([
        now === undefined ? 1 : 2,
        ...[1, 0],
      ]);
      expect(played.verdicts("A-1", "W-4", "B-1")).toEqual(["untested", "untested", "pass"]);
      // The list, two 401s, the list again, another 401, and the request with the valid key.
      expect(played.verdict("S-1").judged).toBe(6);
      expect(played.run.partial).toBe(false);
      expect(played.run.exchanges.filter((e) => e.label === "w4")).toHaveLength(1);
    },
  );

  test.each([
    // It may be left from an earlier run.
    ["no other was refused", {}, "w1", "inconclusive", "no-key-wait-too-long"],
    ["others were refused", { w1: refused }, "w2", "untested", "no-key-wait-too-long"],
    ["several were refused", threeRefused, "w4", "untested", "locked-out"],
  ] as const)(
    "of a wait longer than the run has is not waited for, where %s",
    async (_, before, at, verdict, reason) => {
      const played = await play({ ...before, [at]: limited(3600) });
      expect([played.times(at), played.times("w5")]).toEqual([1, 0]);
      expect(played.verdict("A-1")).toMatchObject({ verdict, reason: { kind: reason } });
      expect(played.verdict("B-1").verdict).toBe("pass");
    },
  );

  test("is not known where the 403 cannot be sent again: it is not judged, and others are asked", async () => {
    const played = await play({ ...threeRefused, w4: [{ status: 403 }, { failure: "reset" }] });
    expect([played.verdict("W-4").verdict, played.times("w5")]).toEqual(["inconclusive", 1]);
  });
});

describe("a limit of requests without a key", () => {
  const asked = (replies: Readonly<Record<string, Replies>>) =>
    playScene({
      checks: [
        expects200("N-1", missing("n1"), missing("n2", "n1")),
        expects200("N-3", missing("n3", "n2")),
        expects200("B-1", step("right", { requires: [stepRef("n2")] })),
      ],
      replies,
    });

  test("that is always used up: they are given up, for a reason that lies in the answers", async () => {
    const played = await asked({ n1: limited(1) });
    expect(["n1", "n2", "n3"].map((label) => played.times(label))).toEqual([3, 0, 0]);
    expect(played.verdicts("N-1", "N-3", "B-1")).toEqual(["inconclusive", "inconclusive", "pass"]);
  });

  test("is the service's own once one of them got 401", async () => {
    const played = await asked({ n1: {}, n2: refused, n3: limited(1) });
    expect([played.times("n3"), played.verdict("N-3").verdict]).toEqual([3, "untested"]);
  });
});

test("a 403 to the second wrong key, where none was refused with 401, is judged if it is 403 again after the valid key", async () => {
  const played = await play({ w2: { status: 403 } });
  const keys = played.received.flatMap(({ label, key }) => (label === "w2" ? [key] : []));
  expect(keys).toEqual([false, true, false]);
  expect(broken(played, "W-1")).toEqual([["w2", expect.stringMatching(/^403/)]]);
  expect(played.times("w5")).toBe(1);
});

test("a 403 to the very first wrong key is judged, though the same key gets 401 from then on", async () => {
  const played = await play({ w1: [{ status: 403 }, {}, refused], w2: refused, w3: refused, w4: refused });
  expect(broken(played, "W-1")).toContainEqual(["w1", expect.stringMatching(/^403/)]);
});

test("a 429 to the very first wrong key is judged where it is 429 again beside the right one, and is the last", async () => {
  const played = await play({ w1: [limited(3), {}, limited(3), {}] });
  expect(broken(played, "W-1")).toEqual([["w1", expect.stringMatching(/^429/)]]);
  expect([played.times("w1"), played.times("w2")]).toEqual([4, 0]);
  expect(played.verdict("A-1").verdict).toBe("inconclusive");
});

test("a 403 is no lock-out while an earlier wrong key is still answered 401, and is judged", async () => {
  const played = await play({ ...threeRefused, w4: { status: 403 } });
  expect(broken(played, "W-4")).toEqual([["w4", expect.stringMatching(/^403/)]]);
  expect(played.times("w5")).toBe(1);
});

describe("a target that", () => {
  const labels = ["w1", "w2", "w3", "w4", "w5", "w6"];
  const inARow = labels.map((label, i) => wrongStep(label, ...labels.slice(0, i)));

  test("answers 403 for a missing key alone is judged for it, and asked to the end", async () => {
    const unkeyed = [missing("n1", "w4"), missing("n2", "n1")];
    const played = await playScene({
      checks: [expects200("N-1", ...unkeyed), expects200("W-1", ...inARow)],
      replies: {
        ...Object.fromEntries(labels.map((label) => [label, refused])),
        n1: { status: 403 },
        n2: { status: 403 },
      },
    });
    expect(broken(played, "N-1")).toEqual([
      ["n1", expect.stringMatching(/^403/)],
      ["n2", expect.stringMatching(/^403/)],
    ]);
    expect([played.times("w5"), played.times("w6")]).toEqual([1, 1]);
  });

  test("locks out before three answers were there is not judged for its first 429 either", async () => {
    const right = ["r1", "r2", "r3", "r4"].map((label) => step(label, { requires: [stepRef("w2")] }));
    const late = ["x1", "x2", "x3", "x4"].map((label) => wrongStep(label, "r1", "r2", "r3", "r4"));
    const played = await playScene({
      checks: [
        expects200("W-1", ...inARow.slice(0, 2)),
        expects200("R-1", ...right),
        expects200("X-1", ...late.slice(0, 1)),
        expects200("Y-1", ...late.slice(1)),
      ],
      replies: {
        ...{ w1: refused, w2: refused, x1: limited(3), x3: limited(3), x4: limited(3) },
        x2: { ...refused, takesMs: 100 },
      },
    });
    expect(played.times("x1")).toBe(2);
    expect(played.verdict("X-1").verdict).toBe("untested");
  });

  test("is over its limit before three wrong keys is asked again, as anywhere", async () => {
    const played = await playScene({
      checks: [expects200("W-1", ...inARow.slice(0, 1))],
      // The second is with the right key.
      replies: { w1: [limited(3), {}, refused, refused] },
    });
    expect(played.times("w1")).toBe(4);
    expect(broken(played, "W-1")).toEqual([["w1", expect.stringMatching(/^401/)]]);
  });
});

test("where no request with the key can go between those without it, they go one by one", async () => {
  const lane = new WrongKeyLane(async () => undefined);
  const answers: ((answer: { readonly id: number }) => void)[] = [];
  const send = () =>
    lane.send(false, () => {
      const { promise, resolve } = Promise.withResolvers<{ readonly id: number }>();
      answers.push(resolve);
      return promise;
    });
  const sent = Array.from({ length: 4 }, send);
  for (const [nth, inFlight] of [2, 2, 3, 4].entries()) {
    await setImmediate();
    expect(answers).toHaveLength(inFlight);
    answers[nth]?.({ id: nth });
  }
  await Promise.all(sent);
});
