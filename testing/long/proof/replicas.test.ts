import { expect, test } from "vitest";
import { firstFailure, playReplicas } from "#bench/proof/replicas.ts";
import type { Balance } from "#reference-server/replicas.ts";
import { correct, idsOf, playOn, prepared, serverOf } from "#testing/proof/bed.ts";

const play = (id: string | undefined, balance: Balance, rounds: number, seed = 1) =>
  playReplicas(id === undefined ? correct : serverOf(id), {
    ...prepared,
    balance,
    options: { seed, rounds },
  });

test.each(["request", "connection"] as const)(
  "correct replicas are conforming in each round, by %s",
  async (balance) => {
    const run = await play(undefined, balance, 3);
    expect(idsOf(run, "fail")).toEqual([]);
    expect(run).toMatchObject({ outcome: "conforming", rounds: { played: [{}, {}, {}] } });
  },
);

test.each([
  ["query-before-key", "request", 1],
  ["query-before-key", "connection", 1],
  // What may store something is sent in two of the rounds alone, four times in all: a fifth of the seeds miss it.
  ["any-key-on-create", "request", 5],
] as const)(
  "what one of three replicas gets wrong is found within five rounds: %s by %s, but for at most %d seeds of twelve",
  async (id, balance, mostMissed) => {
    const { breaks } = serverOf(id);
    let [missed, nowAndThen] = [0, 0];
    for (let seed = 1; seed <= 12; seed += 1) {
      const run = await play(id, balance, 5, seed);
      const findings = run.verdicts
        .filter(({ id: about }) => breaks.includes(about))
        .flatMap((verdict) => verdict.findings);
      if (firstFailure(run, breaks) === undefined) missed += 1;
      if (findings.some(({ broken, of }) => broken < of)) nowAndThen += 1;
    }
    expect(nowAndThen).toBeGreaterThan(0);
    expect(missed).toBeLessThanOrEqual(mostMissed);
  },
);

/** Every third answer of a kind is wrong, or one of ten by a coin: no replica, the server itself. */
test.each([
  ["every third", (nth: number) => nth % 3 === 0],
  ["one of ten", (nth: number) => (nth * 7919) % 10 === 3],
] as const)(
  "a server that is wrong now and then, %s answer, is found within five rounds",
  async (_, isWrong) => {
    let nth = 0;
    const run = await playOn(
      {
        stage: { plan: "pro" },
        hooks: (correct) => ({
          respond: (response, call) => {
            if (response.status !== 404) return correct.respond(response, call);
            nth += 1;
            return correct.respond(isWrong(nth) ? { ...response, status: 410 } : response, call);
          },
        }),
      },
      { seed: 1, rounds: 5 },
    );
    expect(run.outcome).toBe("non-conforming");
  },
);
