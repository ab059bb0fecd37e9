import { describe, expect, test } from "vitest";
import type { RequestSpec } from "#core/exchange/exchange.ts";
import type { RunOptions } from "#core/run/options.ts";
import { expects200, type Played, playScene, type Reply, step } from "#testing/run/sample-suites.ts";
import { stepRef } from "../case.ts";
import { scenario } from "../check.ts";
import { served } from "../expectation.ts";
import { generatedStep, type Property } from "./generate.ts";

const most = 999;
const runs = 30;
const get = (n: number): RequestSpec => ({ method: "GET", path: `/${n}`, credential: { kind: "valid" } });

const numbers: Property<number> = {
  runs,
  inputs: ({ integer }) => integer({ min: 0, max: most }),
  request: get,
  holds: ({ outcome }) => outcome.answer.status === 200,
};

/** A run whose target answers some numbers otherwise than with 200. */
async function play<Input = number>(
  isBad: (n: number) => boolean,
  given: { options?: Partial<RunOptions>; bad?: Reply; property?: Property<Input> } = {},
): Promise<Played> {
  const { options = {}, bad = { status: 500, body: "" }, property } = given;
  const replies = Object.fromEntries(
    Array.from({ length: most + 1 }, (_, n) => [String(n), isBad(n) ? bad : {}]),
  );
  const about = stepRef("numbers");
  const step =
    property === undefined
      ? generatedStep({ ...about, ...numbers })
      : generatedStep({ ...about, ...property });
  const checks = [scenario("A-1", () => [{ step, expect: served(200) }])];
  return playScene({ checks, replies, options: { profile: "thorough", ...options } });
}

const sent = ({ run }: Played) => run.exchanges.filter(({ label }) => label.startsWith("numbers"));
const paths = (played: Played) => sent(played).map(({ request }) => request.path);

describe("generated inputs", () => {
  test("are drawn from the seed: the same seed draws the same, another one others, and none is sent twice", async () => {
    const first = paths(await play(() => false));
    expect(first.length).toBeGreaterThan(runs / 2);
    expect(new Set(first).size).toBe(first.length);
    expect(paths(await play(() => false))).toEqual(first);
    expect(paths(await play(() => false, { options: { seed: 2 } }))).not.toEqual(first);
  });

  test("pass together as one case", async () => {
    const { verdict, run } = await play(() => false);
    expect(verdict("A-1")).toMatchObject({
      verdict: "pass",
      cases: { promised: 1, held: 1, list: [{ id: "numbers", label: "numbers" }] },
      judged: run.exchanges.filter(({ label }) => label !== "list").length,
    });
  });

  test("the smallest that is answered wrongly is the one that the verdict shows", async () => {
    const played = await play((n) => n >= 300);
    const { verdict, findings } = played.verdict("A-1");
    expect(verdict).toBe("fail");
    expect(findings).toHaveLength(1);
    const shown = played.run.exchanges.find(({ id }) => id === findings[0]?.exchange);
    expect(shown?.request.path).toBe("/300");
    expect(shown).toMatchObject({ label: "numbers", part: { input: findings[0]?.generated?.input } });
    expect(findings[0]?.generated?.input.length).toBeGreaterThan(1);
  });

  test("no more than two dozen requests beyond those that were drawn are spent on smaller ones", async () => {
    const drawn: Property<readonly number[]> = {
      runs,
      // Each list is made smaller number by number, which takes some hundred requests.
      inputs: ({ array, integer }) =>
        array(integer({ min: 100, max: most }), { minLength: 60, maxLength: 60 }),
      request: (_, __, nth) => get(nth),
      holds: () => false,
    };
    expect(sent(await play(() => false, { property: drawn }))).toHaveLength(runs + 24);
  });

  test("a 429 and a lost answer are no reason to look for a smaller one, and hold the verdict up", async () => {
    const { verdict, run } = await play((n) => n >= 300, { bad: { failure: "timeout" } });
    expect(run.exchanges.every(({ label }) => !label.includes(":"))).toBe(true);
    expect(verdict("A-1").verdict).toBe("inconclusive");
  });

  test("a mistake in a property is the suite's own, whatever was drawn", async () => {
    const request = () => {
      throw new Error("a mistake");
    };
    const played = await play(() => false, { property: { ...numbers, request } });
    expect(played.run.suiteErrors.map(({ message }) => message)).toEqual(["a mistake"]);
    expect(sent(played)).toEqual([]);
  });
});

describe("a generated input that is sent again", () => {
  test("is sent alone", async () => {
    const found = (await play((n) => n >= 300)).verdict("A-1").findings[0]?.generated;
    const again = await play((n) => n >= 300, { options: { replay: found } });
    // And what fails once more (ruling 25).
    expect(paths(again)).toEqual(["/300", "/300"]);
    expect(again.verdict("A-1").findings[0]?.generated).toEqual(found);
  });

  test("leaves out every other step that generates", async () => {
    const replay = { step: stepRef("others").id, input: [0] };
    expect(sent(await play(() => false, { options: { replay } }))).toEqual([]);
  });
});

test("a run whose steps are all called the same comes to what it comes to where each has its own label", async () => {
  const steps = [step("a"), step("b", { requires: [stepRef("a")] }), step("c", { waitsFor: [stepRef("b")] })];
  const play = (relabel: Partial<{ readonly label: string }>) =>
    playScene({
      checks: steps.map((one, nth) => expects200(`R-${nth}`, { ...one, ...relabel })),
      replies: { a: { takesMs: 70 }, b: { status: 500, body: "" } },
    });
  const [own, alike] = await Promise.all([play({}), play({ label: "the same" })]);
  const verdicts = ({ run }: typeof own) =>
    run.verdicts.map(({ id, verdict, exchanges }) => [id, verdict, exchanges]);
  expect(verdicts(own)).toContainEqual(["R-1", "fail", expect.anything()]);
  expect(verdicts(alike)).toEqual(verdicts(own));
  expect(alike.received).toEqual(own.received);
});
