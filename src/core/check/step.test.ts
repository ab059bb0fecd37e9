import { expect, test } from "vitest";
import { expects200, playScene, sampleContract, sampleSuite, step } from "#testing/run/sample-suites.ts";
import { stepTable } from "../run/plan.ts";
import { stepRef } from "./case.ts";

test("a run whose steps are all called the same comes to what it comes to where each has its own label", async () => {
  const steps = [step("a"), step("b", { requires: [stepRef("a")] }), step("c", { waitsFor: [stepRef("b")] })];
  const play = (relabel: Partial<{ readonly label: string }>) =>
    playScene({
      checks: steps.map((one, nth) => expects200(`R-${nth}`, { ...one, ...relabel })),
      replies: { a: { takesMs: 70 }, b: { status: 500, body: "" } },
    });
  const [own, alike] = await Promise.all([play({}), play({ label: "the same" })]);
  const verdicts = ({ run }: typeof own) =>
    run.verdicts.map(({ id, verdict, exchanges }) => [id, verdict, exchanges]);
  expect(verdicts(own)).toContainEqual(["R-1", "fail", expect.anything()]);
  expect(verdicts(alike)).toEqual(verdicts(own));
  expect(alike.received).toEqual(own.received);
});

test("by type, nothing is found by a label", () => {
  const table = stepTable({ ...sampleSuite, steps: () => [step("a")] }, sampleContract);
  const { id, label } = stepRef("a", "what people read");
  expect(table.get(id)?.id).toBe(id);
  // @ts-expect-error A label is no id.
  expect(table.get(label)).toBeUndefined();
});
