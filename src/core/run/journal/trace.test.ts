import { expect, test } from "vitest";
import { stepRef } from "#core/check/case.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { saidUntested } from "#testing/report/sample-run.ts";
import { sampleContract } from "#testing/run/sample-suites.ts";
import { setting } from "#testing/suites/sample-evidence.ts";
import { createTrace } from "./trace.ts";

const exchange = (id: number, label: string, status = 200) => ({
  ...sampleExchange({ status }),
  ...{ id, label, step: stepRef(label).id },
});

function traceOf(...exchanges: readonly ReturnType<typeof exchange>[]) {
  const trace = createTrace(sampleContract, setting, 1);
  for (const one of exchanges) trace.record(one);
  return trace;
}
const ids = (exchanges: readonly { readonly id: number }[]) => exchanges.map((e) => e.id);

const [a, b, c] = [stepRef("a"), stepRef("b"), stepRef("c")];

test("evidence stands in the order of sending, in whatever order the answers came", () => {
  const { facts } = traceOf(exchange(3, "a"), exchange(1, "a"), exchange(4, "b"), exchange(2, "a"));
  expect(ids(facts.exchanges)).toEqual([1, 2, 3, 4]);
  expect(ids(facts.all(a))).toEqual([1, 2, 3]);
  expect(facts.answer(a)?.id).toBe(3);
});

test("the answer of a step is its last one, whatever failed after it", () => {
  const { outcome } = sampleExchange({ failure: {} });
  const { facts } = traceOf(exchange(1, "a"), { ...exchange(2, "a"), outcome });
  expect(facts.answer(stepRef("a"))?.id).toBe(1);
});

test("a restricted view shows the steps that it names and nothing else", () => {
  const trace = traceOf(exchange(1, "a"), exchange(2, "b"));
  trace.notSent(c, saidUntested("so"));
  const facts = trace.restrictedTo(new Set([a.id]));
  expect(ids(facts.exchanges)).toEqual([1]);
  expect([facts.answer(b), facts.all(b), facts.notSent(c)]).toEqual([undefined, [], undefined]);
});

test("what ran beside the steps of a restricted view changes nothing in it", () => {
  const trace = traceOf(exchange(1, "a"));
  const steps = new Set([stepRef("a").id]);
  const facts = trace.restrictedTo(steps);
  const { revision } = facts;
  trace.record(exchange(2, "b"));
  expect([trace.restrictedTo(steps), facts.revision]).toEqual([facts, revision]);
  trace.record(exchange(3, "a"));
  expect([ids(facts.exchanges), facts.revision === revision]).toEqual([[1, 3], false]);
});

test("each round has restricted views of its own", () => {
  const trace = traceOf(exchange(1, "a"));
  const steps = new Set([stepRef("a").id]);
  trace.restrictedTo(steps);
  trace.beginRound(2, 2);
  expect(trace.restrictedTo(steps).exchanges).toEqual([]);
});

test("what is set aside is evidence still, and is not judged", () => {
  const aside = exchange(2, "a", 401);
  const trace = traceOf(exchange(1, "a"), aside);
  trace.setAside(aside);
  expect(ids(trace.facts.exchanges)).toEqual([1]);
  expect(trace.facts.answer(stepRef("a"))?.id).toBe(1);
  expect(ids(trace.everything)).toEqual([1, 2]);
});
