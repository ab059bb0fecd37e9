import { expect, test } from "vitest";
import type { StepRef } from "#core/check/case.ts";
import { isUnresolved } from "#core/check/results/unresolved.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { contract, create, factsOf, pets, type SampleExchange } from "#testing/suites/sample-evidence.ts";
import { fillSteps } from "./filling.ts";
import { fills, generatedPets } from "./named-steps.ts";
import { fragileNames, validBodies } from "./valid-bodies.ts";

const { default: standard = 0, maximum = 0 } = petstore(contract).limit;
const steps = fillSteps(contract);
const inStandard = validBodies(contract).filter(({ profile }) => profile === "standard").length + 1;
const inThorough = validBodies(contract).length + 1 + generatedPets + fragileNames.length;

/** Three more than what shows the maximum. */
const enough = maximum + 4;

/** How many of the steps are planned where so many pets are listed. */
const planned = (count: number, profile: "standard" | "thorough"): number => {
  const facts = factsOf([{ body: pets(count) }]);
  return steps.filter((step) => step.profile === profile && step.alreadyShown?.(facts) === false).length;
};

/** How many of them go out after this story. */
const sent = (profile: "standard" | "thorough", ...samples: readonly SampleExchange[]): number => {
  const facts = factsOf(samples);
  return steps.filter((step) => step.profile === profile && !isUnresolved(step.request(facts))).length;
};

test("one pet more than a limit is what it takes to show it", () => {
  expect(fills(contract, 3)).toHaveLength(4);
  expect(fills(contract, maximum * 2)).toHaveLength(maximum + 1);
  expect(fills(contract, undefined)).toHaveLength(1);
  expect(steps.filter(({ profile }) => profile === "standard")).toHaveLength(standard + 1);
  expect(steps).toHaveLength(maximum + 1);
});

test("for the default limit as many are created as the other creates leave to be done", () => {
  expect(planned(0, "standard")).toBe(standard + 1 - inStandard);
  expect(planned(standard - inStandard, "standard")).toBe(1);
  expect(planned(standard + 1 - inStandard, "standard")).toBe(0);
});

test("for the maximum as many are planned as all that creates leaves to be done", () => {
  expect(planned(0, "thorough")).toBe(enough - inThorough - (standard + 1 - inStandard));
  expect(planned(30, "thorough")).toBe(enough - inThorough - 30);
  expect(planned(enough - 1 - inThorough, "thorough")).toBe(1);
  expect(planned(enough - inThorough, "thorough")).toBe(0);
});

test("for the maximum as many are sent as the store lacks when all else was created", () => {
  const created = Array.from({ length: 20 }, (_, i) => create(`create ${i}`, 500 + i));
  expect(sent("thorough", { body: pets(60) }, ...created)).toBe(enough - 80);
  expect(sent("thorough", { body: pets(enough - 20) }, ...created)).toBe(0);
});

test("what fills the store for its maximum comes after all else that creates", () => {
  const [last] = steps.filter(({ profile }) => profile === "thorough");
  const labels = (steps: readonly StepRef[] = []) => steps.map(({ label }) => label);
  expect(labels(last?.waitsFor)).toEqual(
    expect.arrayContaining(["create", "generated names", "generated walks"]),
  );
  expect(labels(last?.requires)).toContain(`limit ${maximum}`);
});

test("what the store already shows is not sent, and the rest are creates of every status in turn", () => {
  const full = factsOf([{ body: pets(enough) }]);
  const omitted = steps.map((step) => step.request(full));
  expect(omitted.every((request) => isUnresolved(request) && request.kind === "not-applicable")).toBe(true);
  const empty = factsOf([{ body: [] }]);
  const texts = steps.slice(0, 4).map((step) => {
    const request = step.request(empty);
    return "body" in request ? new TextDecoder().decode(request.body?.bytes) : "";
  });
  const statuses = texts.map((text) => (JSON.parse(text) as { readonly status?: string }).status);
  expect(statuses).toEqual([...petstore(contract).statuses, undefined]);
});
