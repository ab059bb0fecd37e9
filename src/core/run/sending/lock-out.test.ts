import { describe, expect, test } from "vitest";
import { stepRef } from "#core/check/case.ts";
import type { Step } from "#core/check/inputs/step.ts";
import {
  expects200,
  type Played,
  playScene,
  type Replies,
  type Reply,
  step,
  times,
  wrongKey,
} from "#testing/run/sample-suites.ts";
import { WrongKeyLane } from "./lock-out.ts";

// Ruling 14: a 429 or 403 after several wrong keys in a row is lock-out, and is not judged.

const wrongStep = (label: string, ...requires: string[]): Step =>
  step(label, { requires: requires.map((one) => stepRef(one)), spec: { credential: wrongKey } });
const refused: Reply = { status: 401 };
const threeRefused = { w1: refused, w2: refused, w3: refused };

/** Four wrong keys in a row and two more, the last of them beside a request with the right one. */
const play = (replies: Readonly<Record<string, Replies>>): Promise<Played> => {
  const profile = [wrongStep("w1"), wrongStep("w2", "w1"), wrongStep("w3", "w2"), wrongStep("w4", "w3")];
  const [last, right] = [wrongStep("w5", "w4"), step("right", { requires: [stepRef("w4")] })];
  return playScene({
    checks: [expects200("B-1", right), expects200("A-1", last), expects200("W-1", ...profile)],
    replies,
  });
};

describe.each([403, 429])("a lock-out by %i", (status) => {
  test("stops the wrong keys and nothing else, is no finding, and stays in the report's evidence", async () => {
    const replies = { ...threeRefused, w1: [refused, { status }], w4: { status }, w5: { status } };
    const played = await play(replies);
    expect([times(played, "w4"), times(played, "w5")]).toEqual([1, 0]);
    expect(["A-1", "B-1"].map((id) => played.verdict(id).verdict)).toEqual(["untested", "pass"]);
    expect(played.run.partial).toBe(false);
    expect(played.verdict("W-1").findings.map((f) => f.case.id)).not.toContain("w4");
    expect(played.run.exchanges.filter((e) => e.label === "w4")).toHaveLength(1);
  });
});

test("a 403 to the very first wrong key is judged, though the same key gets 401 from then on", async () => {
  const played = await play({ w1: [{ status: 403 }, {}, refused], w2: refused, w3: refused, w4: refused });
  expect(played.verdict("W-1").findings.map((f) => f.seen)).toContainEqual(expect.stringMatching(/^403/));
});

test("a 429 to the very first wrong key is judged where it is 429 again beside the right one, and is the last", async () => {
  const limited: Reply = { status: 429, headers: { "Retry-After": "3" } };
  const played = await play({ w1: [limited, {}, limited, {}] });
  expect(played.verdict("W-1").findings.map((f) => [f.case.id, f.seen])).toEqual([
    ["w1", expect.stringMatching(/^429/)],
  ]);
  expect([times(played, "w1"), times(played, "w2")]).toEqual([4, 0]);
  expect(played.verdict("A-1").verdict).toBe("inconclusive");
});

test("a 403 is no lock-out while an earlier wrong key is still answered 401, and is judged", async () => {
  const played = await play({ ...threeRefused, w4: { status: 403 } });
  expect(played.verdict("W-1").findings.map((f) => f.case.id)).toContain("w4");
  expect(times(played, "w5")).toBe(1);
});

test("wrong keys without a right one beside them still go one at a time", async () => {
  const labels = ["w1", "w2", "w3", "w4", "w5", "w6"];
  const { run } = await playScene({
    checks: [expects200("A-1", ...labels.map((label) => wrongStep(label)))],
    replies: Object.fromEntries(labels.map((label) => [label, { status: 401, takesMs: 100 }])),
  });
  expect(Math.max(...run.exchanges.map((e) => e.inFlight))).toBeLessThanOrEqual(2);
});

