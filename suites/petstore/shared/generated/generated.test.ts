import { describe, expect, test } from "vitest";
import type { Scenario } from "#core/check/check.ts";
import type { Step } from "#core/check/inputs/step.ts";
import { recorded } from "#core/contract/recorded.ts";
import type { RequestSpec, StepId } from "#core/exchange/exchange.ts";
import { parseJson } from "#core/json/parse.ts";
import { member } from "#core/json/read.ts";
import { derivedFrom } from "#core/memory/derived-from.ts";
import { stepTable } from "#core/run/plan/plan.ts";
import * as bodies from "#suites/petstore/create-animal/wrong-bodies/checks.ts";
import * as lists from "#suites/petstore/list-animals/limit/checks.ts";
import { generatedWrongStatuses } from "#suites/petstore/list-animals/status-filter/checks.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { suite } from "#suites/registry.ts";
import { requestsAsked } from "#testing/suites/judged-by-one-check.ts";
import {
  contract,
  create,
  factsOf,
  idOf,
  jsonNode,
  pets,
  withListParameters,
  withNewPet,
} from "#testing/suites/sample-evidence.ts";
import { isJudgedName, serialMarkIn } from "../evidence/marks.ts";
import { generatedCreates, generatedWrongBodies } from "../steps/named-steps.ts";

const generatedSteps = [...Object.values(generatedCreates), ...Object.values(generatedWrongBodies)];

/** Of a store that lists some pets and took the first create, for many seeds. */
const facts = Array.from({ length: 60 }, (_, seed) =>
  factsOf(
    [{ label: "list", body: pets(3, petstore(contract).statuses[0]) }, create("create", 900, "sold")],
    {},
    seed,
  ),
);
const table = stepTable(suite, contract);
const generated = [...table.values()].filter(({ atMost }) => atMost !== undefined);

/** For each seed; drawn once for all that is asked of them. */
const drawnOfSeeds = derivedFrom((step: Step) => Promise.all(facts.map((f) => requestsAsked(step, f))));

async function drawn(id: StepId): Promise<readonly RequestSpec[]> {
  const step = table.get(id) ?? expect.fail(`no step has the id "${id}"`);
  return (await drawnOfSeeds(step)).flat();
}

const textOf = ({ body }: RequestSpec) => new TextDecoder().decode(body?.bytes);
const queried = (name: string) => (spec: RequestSpec) => spec.query?.find(([key]) => key === name)?.[1] ?? "";
const lastSegment = ({ path }: RequestSpec) => path.split("/").at(-1) ?? "";

function nameOf(spec: RequestSpec): string {
  const parsed = parseJson(textOf(spec));
  const name = parsed.ok ? member(parsed.value, "name") : undefined;
  return name?.kind === "string" ? name.value : "";
}

test("there are inputs of every kind, and some for each seed", async () => {
  expect(generated.map(({ label }) => label)).toEqual(
    expect.arrayContaining([...generatedSteps.map(({ label }) => label), "generated limits"]),
  );
  for (const step of generated) {
    for (const of of await drawnOfSeeds(step)) expect(of.length, step.label).toBeGreaterThan(0);
  }
});

describe.each(generated.map((step) => [step.label, step] as const))("%s", (_, step) => {
  const { id, expectedValidity, atMost } = step;

  test("are to the contract what they are meant to be", async () => {
    for (const spec of await drawn(id)) {
      const { problems } = recorded(contract.classify(spec).findings);
      if (expectedValidity !== undefined)
        expect(problems.length > 0, textOf(spec)).toBe(expectedValidity === "invalid");
    }
  });

  test("send no more than they say", async () => {
    for (const of of await drawnOfSeeds(step)) expect(of.length).toBeLessThanOrEqual(atMost?.requests ?? 0);
  });
});

