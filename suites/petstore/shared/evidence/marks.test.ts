import { expect, test } from "vitest";
import { isUnresolved } from "#core/check/results/unresolved.ts";
import { stepTable } from "#core/run/plan/plan.ts";
import { suite } from "#suites/registry.ts";
import { jsonNode } from "#testing/suites/json-node.ts";
import { contract, factsOf, idOf } from "#testing/suites/sample-evidence.ts";
import { bears, markOf, numberMarkOf, runMark, shortMarkOf } from "./marks.ts";

const facts = factsOf([]);
const posts = [...stepTable(suite, contract).values()].filter((step) => {
  const asked = step.request(facts);
  return isUnresolved(asked) || ("method" in asked && asked.method === "POST");
});
const labels = posts.map((step) => step.label);

test("a mark has at most 64 UTF-16 units, is plain ASCII and begins with the run's own", () => {
  for (const label of labels) {
    expect(markOf(facts, idOf(label)), label).toMatch(/^[a-z0-9-]{1,64}$/);
    expect(markOf(facts, idOf(label)).startsWith(runMark(facts))).toBe(true);
    expect(shortMarkOf(facts, idOf(label)).length).toBeLessThanOrEqual(37);
  }
});

test("no step's mark stands in another's, so that a stored pet names the request that it came from", () => {
  const marks = labels.map((label) => markOf(facts, idOf(label)));
  for (const [i, mark] of marks.entries()) {
    expect(
      labels.filter((_, j) => j !== i && marks[j]?.includes(mark)),
      labels[i],
    ).toEqual([]);
  }
  expect(new Set(labels.map((label) => numberMarkOf(facts, idOf(label)))).size).toBe(labels.length);
});

test("a mark that is a number has 15 digits and is exact as a double", () => {
  for (const label of labels) {
    const mark = numberMarkOf(facts, idOf(label));
    expect(String(mark)).toMatch(/^[0-9]{15}$/);
    expect(BigInt(Number(mark))).toBe(mark);
  }
});

test("another run has other marks", () => {
  const other = factsOf([], { runId: "0123456789abcdef0124" });
  const far = factsOf([], { runId: "f123456789abcdef0123" });
  expect(markOf(other, idOf("create"))).not.toBe(markOf(facts, idOf("create")));
  expect(numberMarkOf(far, idOf("create"))).not.toBe(numberMarkOf(facts, idOf("create")));
});

test("a mark is found in any member, however deep and in whatever letter case, and as a number", () => {
  const mark = markOf(facts, idOf("create"));
  const number = String(numberMarkOf(facts, idOf("create")));
  expect(bears(jsonNode(`{"id":1,"name":"${mark}"}`), mark)).toBe(true);
  expect(bears(jsonNode(`{"name":{"value":["${mark.toUpperCase()} x"]}}`), mark)).toBe(true);
  expect(bears(jsonNode(`{"name":${number}}`), number)).toBe(true);
  expect(bears(jsonNode(`{"name":"${runMark(facts)}"}`), mark)).toBe(false);
});
