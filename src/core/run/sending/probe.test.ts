import { describe, expect, test } from "vitest";
import { caseRef, stepRef } from "#core/check/case.ts";
import { traceCheck } from "#core/check/check.ts";
import { answeredWith } from "#core/check/facts.ts";
import type { RequestSpec } from "#core/exchange/exchange.ts";
import {
  type Played,
  playScene,
  type Replies,
  type Reply,
  rateFields,
  sampleSuite,
  step,
} from "#testing/run/sample-suites.ts";
import type { RunOptions } from "../options.ts";

const request: RequestSpec = { method: "GET", path: "/pets", credential: { kind: "valid" } };
/** Its probe serves RATE-10, and its list is the only step. */
const suite = {
  probe: { ...sampleSuite.probe, about: ["RATE-10"], request },
  steps: () => [step("list", { request: () => request })],
};

/** Its only evidence is why the probe was not run. */
const about = traceCheck(
  "RATE-10",
  caseRef("probe"),
  { profile: "quick", from: [stepRef("list")] },
  (facts, observe) => facts.notSent(stepRef("probe")) ?? observe.held(),
);

interface Limit {
  readonly limit?: number;
  readonly resetSeconds?: number;
  readonly refusal?: Reply;
}

/** A target with one window of `limit` requests, that refuses from then on until Reset. */
function limiting({ limit = 20, resetSeconds = 30, refusal }: Limit = {}) {
  return (nth: number, nowMs: number): Reply => {
    const begun = nowMs < resetSeconds * 1000;
    const left = begun ? Math.max(0, limit - nth) : limit;
    const fields = rateFields(limit, left, begun ? resetSeconds : resetSeconds * 2);
    if (!begun || nth <= limit) return { headers: fields };
    const headers = { ...fields, "Retry-After": String(resetSeconds), ...refusal?.headers };
    return { status: 429, ...refusal, headers };
  };
}

const play = (replies: Replies, options: Partial<RunOptions> = {}): Promise<Played> =>
  playScene({ checks: [about], replies: { pets: replies }, options, suite });

describe("the over-limit probe", () => {
  test("sends until it is refused once, and once more after the wait", async () => {
    const { run } = await play(limiting());
    const statuses = run.exchanges.map((e) => (e.outcome.kind === "answer" ? e.outcome.answer.status : 0));
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 200]);
    expect(run.exchanges.at(-1)).toMatchObject({ label: "recovery", times: { sentAtMs: 30_000 } });
  });

  test("goes alone near the edge, so that one 429 is met", async () => {
    const { run } = await play(limiting({ limit: 60 }));
    const late = run.exchanges.slice(-8, -1);
    expect(late.map((e) => e.inFlight)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  test("exhausts a window that is too short for that, and the next one faster where it ended before", async () => {
    const windows = new Map<number, number>();
    const fiveSeconds: Replies = (_, nowMs) => {
      const window = Math.floor(nowMs / 5000);
      const used = (windows.get(window) ?? 0) + 1;
      windows.set(window, used);
      const [limit, resetSeconds] = [30, (window + 1) * 5];
      const headers = {
        ...rateFields(limit, Math.max(0, limit - used), resetSeconds),
        "Retry-After": String(resetSeconds - Math.floor(nowMs / 1000)),
      };
      return { headers, takesMs: window === 1 ? 900 : 400, ...(used > limit && { status: 429 }) };
    };
    const { run } = await play(fiveSeconds);
    expect(run.exchanges.some((e) => answeredWith(e, 429))).toBe(true);
    expect(run.exchanges.at(-1)?.label).toBe("recovery");
  });

  test("obeys three Retry-Afters and no more", async () => {
    const limits = limiting({ resetSeconds: 60 });
    const always = (nth: number, nowMs: number) =>
      nth <= 20 ? limits(nth, nowMs) : { status: 429, headers: { "Retry-After": "3" } };
    expect((await play(always)).run.exchanges.filter((e) => e.label === "recovery")).toHaveLength(3);
  });
});

describe("the probe is left out, with the option that would run it,", () => {
  test.each([
    ["of a target that announces nothing", {}, undefined],
    [
      "of a limit above --max-burst",
      limiting({ limit: 500 }),
      { options: [{ option: "probe" }, { option: "max-burst", value: 509 }] },
    ],
    [
      "of a Reset beyond max-wait",
      limiting({ resetSeconds: 100 }),
      { options: [{ option: "max-wait", value: 105 }] },
    ],
    ["of a daily figure", limiting({ limit: 10_000 }), undefined],
  ] as const)("%s", async (_, replies, remedy) => {
    const played = await play(replies);
    expect(played.run.requests.probe).toBe(0);
    expect(played.verdict("RATE-10")).toMatchObject({ verdict: "untested", remedy });
    expect(played.run.exitCode).toBe(3); // nothing else was judged
  });

  test("of a run that was ended, as lost evidence and not for the target's state", async () => {
    const played = await play({ status: 401 });
    expect(played.verdict("RATE-10").verdict).toBe("inconclusive");
  });
});

test("an interruption ends the probe's wait for the next window", async () => {
  const controller = new AbortController();
  const { run } = await playScene({
    checks: [about],
    replies: { pets: { takesMs: 3000, headers: rateFields(60, 50, 60) } },
    suite,
    input: { signal: controller.signal, onEvent: (e) => void (e.kind === "waiting" && controller.abort()) },
  });
  expect(run.endedAtMs).toBeLessThan(10_000);
});
