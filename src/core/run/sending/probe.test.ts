import { describe, expect, test } from "vitest";
import { caseRef, stepRef } from "#core/check/case.ts";
import { traceCheck } from "#core/check/check.ts";
import { answeredWith } from "#core/check/facts.ts";
import type { RequestSpec } from "#core/exchange/exchange.ts";
import {
  expects200,
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

  test("asks each other operation that was served once more between the last requests, a create by another name, and its own without the key and as it was rejected", async () => {
    const create = step("create", { spec: { method: "POST", path: "/pets" } });
    const read = step("7", { spec: { path: "/pets/7" } });
    const other = step("8", { spec: { path: "/pets/8" } });
    const keyless = step("none", { spec: { path: "/pets/none", credential: { kind: "none" } } });
    const rejected = step("wrong", { spec: { path: "/pets", query: [["limit", "0"]] } });
    const counted = limiting();
    let received = 0;
    const reply =
      (changed: Reply = {}, from = 1, to = Number.POSITIVE_INFINITY) =>
      (nth: number, nowMs: number) => {
        received += 1;
        return { ...counted(received, nowMs), ...(nth >= from && nth <= to && changed) };
      };
    const { run } = await playScene({
      checks: [about, expects200("A-1", create, read, other, keyless, rejected)],
      // The second is the list that is rejected.
      replies: {
        pets: reply({ status: 400 }, 2, 2),
        7: reply(),
        8: reply({ status: 404 }),
        none: reply({ status: 401 }),
      },
      options: { concurrency: 4 },
      suite: {
        probe: suite.probe,
        steps: () => [...suite.steps(), create, read, other, keyless, rejected],
        renewed: (spec) => ({ ...spec, headers: [["Name", "another"]] }),
      },
    });
    const between = run.exchanges.filter((e) => e.step === "between");
    const asked = between.map(({ request: { method, path, credential, headers, query } }) => [
      method,
      path,
      credential.kind,
      headers ?? query,
    ]);
    expect(asked).toEqual([
      ["GET", "/pets", "none", undefined],
      ["GET", "/pets", "valid", [["limit", "0"]]],
      ["GET", "/pets/7", "valid", undefined],
      ["POST", "/pets", "valid", [["Name", "another"]]],
    ]);
    const near = run.exchanges.slice(run.exchanges.findIndex((e) => e.step === "between") - 1);
    const steps = near.slice(0, 5).map(({ step }) => step);
    expect(steps.join(" ")).toBe("probe between probe between probe");
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
