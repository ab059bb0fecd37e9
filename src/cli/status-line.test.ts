import { expect, test } from "vitest";
import { sampleExchange } from "../exchange/sample-exchange.ts";
import { budgetOf, isTrouble, type RunState, statusLine } from "./status-line.ts";

const state: RunState = { requests: 18, most: 72, budget: undefined, trouble: 0, wait: undefined };

test("the line shows how far the run is, what is left of the limit, and why it waits", () => {
  const wait = { reason: "the limit resets", seconds: 12 };
  expect(statusLine({ ...state, budget: { remaining: 34, limit: 60 }, trouble: 1, wait }, 200)).toBe(
    "waiting 12 s: the limit resets · 18 of at most 72 requests · rate limit: 34 of 60 left · 1 without a proper answer",
  );
});

test("a bar shows how much of the plan was sent", () => {
  expect(statusLine(state, 80)).toBe("████░░░░░░░░░░░░ 18 of at most 72 requests");
});

test("the line never reaches the last column", () => {
  const wait = { reason: "a reason that is far too long for a narrow terminal".repeat(3), seconds: 12 };
  for (const columns of [60, 80, 120])
    expect([...statusLine({ ...state, wait }, columns)].length).toBeLessThan(columns);
});

test("figures are read from whole numbers alone, and a 5xx is trouble", () => {
  const headers = [["X-RateLimit-Remaining", "\u001b[2J"]] as const;
  expect(budgetOf(sampleExchange({ headers }))).toBeUndefined();
  expect(isTrouble(sampleExchange({ status: 503 }))).toBe(true);
  expect(isTrouble(sampleExchange({ status: 404 }))).toBe(false);
});