describe("a target that", () => {
  const labels = ["w1", "w2", "w3", "w4", "w5", "w6"];
  const missing = (label: string, ...requires: string[]): Step =>
    step(label, { requires: requires.map((one) => stepRef(one)), spec: { credential: { kind: "none" } } });
  const inARow = labels.map((label, i) => wrongStep(label, ...labels.slice(0, i)));

  test("locks wrong keys out, and nothing else, is asked with the right key to the end", async () => {
    const right = ["r1", "r2", "r3"].map((label) => step(label, { requires: [stepRef("w6")] }));
    let wrongKeys = 0;
    const wrong = () => {
      wrongKeys += 1;
      return { status: wrongKeys > 3 ? 403 : 401 };
    };
    const played = await playScene({
      checks: [expects200("W-1", ...inARow), expects200("B-1", ...right)],
      replies: Object.fromEntries(labels.map((label) => [label, wrong])),
    });
    expect(played.verdict("B-1").verdict).toBe("pass");
    expect(labels.map((label) => times(played, label))).toEqual([2, 1, 1, 1, 0, 0]);
    expect(played.run).toMatchObject({ partial: false, rootCause: undefined });
  });

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
    expect(played.verdict("N-1").findings.map((f) => [f.case.id, f.seen])).toMatchObject([
      ["n1", expect.stringMatching(/^403/)],
      ["n2", expect.stringMatching(/^403/)],
    ]);
    expect([times(played, "w5"), times(played, "w6")]).toEqual([1, 1]);
  });

  test("locks out before three answers were there is not judged for its first 429 either", async () => {
    const limited: Reply = { status: 429, headers: { "Retry-After": "3" } };
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
        ...{ w1: refused, w2: refused, x1: limited, x3: limited, x4: limited },
        x2: { ...refused, takesMs: 100 },
      },
    });
    expect(times(played, "x1")).toBe(2);
    expect(played.verdict("X-1").verdict).toBe("untested");
  });

  test("is over its limit before three wrong keys is asked again, as anywhere", async () => {
    const limited = { status: 429, headers: { "Retry-After": "3" } };
    const played = await playScene({
      checks: [expects200("W-1", ...inARow.slice(0, 1))],
      // The second is with the right key.
      replies: { w1: [limited, {}, refused, refused] },
    });
    expect(times(played, "w1")).toBe(4);
    expect(played.verdict("W-1").findings.map((f) => f.seen)).toMatchObject([expect.stringMatching(/^401/)]);
  });
});

/** A lane, what has been let through so far, and the means to answer it. */
function lane() {
  const spread = new WrongKeyLane();
  const open: string[] = [];
  const answers = new Map<string, { readonly id: number } & PromiseWithResolvers<{ readonly id: number }>>();
  const sending = (name: string) => () => {
    const answer = Promise.withResolvers<{ readonly id: number }>();
    answers.set(name, { id: open.push(name), ...answer });
    return answer.promise;
  };
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    open,
    wrong: (...names: string[]) => names.map((name) => spread.withoutKey(sending(name))),
    right: (...names: string[]) => names.map((name) => spread.withKey(sending(name))),
    answer: async (name: string) => {
      const answer = answers.get(name);
      answer?.resolve({ id: answer.id });
      await settle();
    },
    fail: async (name: string) => {
      answers.get(name)?.reject(new Error(name));
      await settle();
    },
    settle,
  };
}

test("with nothing else in flight they go one at a time, for there is nothing to wait for", async () => {
  const { open, wrong, answer, settle } = lane();
  wrong("w1", "w2", "w3", "w4");
  await settle();
  expect(open).toEqual(["w1", "w2"]);
  await answer("w1");
  expect(open).toEqual(["w1", "w2"]);
  await answer("w2");
  expect(open).toEqual(["w1", "w2", "w3"]);
  await answer("w3");
  expect(open).toEqual(["w1", "w2", "w3", "w4"]);
});

test("requests with the key never wait", async () => {
  const { open, wrong, right, settle } = lane();
  wrong("w1", "w2", "w3");
  right("r1", "r2", "r3");
  await settle();
  expect(open.toSorted()).toEqual(["r1", "r2", "r3", "w1", "w2"]);
});

test("a request with the key opens the way for those sent before it alone", async () => {
  const { open, wrong, right, answer, settle } = lane();
  right("r1");
  wrong("w1", "w2", "w3");
  await settle();
  await answer("w1");
  await answer("w2");
  await answer("r1");
  right("r2");
  await settle();
  // The target may have counted both after `r1`, and `w3` went only because nothing else was in flight.
  expect(open).toEqual(["r1", "w1", "w2", "w3", "r2"]);
  await answer("w3");
  wrong("w4");
  await settle();
  expect(open).not.toContain("w4");
  await answer("r2");
  expect(open).toContain("w4");
});