test("no limit and no id is drawn that is not judged: with a sign, with zeros before it, in another notation", async () => {
  const limits = (await drawn(idOf("generated limits out of range"))).map(queried("limit"));
  expect(limits.filter((text) => /^\+|^-?0[0-9]|^-?[0-9]+\.0*$|^[0-9]+e[0-9]+$/i.test(text))).toEqual([]);
  const ids = (await drawn(idOf("generated ids that are no int64"))).map(lastSegment);
  expect(ids.filter((text) => /^\+|^-?0[0-9]|^[0-9]+e[0-9]*$|^0[xbo]/i.test(text))).toEqual([]);
});

test("no unknown id is near one that was seen", async () => {
  const step = table.get(idOf("generated unknown ids")) ?? expect.fail("the step is gone");
  const ids = facts.map(async (_, seed) =>
    requestsAsked(step, factsOf([{ body: pets(1, undefined, 3_000_000) }], {}, seed)),
  );
  for (const spec of (await Promise.all(ids)).flat())
    expect(Math.abs(Number(lastSegment(spec)) - 3_000_000)).toBeGreaterThanOrEqual(10 ** 6);
});

test("every generated name is one that has to be kept, ends in no blank, and is not plain ASCII", async () => {
  for (const name of (await drawn(generatedCreates.names.id)).map(nameOf)) {
    expect(isJudgedName(name), name).toBe(true);
    expect(name).toBe(name.trim());
    expect(name).toMatch(/[^\x20-\x7e]/);
    expect(name, "nothing that cannot be seen").not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Mn}]/u);
  }
});

test("no name of one run is part of another, since pets are known by their names", async () => {
  const [first = expect.fail("no facts")] = facts;
  const steps = generatedSteps.flatMap(({ id }) => table.get(id) ?? []);
  const marks = (await Promise.all(steps.map((step) => requestsAsked(step, first))))
    .flat()
    .flatMap((spec) => serialMarkIn(textOf(spec), first) ?? []);
  expect(marks.length).toBeGreaterThan(30);
  expect(new Set(marks).size).toBe(marks.length);
});

test("an oddity never carries an id of its own", async () => {
  for (const spec of await drawn(idOf("generated oddities")))
    expect(textOf(spec).toLowerCase()).not.toContain('"id"');
});

test("nothing is drawn for what another document does not have", () => {
  const without = withNewPet(withListParameters(contract, { status: { enum: [] } }), {
    categoryId: { format: undefined },
  });
  const checks: readonly Scenario[] = [
    lists.servedForLimits,
    lists.withinLimits,
    lists.generatedWrongLimits,
    generatedWrongStatuses,
    bodies.generatedStatuses,
    bodies.generatedCategories,
  ];
  for (const check of checks) {
    expect(check.cases(contract), check.about).toHaveLength(1);
    expect(check.cases(without), check.about).toEqual([]);
  }
});

test("limits are drawn on both sides of both bounds, with fractions and in words", async () => {
  const texts = (await drawn(idOf("generated limits out of range"))).map(queried("limit"));
  const numbers = texts.filter((text) => /^-?[0-9]+$/.test(text)).map(Number);
  expect(numbers.some((n) => n < 1) && numbers.some((n) => n > 100)).toBe(true);
  expect(numbers.filter((n) => n >= 1 && n <= 100)).toEqual([]);
  expect(texts.some((text) => /^[0-9]+\.[0-9]+$/.test(text))).toBe(true);
  expect(texts.some((text) => /^[a-z]+$/.test(text))).toBe(true);
});

test("names are drawn in every spelling that JSON has: spaced out, in another order, escaped", async () => {
  const texts = (await drawn(idOf("generated names"))).map(textOf);
  for (const text of texts)
    expect(petstore(contract).schemas.NewPet.validate(jsonNode(text)), text).toEqual([]);
  for (const spelling of [/^\{"name"/, /^\s+\{/, /categoryId"[\s\S]*"name/, /\\u006e\\u0061/]) {
    expect(
      texts.some((text) => spelling.test(text)),
      String(spelling),
    ).toBe(true);
  }
});
