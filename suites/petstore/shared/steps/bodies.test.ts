import { describe, expect, test } from "vitest";
import type { Facts } from "#core/check/facts.ts";
import type { Step } from "#core/check/inputs/step.ts";
import { isUnresolved } from "#core/check/results/unresolved.ts";
import type { RequestSpec } from "#core/exchange/exchange.ts";
import { parseJson } from "#core/json/parse.ts";
import { petView } from "#suites/petstore/pets.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { contract, create, factsOf, pet, pets, withNewPet } from "#testing/suites/sample-evidence.ts";
import { renewed, runMark } from "../evidence/marks.ts";
import { exactDoubles } from "../evidence/store.ts";
import { fillSteps } from "./filling.ts";
import { createSteps } from "./valid-bodies.ts";
import { wrongBodies } from "./wrong-bodies.ts";

test("a create that was refused is sent once more with the category 1 where only categories beyond 2^53 are known", () => {
  const [first] = createSteps(contract);
  const again = (status: number) => {
    const facts = factsOf([
      { body: [{ ...pet(1), categoryId: exactDoubles + 1n }] },
      { label: "create", status, body: {} },
    ]);
    const exchange = facts.exchanges.at(-1);
    const request = exchange && first?.fallback?.(exchange, facts);
    return new TextDecoder().decode(request?.body?.bytes);
  };
  for (const status of [400, 404, 409, 422]) expect(again(status)).toContain('"categoryId":1,');
});

test("another create has another name within the bounds, with the run's mark; one without the mark has none", () => {
  const specs = createSteps(contract).map((step) => asked(step));
  const isMarked = (spec: RequestSpec) => JSON.stringify(namedIn(spec).name).includes(runMark(facts));
  for (const spec of specs.filter((one) => !isMarked(one))) expect(renewed(spec, 160)).toBe(spec);
  const marked = specs.filter(isMarked).flatMap((spec) => {
    const other = renewed(spec, 160);
    return other === undefined || other === spec ? [] : [{ sent: namedIn(spec), other: namedIn(other) }];
  });
  expect(marked.length).toBeGreaterThan(15);
  for (const { sent, other } of marked) {
    expect(other).toEqual({ ...sent, name: expect.stringContaining(runMark(facts)) });
    expect(other.name).not.toBe(sent.name);
    expect(other.name.length).toBeLessThanOrEqual(Math.max(64, sent.name.length));
  }
});

function namedIn({ body }: Pick<RequestSpec, "body">) {
  return JSON.parse(new TextDecoder().decode(body?.bytes));
}

/** Of a store that lists some pets and took the first create. */
const facts = factsOf([
  { label: "list", body: pets(3, petstore(contract).statuses[0]) },
  create("create", 900, petstore(contract).statuses[0]),
]);

function asked(step: Step, of: Facts = facts): RequestSpec & { body: { bytes: Uint8Array } } {
  const request = step.request(of);
  if (isUnresolved(request)) throw new Error(`${step.label}: ${request.reason?.kind}`);
  if ("series" in request) throw new Error(`${step.label} sends more than one request`);
  const { body } = request;
  if (body === undefined) throw new Error(`${step.label} has no body`);
  return { ...request, body };
}

function parsed(bytes: Uint8Array) {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined; // not UTF-8
  }
}

describe.each(wrongBodies(contract).map(({ step }) => [step.label, step] as const))("%s", (label, step) => {
  const request = asked(step);
  const json = parsed(request.body.bytes);
  const value = json?.ok ? json.value : undefined;

  test("is wrong in one way, or in several where that is what it is for", () => {
    if (value?.kind !== "object") return;
    const problems = petstore(contract).schemas.NewPet.validate(value).length;
    const several = /any required field|the rest wrong|every field|wrapped|body an empty object/.test(label);
    expect(several ? problems > 1 : problems === 1, String(problems)).toBe(true);
  });
});

const unmarked = [
  "create, name of one digit",
  "create, name of the word null",
  "create, name of a signed number",
  "create, name of emoji and code",
];
const valid = [...createSteps(contract), ...fillSteps(contract).slice(0, 5)];

describe.each(valid.map((step) => [step.label, step] as const))("%s", (_, step) => {
  test("is allowed by the contract, and its name bears the mark within 64 UTF-16 units, but for whole names", () => {
    const request = asked(step);
    expect(contract.classify(request).findings).toEqual({ allowed: true, problems: [], open: [] });
    const json = parsed(request.body.bytes);
    const name = json?.ok ? petView(json.value).name : undefined;
    expect(name?.length).toBeLessThanOrEqual(64);
    if (!unmarked.includes(step.label)) expect(name).toContain(runMark(facts));
  });
});

test("one step beyond each bound that a document has is tried", () => {
  const sent = (field: string, bounds: object, beyond: string): unknown => {
    const bodies = wrongBodies(withNewPet(contract, { [field]: bounds }));
    const body = bodies.find(({ step }) => step.label === `body with ${field} ${beyond}`);
    return body && namedIn(asked(body.step))[field];
  };
  expect(sent("categoryId", { minimum: 5 }, "below its minimum")).toBe(4);
  expect(sent("categoryId", { maximum: 5 }, "above its maximum")).toBe(6);
  expect(sent("name", { minLength: 3 }, "shorter than its minimum")).toBe("xx");
  expect(sent("name", { minLength: 0 }, "shorter than its minimum")).toBeUndefined();
  const tooLong = sent("name", { maxLength: 70 }, "longer than its maximum");
  expect(tooLong).toHaveLength(71);
  expect(tooLong).toContain(runMark(facts));
});

test("a document without int64 has no category that is none", () => {
  const labels = wrongBodies(withNewPet(contract, { categoryId: { format: undefined } })).map(
    ({ step }) => step.label,
  );
  expect(labels.filter((label) => label.includes("2^63"))).toEqual([]);
  expect(labels).toContain("body with categoryId fractional");
});
