import { expect, test } from "vitest";
import { stepTable } from "#core/run/plan/plan.ts";
import { orderOf } from "#core/run/plan/step-order.ts";
import { suite } from "#suites/registry.ts";
import { contract, create, factsOf } from "#testing/suites/sample-evidence.ts";
import { balanced, onWalk, walk } from "./walk.ts";

test.each([2, 4, 8, 10])("of %i kinds each comes right after each, and after itself", (count) => {
  const kinds = Array.from({ length: count }, (_, i) => i);
  const order = balanced(kinds);
  const pairs = order.slice(1).map((kind, i) => `${order[i]} ${kind}`);
  const all = kinds.flatMap((one) => kinds.map((other) => `${one} ${other}`));
  expect([...new Set(pairs)].sort()).toEqual(all.sort());
  expect(order.length).toBe(count * (count + 1));
});

test("every request of the walk comes after the one before it and after all others, but for the late ones", () => {
  const steps = [...stepTable(suite, contract).values()];
  const order = orderOf(steps);
  const ids = walk(contract).map(([, { id }]) => id);
  const others = steps.filter(({ phase }) => phase !== "alone" && phase !== "late");
  for (const [i, id] of ids.entries()) {
    const before = order.before(id);
    expect(
      [...others.map((step) => step.id), ...ids.slice(0, i)].filter((other) => !before.has(other)),
    ).toEqual([]);
    expect(ids.slice(i).some((other) => before.has(other))).toBe(false);
  }
});

test("the walk reads the pet that was created last, and none where none was created", () => {
  const [of] = onWalk(contract, "read");
  const read = of?.step;
  expect(read?.request(factsOf([create("create", 7), create("create pending", 9)]))).toMatchObject({
    path: "/pets/9",
  });
  expect(read?.request(factsOf([]))).toMatchObject({ kind: "not-applicable" });
});
