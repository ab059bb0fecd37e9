import { describe, expect, test } from "vitest";
import { stepRef } from "#core/check/case.ts";
import { answeredWith } from "#core/check/facts.ts";
import type { SendPart, Step } from "#core/check/inputs/step.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { expects200, playScene, type Reply, step, wrongKey } from "#testing/run/sample-suites.ts";

const play = (steps: readonly Step[], replies: Readonly<Record<string, Reply>> = {}, concurrency = 6) =>
  playScene({ checks: [expects200("A-1", ...steps)], replies, options: { concurrency } });

test("a closing step may wait for another closing step", async () => {
  const closing = [
    step("z", { phase: "closing", requires: [stepRef("y")] }),
    step("y", { phase: "closing" }),
  ];
  const { labels } = await play([...closing, step("a", { effect: "write" })]);
  expect(labels).toEqual(["list", "a", "y", "z"]);
});

describe("a series", () => {
  /** A step that sends so many requests, each when the one before was answered. */
  function series(count: number): Step {
    const send = async (part: SendPart) => {
      for (let n = 0; n < count; n += 1)
        await part({ input: [n] }, { method: "GET", path: `/${n}`, credential: { kind: "valid" } });
    };
    return step("s", { atMost: { requests: 9 }, request: () => ({ series: send }) });
  }

  test("sends one request after the other, each when the one before was answered", async () => {
    const { received, run } = await play([series(3)], { 0: { takesMs: 10 }, 1: { takesMs: 10 } });
    expect(received.slice(1).map((r) => [r.label, r.atMs])).toEqual([
      ["0", 0],
      ["1", 10],
      ["2", 20],
    ]);
    expect(run.exchanges.slice(1).map(({ label, part }) => [label, part])).toEqual(
      [0, 1, 2].map((n) => ["s", { input: [n] }]),
    );
  });

  test("comes between requests without the key: no more than two go out after each of its answers", async () => {
    const wrong = Array.from({ length: 6 }, (_, n) => step(`w${n}`, { spec: { credential: wrongKey } }));
    const { received } = await play([series(9), ...wrong]);
    const keys = received.map(({ key }) => (key ? "k" : "w")).join("");
    // Two beside a request that is under way, and two more when it is answered.
    expect(keys).toMatch(/^(?:k+w{1,4})+k*$/);
  });
});

describe("an answer that may lag (ruling 6)", () => {
  /**
   * A list that shows the write `lagMs` after time 0, each answer taking `takesMs` and showing the state at its beginning.
   */
  const lagging = (lagMs: number, takesMs = 0) => answering((nowMs) => nowMs >= lagMs, takesMs);
  const answering = (isShown: (nowMs: number) => boolean, takesMs = 0) => {
    const retryUntil = (exchange: Exchange) => answeredWith(exchange, 200);
    return playScene({
      checks: [expects200("A-1", step("a", { retryUntil }))],
      replies: { a: (_, nowMs) => ({ status: isShown(nowMs) ? 200 : 404, takesMs }) },
    });
  };

  test("that lagged is read twice more before a step goes out alone, and one of such a step before the next one does", async () => {
    const retryUntil = (exchange: Exchange) => answeredWith(exchange, 200);
    const [b, c] = [step("b", { phase: "alone", retryUntil }), stepRef("c")];
    const later = step(c.label, { phase: "alone", requires: [b] });
    const { received } = await playScene({
      checks: [expects200("A-1", step("a", { retryUntil }), b, later)],
      replies: {
        a: (_, nowMs) => ({ status: nowMs === 0 ? 404 : 200 }),
        b: (_, nowMs) => ({ status: nowMs === 2100 ? 404 : 200 }),
      },
    });
    expect(
      received.filter(({ label }) => label !== "list").map(({ label, atMs }) => `${label} ${atMs}`),
    ).toEqual(["a 0", "a 100", "a 2100", "a 2100", "b 2100", "b 2200", "b 4200", "b 4200", "c 4200"]);
  });

  test("is read no longer than the consistency wait, and then judged as it is", async () => {
    const played = await lagging(2001);
    expect(played.verdict("A-1").verdict).toBe("fail");
    expect(played.run.endedAtMs).toBe(2000);
  });

  test("is read again to the end of the wait by a slow target too", async () => {
    expect((await lagging(1950, 1000)).verdict("A-1").verdict).toBe("pass");
  });

  test("is not read again after a failure", async () => {
    const retryUntil = () => false;
    const steps = [step("a", { retryUntil, spec: { method: "POST" } })];
    expect((await play(steps, { a: { failure: "reset" } })).times("a")).toBe(1);
  });
});
