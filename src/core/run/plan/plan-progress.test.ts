import { describe, expect, test } from "vitest";
import { stepRef } from "#core/check/case.ts";
import { type RequestSpec, timesOf } from "#core/exchange/exchange.ts";
import { saidUntested } from "#testing/report/sample-run.ts";
import { expects200, playScene, sampleSuite, step } from "#testing/run/sample-suites.ts";
import type { RunEvent } from "../result.ts";

const kinds = <Kind extends RunEvent["kind"]>(events: readonly RunEvent[], kind: Kind) =>
  events.filter((event): event is Extract<RunEvent, { kind: Kind }> => event.kind === kind);

const area = (name: string, cases: number, settled: number) => ({ area: name, cases, settled });

const [a, b, c] = [step("a"), step("b"), step("c", { requires: [stepRef("a")] })];
const checks = [expects200("A-1", a, b), expects200("B-1", c)];

describe("those who watch a run learn", () => {
  test("what is planned for each area before anything is sent, and each step that brings an area further", async () => {
    const { events } = await playScene({ checks, replies: { b: { takesMs: 50 } } });
    expect(events[0]).toMatchObject({ kind: "planned", areas: [area("A", 2, 0), area("B", 1, 0)] });
    expect(kinds(events, "settled").map(({ label, areas }) => [label, areas])).toEqual([
      ["list", []],
      ["a", [area("A", 2, 1)]],
      ["c", [area("B", 1, 1)]],
      ["b", [area("A", 2, 2)]],
      ["probe", []],
    ]);
  });

  test("which requirements each exchange serves", async () => {
    const { events } = await playScene({ checks: [...checks, expects200("A-2", a)] });
    const serves = Object.fromEntries(kinds(events, "exchange").map((e) => [e.exchange.label, e.serves]));
    expect(serves).toEqual({ list: [], a: ["A-1", "A-2"], b: ["A-1"], c: ["B-1"] });
  });

  test("whom each request of a series serves", async () => {
    const request: RequestSpec = { method: "GET", path: "/0", credential: { kind: "valid" } };
    const series = step("s", {
      atMost: { requests: 1, creates: 0 },
      request: () => ({ series: async (send) => void (await send({ input: [0], request: 1 }, request)) }),
    });
    const { events } = await playScene({ checks: [expects200("A-1", series)] });
    const sent = kinds(events, "exchange").find((e) => e.exchange.label === "s");
    expect(sent?.serves).toEqual(["A-1"]);
  });

  test("that a step is settled which is not sent", async () => {
    const omitted = step("a", { request: () => saidUntested("it would show nothing") });
    const { events } = await playScene({ checks: [expects200("A-1", omitted)] });
    expect(kinds(events, "settled").find(({ label }) => label === "a")?.areas).toEqual([area("A", 1, 1)]);
  });

  test("nothing of cases whose requests a cap left out", async () => {
    const { events } = await playScene({ checks: [expects200("A-1", a, b)], options: { maxRequests: 1 } });
    expect(kinds(events, "planned")[0]?.areas).toEqual([area("A", 1, 0)]);
  });

  test("that what the over-limit probe shows waits for it", async () => {
    const probe = { ...sampleSuite.probe, about: ["R-1"] };
    const { events } = await playScene({ checks: [expects200("R-1", a)], suite: { probe } });
    expect(kinds(events, "settled").filter(({ areas }) => areas.length > 0)).toEqual([
      { kind: "settled", step: "probe", label: "probe", areas: [area("R", 1, 1)] },
    ]);
  });

  test("once of each step whose answer may lag, and until when", async () => {
    const lagging = step("a", { retryUntil: (exchange) => timesOf(exchange).sentAtMs >= 1000 });
    const { events } = await playScene({ checks: [expects200("A-1", lagging)] });
    expect(kinds(events, "waiting")).toEqual([
      {
        kind: "waiting",
        cause: "consistency",
        step: "a",
        label: "a",
        reason: 'the answer to "a" may not show yet what was created or changed',
        untilMs: 2000,
      },
    ]);
  });
});
