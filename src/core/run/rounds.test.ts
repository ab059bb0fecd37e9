import { expect, test } from "vitest";
import { expects200, playScene, type Scene, sampleOptions, step } from "#testing/run/sample-suites.ts";
import type { Step } from "../check/inputs/step.ts";
import type { RunOptions } from "./options.ts";
import { createsForRound, seedOfRound, whyNoFurtherRound } from "./rounds.ts";

const steps = ["a", "b", "c", "d", "e", "f"].map((label) => step(label));
const create = step("create", { effect: "create", profile: "standard", spec: { method: "POST" } });
const play = (scene: Scene, ...sent: readonly Step[]) =>
  playScene({ checks: [expects200("A-1", ...(sent.length > 0 ? sent : steps))], ...scene });
const round = { round: 1, seed: 1, startedAtMs: 0, endedAtMs: 1000, requests: 50 };

test("each round sends every case again, in another order", async () => {
  const { labels, run } = await play({ options: { rounds: 3, concurrency: 1 } });
  const byRound = Map.groupBy(labels, (_, i) => run.exchanges[i]?.round ?? 1);
  const sent = [...byRound.values()].map((some) => [...new Set(some)].filter((label) => label !== "list"));
  expect(sent.map((some) => some.toSorted())).toEqual(Array(3).fill(["a", "b", "c", "d", "e", "f"]));
  expect(new Set(sent.map((some) => some.join(""))).size).toBe(3);
  expect(run.rounds).toMatchObject({ asked: 3, endedBy: "rounds", played: [{}, {}, {}] });
});

test("in later rounds a case has three answers, and one that stores something has one", async () => {
  const scene = { options: { rounds: 2 }, replies: { create: { status: 200 } } };
  const played = await play(scene, ...steps, create);
  expect([played.times("a"), played.times("list"), played.times("create")]).toEqual([4, 2, 2]);
});

test("an answer to which another request was tried is not repeated, and not judged", async () => {
  const create = step("a", {
    spec: { method: "POST", body: { bytes: Buffer.from("1"), contentType: "application/json" } },
    fallback: ({ outcome, request: { headers: _, ...request } }) =>
      outcome.kind === "answer" && outcome.answer.status === 400
        ? { ...request, body: { bytes: Buffer.from("2"), contentType: "application/json" } }
        : undefined,
  });
  const replies = { a: [{ status: 400 }, {}, {}, {}, {}] };
  const played = await play({ options: { rounds: 2 }, replies }, create);
  expect(played.times("a")).toBe(5);
  expect(played.verdict("A-1")).toMatchObject({ verdict: "pass", answers: 4 });
});

test("one break in one round fails, and the finding names the rounds, the seed and the other answer", async () => {
  const { verdict, run } = await play({ options: { rounds: 3 }, replies: { a: [{}, { status: 404 }] } });
  expect(run.outcome).toBe("non-conforming");
  const [finding] = verdict("A-1").findings;
  expect(finding).toMatchObject({ broken: 1, of: 7, seen: expect.stringMatching(/^404/) });
  expect(finding?.rounds).toEqual({
    broke: [2],
    held: [1, 3],
    seed: seedOfRound(1, 2),
    otherwise: { exchange: expect.any(Number), seen: "200 with an empty list" },
  });
});

test("a case that held in one round is not undone by a round that lost its evidence", async () => {
  const limited = (nth: number) =>
    nth > 1 && nth < 12 ? { status: 429, headers: { "Retry-After": "1" } } : {};
  const { verdict } = await play({ options: { rounds: 2 }, replies: { a: limited } });
  expect(verdict("A-1").verdict).toBe("pass");
});

test("a run of one round has nothing about rounds in it", async () => {
  const { run, events } = await play({});
  expect(run.rounds).toBeUndefined();
  expect(run.verdicts[0]?.answers).toBeUndefined();
  expect(events.some(({ kind }) => kind === "round")).toBe(false);
});

test("each round is reported as it begins, with nothing of it settled", async () => {
  const { events } = await play({ options: { rounds: 2 } });
  const rounds = events.flatMap((e) => (e.kind === "round" ? [e] : []));
  expect(rounds.map(({ round: now, of, seed }) => [now, of, seed])).toEqual([
    [1, 2, 1],
    [2, 2, seedOfRound(1, 2)],
  ]);
  expect(rounds[1]?.areas).toEqual([{ area: "A", cases: 6, settled: 0 }]);
});

test("creates are shared among the rounds, but for one place", () => {
  const share = (given: Partial<RunOptions>, nth: number, stored: number) =>
    createsForRound(sampleOptions(given), nth, stored);
  expect(share({ rounds: 5 }, 1, 0)).toBe(25);
  expect(share({ rounds: 5 }, 2, 8)).toBe(4);
  expect(share({ rounds: 5 }, 2, 22)).toBe(1);
  expect(share({ rounds: 5 }, 5, 24)).toBe(0);
  expect(share({ forMs: 1000 }, 2, 8)).toBe(8);
});

test("what ends the rounds: their number, the time asked for, then the caps", () => {
  const why = (given: Partial<RunOptions>, soFar = {}) =>
    whyNoFurtherRound(sampleOptions(given), {
      played: [round],
      startedAtMs: 0,
      nowMs: 1000,
      requestsSent: 50,
      ...soFar,
    });
  expect(why({ rounds: 1 })).toBe("rounds");
  expect(why({ rounds: 2 })).toBeUndefined();
  expect(why({ forMs: 1000 })).toBe("for");
  expect(why({ forMs: 1001 })).toBeUndefined();
  expect(why({ rounds: 2, maxDurationMs: 4000 })).toBe("max-duration");
  expect(why({ rounds: 2, maxDurationMs: 4001 })).toBeUndefined();
  expect(why({ rounds: 2, maxRequests: 199 })).toBe("max-requests");
  expect(why({ rounds: 2, maxRequests: 200 })).toBeUndefined();
});
