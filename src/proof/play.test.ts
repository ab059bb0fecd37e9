import { describe, expect, test } from "vitest";
import { caseRef, stepRef } from "#core/check/case.ts";
import { traceCheck } from "#core/check/check.ts";
import type { Suite } from "#core/check/suite.ts";
import type { WholeExchange } from "#core/exchange/exchange.ts";
import { loadContract } from "#suites/petstore/document.ts";
import { correct, playOn, prepared } from "#testing/proof/bed.ts";
import { requirement, sampleSuite } from "#testing/run/sample-suites.ts";
import { conductOf } from "./perform.ts";
import { type Player, play } from "./play.ts";

describe("play", async () => {
  const contract = await loadContract();
  const request = { method: "GET", path: "/pets", credential: { kind: "valid" } } as const;
  const suite: Suite = {
    ...sampleSuite,
    checks: [
      traceCheck(
        "A-1",
        caseRef("one"),
        { profile: "quick", from: [stepRef("list")] },
        ({ exchanges }, observe) => observe.held(...exchanges),
      ),
    ],
    steps: () => [{ ...stepRef("list"), profile: "quick", request: () => request }],
  };
  const playing = (player: Partial<Player>) =>
    play({ hooks: () => ({}), ...player }, { contract, suite, requirements: [requirement("A-1")] });
  const outcomeOf = async (player: Partial<Player>) => (await playing(player)).exchanges[0]?.outcome;

  describe("what a server does to a connection", () => {
    test("a body shorter than its Content-Length is cut short, after its head", async () => {
      const answer = { status: 200, headers: [["Content-Length", "9"]] as const, body: new Uint8Array(2) };
      const failure = { kind: "truncated", partial: { status: 200 } };
      expect(await outcomeOf({ hooks: () => ({ listPets: () => answer }) })).toMatchObject({
        kind: "failure",
        failure,
      });
    });

    test("a mistake in a server of ours is an error of the suite, never a finding", async () => {
      const hooks = () => ({
        gates: (): never => {
          throw new TypeError("ours");
        },
      });
      const run = await playing({ hooks });
      expect(run.exchanges.length === 0 ? run.exitCode : 70).toBe(70);
    });
  });
});

const run = await playOn(correct);

/** The run with other exchanges. */
const conductWith = (exchanges: readonly WholeExchange[]) =>
  conductOf({ ...run, exchanges }, prepared.contract);

test("counts a request with the same key that was sent before the time that Retry-After names, by operation and key", () => {
  const at = run.exchanges.findIndex(
    ({ outcome }) => outcome.kind === "answer" && outcome.answer.status === 429,
  );
  const [refused] = run.exchanges.slice(at);
  const [list] = run.exchanges;
  if (refused === undefined || list === undefined) throw new Error("the run went over no limit");
  const sentAtMs = refused.times.endedAtMs + 1;
  const early = { ...list, id: refused.id + 1, times: { ...list.times, sentAtMs } };
  expect(conductWith([refused, early]).inBackOff).toEqual({ "listPets valid": 1 });
  const without = { ...early, request: { ...early.request, credential: { kind: "none" } as const } };
  expect(conductWith([refused, without]).inBackOff).toEqual({});
  const atOnce = { ...early, times: { ...early.times, sentAtMs: refused.times.endedAtMs } };
  expect(conductWith([refused, atOnce]).inBackOff).toEqual({});
  const late = { ...early, times: { ...early.times, sentAtMs: sentAtMs + 3_600_000 } };
  expect(conductWith([refused, late]).inBackOff).toEqual({});
});
