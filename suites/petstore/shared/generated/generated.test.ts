import { describe, expect, test } from "vitest";
import type { Scenario } from "#core/check/check.ts";
import type { Facts } from "#core/check/facts.ts";
import { loadGenerators } from "#core/check/inputs/generate.ts";
import { inputName, isSeries, type Step } from "#core/check/inputs/step.ts";
import { recorded } from "#core/contract/recorded.ts";
import { derivedFrom } from "#core/exchange/bounded-map.ts";
import type { Exchange, RequestSpec, StepId } from "#core/exchange/exchange.ts";
import { parseJson } from "#core/json/parse.ts";
import { member } from "#core/json/read.ts";
import { judge } from "#core/run/judging/judge.ts";
import { stepTable } from "#core/run/plan/plan.ts";
import * as bodies from "#suites/petstore/create-animal/wrong-bodies/generated.checks.ts";
import { readOnWalk } from "#suites/petstore/get-animal/existing-pets/generated.checks.ts";
import * as lists from "#suites/petstore/list-animals/limit/generated.checks.ts";
import { defaultOnWalk, limitOnWalk } from "#suites/petstore/list-animals/limit/generated.checks.ts";
import {
  bothOnWalk,
  generatedWrongStatuses,
  statusOnWalk,
} from "#suites/petstore/list-animals/status-filter/generated.checks.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { suite } from "#suites/registry.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { withListParameters, withNewPet } from "#testing/suites/changed-contract.ts";
import { requestsAsked } from "#testing/suites/judged-by-one-check.ts";
import {
  contract,
  create,
  factsOf,
  idOf,
  jsonNode,
  pet,
  pets,
  type SampleExchange,
} from "#testing/suites/sample-evidence.ts";
import { isJudgedName, serialMarkIn } from "../evidence/marks.ts";
import { generatedCreates, generatedWrongBodies } from "../steps/named-steps.ts";
import { getPet, listPets } from "../steps/requests.ts";

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

test("every label is application/json, in whatever letters", async () => {
  for (const { body } of await drawn(generatedCreates.contentTypes.id)) {
    expect(body?.contentType).toMatch(/^application\/json(?: ?; ?charset="?utf-8"?)?$/i);
    expect(body?.contentType).not.toBe("application/json");
  }
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

describe("walks", () => {
  const drawn = { label: "generated walks", part: { input: [0], request: 1 } };
  const list = (
    query: Parameters<typeof listPets>[0],
    body: SampleExchange["body"],
    status = 200,
  ): SampleExchange => ({ ...drawn, request: listPets(query), status, body: body ?? [] });

  /** What each requirement shows of a walk, those of which it shows nothing left out. */
  function shown(...samples: readonly SampleExchange[]): Record<string, readonly string[]> {
    const facts = factsOf(samples);
    const plan = { steps: [], cases: [], leftOut: new Map() };
    const kindsOf = (check: Scenario) =>
      judge({ ...suite, checks: [check] }, new Set([check.about]), [{ facts, plan }], { facts, plan })
        .rounds.flat()
        .map((o) => o.kind)
        .filter((kind) => kind !== "unresolved");
    const all = [defaultOnWalk, limitOnWalk, statusOnWalk, bothOnWalk, readOnWalk];
    return Object.fromEntries(
      all.map((check) => [check.about, kindsOf(check)] as const).filter(([, kinds]) => kinds.length > 0),
    );
  }

  const others = {
    label: "list",
    body: [...pets(3, "available")].map((p, i) => ({ ...(p as object), id: 900 + i })),
  };

  describe("on a walk", () => {
    test("nothing is shown by lists that could not have been otherwise", () => {
      expect(shown(list({ limit: 3 }, pets(2)))).toEqual({});
      expect(shown(list({}, pets(2)))).toEqual({});
      expect(shown(list({ status: "sold" }, pets(2, "sold")))).toEqual({});
      expect(shown(others, list({ status: "sold", limit: 2 }, pets(2, "sold")))).toEqual({
        "STATUS-1": ["held"],
      });
    });

    test("a created pet is read as itself; a moment after its creation it may not be there yet", () => {
      const read = (body: SampleExchange["body"], atMs: number, status = 200): SampleExchange => ({
        ...drawn,
        request: getPet(9n),
        status,
        body: body ?? {},
        atMs,
      });
      const created = { ...create("create", 9), atMs: 0 };
      expect(shown(created, read(pet(9), 1000))).toEqual({ "GET-1": ["held"] });
      expect(shown(created, read(pet(8), 1000))).toEqual({ "GET-1": ["broken"] });
      expect(shown(created, read({}, 1000, 404))).toEqual({});
      expect(shown(created, read({}, 5000, 404))).toEqual({ "GET-1": ["broken"] });
    });
  });

  /** What the walks of one seed send to a store that takes every create. */
  async function walked(facts: Facts): Promise<readonly (readonly [walk: string, spec: RequestSpec])[]> {
    await loadGenerators();
    const step = limitOnWalk.cases(facts.contract)[0]?.step;
    const asked = step?.request(facts);
    if (asked === undefined || !isSeries(asked)) throw new Error("walks are no series");
    const sent: (readonly [string, RequestSpec])[] = [];
    await asked.series(async (part, request): Promise<Exchange> => {
      sent.push([inputName(part.input), request]);
      const id = 1000 + sent.length;
      if (request.method === "POST")
        return sampleExchange({ request, status: 201, body: JSON.stringify(pet(id)) });
      const asId = Number(request.path.split("/").at(-1));
      return request.path === "/pets"
        ? sampleExchange({ request, body: "[]" })
        : sampleExchange({ request, body: JSON.stringify(pet(asId)) });
    });
    return sent;
  }

  describe("a walk itself", () => {
    const seeds = Array.from({ length: 40 }, (_, seed) => seed);
    const story = [{ label: "list", body: pets(3) }, create("create", 900)];

    test("creates at most two pets, and reads those alone that it created", async () => {
      let reads = 0;
      for (const seed of seeds) {
        const sent = await walked(factsOf(story, {}, seed));
        for (const [, requests] of Map.groupBy(sent, ([walk]) => walk)) {
          const posts = requests.filter(([, { method }]) => method === "POST").length;
          expect(posts).toBeLessThanOrEqual(2);
          const own = requests.filter(([, { path }]) => path !== "/pets");
          reads += own.length;
          expect(own.length === 0 || posts > 0).toBe(true);
          for (const [, { path }] of own) expect(Number(path.split("/").at(-1))).toBeGreaterThan(1000);
          expect(requests.length).toBeLessThanOrEqual(6);
        }
        expect(sent.map(([walk]) => walk).every((walk) => ["0", "1", "2", "3"].includes(walk))).toBe(true);
      }
      expect(reads).toBeGreaterThan(10);
    });

    test("reads nothing when getPet is removed", async () => {
      for (const seed of seeds) {
        const sent = await walked(factsOf(story, { removals: { getPet: "after" } }, seed));
        expect(sent.filter(([, { path }]) => path !== "/pets")).toEqual([]);
      }
    });
  });
});
