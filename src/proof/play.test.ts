import { beforeAll, describe, expect, test } from "vitest";
import { caseRef, stepRef } from "#core/check/case.ts";
import { traceCheck } from "#core/check/check.ts";
import type { Suite } from "#core/check/suite.ts";
import { NoAnswer } from "#reference-server/refusal.ts";
import { loadContract } from "#suites/petstore/document.ts";
import { correct, prepared, serverOf } from "#testing/proof/bed.ts";
import { requirement, sampleSuite } from "#testing/run/sample-suites.ts";
import { type Player, type PlayOptions, play } from "./play.ts";
import { answersAsTaped, playOnTape, type Tape } from "./recorded-play.ts";

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
  steps: () => [{ ...stepRef("list"), profile: "quick", priority: "essential", request: () => request }],
};
const playing = (player: Partial<Player>) =>
  play({ hooks: () => ({}), ...player }, { contract, suite, requirements: [requirement("A-1")] });
const outcomeOf = async (player: Partial<Player>) => (await playing(player)).exchanges[0]?.outcome;

describe("a server of the bed", () => {
  test("answers in this process, with the key that it was given", async () => {
    expect(await outcomeOf({})).toMatchObject({ kind: "answer", answer: { status: 200 } });
  });

  test("stands on its stage", async () => {
    const run = await playing({ stage: { seedPets: 2, startsAt: "2030-12-24T00:00:00Z" } });
    expect(run.startedAtMs).toBe(Date.parse("2030-12-24T00:00:00Z"));
    const [list] = run.exchanges;
    expect(list?.outcome.kind === "answer" && JSON.parse(list.outcome.answer.body.text)).toHaveLength(2);
  });

  test("plays the same run to the byte", async () => expect(await playing({})).toEqual(await playing({})));

  test("shares its clock: its Date is the run's", async () => {
    const { exchanges } = await playing({});
    const [list] = exchanges;
    const date =
      list?.outcome.kind === "answer" &&
      list.outcome.answer.headers.find(([n]) => n.toLowerCase() === "date");
    expect(date).toEqual([expect.anything(), "Wed, 04 Mar 2026 05:06:07 GMT"]);
  });
});

describe("what a server does to a connection", () => {
  test.each([
    ["silence", "timeout"],
    ["reset", "reset"],
  ] as const)("%s is reported as a transport does: %s", async (kind, reported) => {
    const hooks = () => ({
      listPets: (): never => {
        throw new NoAnswer(kind);
      },
    });
    expect(await outcomeOf({ hooks })).toMatchObject({ kind: "failure", failure: { kind: reported } });
  });

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

const given: PlayOptions = { ...prepared, options: { profile: "standard" } };
let tape: Tape;

beforeAll(async () => {
  tape = await playOnTape(correct, given);
});

test.each(["key-begins-alike", "key-in-any-case"])(
  "%s, which a minute of the smallest plan does not show, answers as taped, and its run is the run on the tape",
  async (id) => {
    expect(await answersAsTaped(tape, serverOf(id), given)).toBe(true);
    expect(await play(serverOf(id), given)).toEqual(tape.run);
  },
);

test.each([
  ["a status", "created-not-found"],
  ["a body", "one-more"],
  ["a header", "no-reset"],
  ["no answer at all", "get-resets"],
])("one that differs in %s does not", async (_, id) => {
  expect(await answersAsTaped(tape, serverOf(id), given)).toBe(false);
});
