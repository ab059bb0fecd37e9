import { expect, test } from "vitest";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { sampleContract } from "#testing/run/sample-suites.ts";
import { setting } from "#testing/suites/sample-evidence.ts";
import { createTrace } from "../run/journal/trace.ts";
import { derived } from "./facts.ts";

const exchange = (id: number, label: string) => ({ ...sampleExchange({}), id, label });

function traced() {
  const trace = createTrace(sampleContract, setting, 1);
  const ids = derived((facts) => facts.exchanges.map((e) => e.id));
  return { trace, ids: () => ids(trace.facts) };
}

test("what is derived from the same evidence is derived once, and follows it as it grows", () => {
  const { trace, ids } = traced();
  trace.record(exchange(1, "a"));
  expect(ids()).toBe(ids());
  trace.record(exchange(2, "b"));
  expect(ids()).toEqual([1, 2]);
});

test("what is derived follows the evidence where one exchange is set aside and another comes", () => {
  const { trace, ids } = traced();
  const aside = exchange(1, "a");
  trace.record(aside);
  ids();
  trace.setAside(aside);
  trace.record(exchange(2, "b"));
  expect(ids()).toEqual([2]);
});
