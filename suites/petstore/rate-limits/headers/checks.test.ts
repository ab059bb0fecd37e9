import { expect, test } from "vitest";
import type { TraceCheck } from "#core/check/check.ts";
import { getOrders, getPet, noKey } from "#suites/petstore/shared/steps/requests.ts";
import { judged } from "#testing/suites/judged-by-one-check.ts";
import { epochMs, factsOf, type SampleExchange, type setting } from "#testing/suites/sample-evidence.ts";
import { allThree, planFigure, resetAhead, routersToo } from "./checks.ts";

const kinds = (
  check: TraceCheck,
  samples: readonly SampleExchange[],
  changed: Partial<typeof setting> = {},
) => check.judge(factsOf(samples, changed)).map((o) => o.kind);

const full: SampleExchange = { rate: [60, 59, 60] };
const silent: SampleExchange = { body: [] };

test("a router's own answer is a courtesy, where the headers are missing nowhere else", () => {
  const unknown: SampleExchange = { request: getPet("abc"), status: 404, body: {} };
  expect(kinds(allThree, [full, unknown])).toEqual(["held"]);
  expect(kinds(routersToo, [full, unknown])).toEqual(["broken"]);
  expect(kinds(routersToo, [full, { ...unknown, ...full }])).toEqual(["held"]);
  expect(kinds(routersToo, [full, silent, unknown])).toEqual(["unresolved"]);
  expect(kinds(routersToo, [full])).toEqual(["unresolved"]);
  expect(kinds(allThree, [full, { ...unknown, request: getPet("1") }])).toEqual(["held", "broken"]);
});

test("the orders are a router's own where they do not exist", () => {
  const orders = (status: number): SampleExchange => ({
    label: "orders",
    request: getOrders(),
    status,
    body: {},
  });
  for (const status of [404, 405, 501])
    expect([status, ...kinds(allThree, [full, orders(status)])]).toEqual([status, "held"]);
  expect(kinds(allThree, [full, orders(200)])).toEqual(["held", "broken"]);
  const unasked: SampleExchange = { request: getOrders(noKey), status: 401, body: {} };
  expect(kinds(allThree, [full, unasked])).toEqual(["held"]);
});

test("Reset lies from the answer's own Date to 24 hours and 5 minutes ahead, with 5 seconds of slack", () => {
  const date = ["Date", new Date(Math.floor(epochMs / 1000) * 1000).toUTCString()] as const;
  const of = (ahead: number) => judged(resetAhead, { rate: [60, 59, ahead], headers: [date] });
  const furthest = 24 * 3600 + 5 * 60;
  expect([of(-5), of(0), of(furthest + 5)]).toEqual(["held", "held", "held"]);
  expect([of(-6), of(furthest + 6)]).toEqual(["broken", "broken"]);
});

test("without a Date the run's own clock is trusted less", () => {
  const of = (ahead: number) => judged(resetAhead, { rate: [60, 59, ahead], atMs: 0, tookMs: 500 });
  const furthest = 24 * 3600 + 5 * 60;
  expect([of(-300), of(furthest + 300)]).toEqual(["held", "held"]);
  expect([of(-301), of(furthest + 301)]).toEqual(["broken", "broken"]);
});

test("the figure of a declared plan is on every answer to the key, where a limit is announced", () => {
  const declared = { declared: { plan: "custom=60/5000" } };
  expect(kinds(planFigure, [full, { rate: [5000, 9, 60] }], declared)).toEqual(["held", "held"]);
  expect(kinds(planFigure, [{ rate: [61, 9, 60] }], declared)).toEqual(["broken"]);
  expect(kinds(planFigure, [{ rate: [61, 9, 60], status: 401, body: {} }], declared)).toEqual([]);
  expect(kinds(planFigure, [full])).toEqual(["unresolved"]);
  expect(kinds(planFigure, [silent], declared)).toEqual(["unresolved"]);
});
