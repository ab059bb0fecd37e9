import { describe, expect, test } from "vitest";
import type { Scenario } from "#core/check/check.ts";
import type { Facts } from "#core/check/facts.ts";
import { loadGenerators } from "#core/check/inputs/generate.ts";
import { inputName, isSeries } from "#core/check/inputs/step.ts";
import type { Exchange, RequestSpec } from "#core/exchange/exchange.ts";
import { judge } from "#core/run/judging/judge.ts";
import { readOnWalk } from "#suites/petstore/get-animal/existing-pets/generated.checks.ts";
import { defaultOnWalk, limitOnWalk } from "#suites/petstore/list-animals/limit/generated.checks.ts";
import { bothOnWalk, statusOnWalk } from "#suites/petstore/list-animals/status-filter/generated.checks.ts";
import { suite } from "#suites/registry.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { create, factsOf, pet, pets, type SampleExchange } from "#testing/suites/sample-evidence.ts";
import { getPet, listPets } from "../steps/requests.ts";

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

const many = { label: "limit 100", request: listPets({ limit: 100 }), body: pets(40, "sold") };
const others = {
  label: "list",
  body: [...pets(3, "available")].map((p, i) => ({ ...(p as object), id: 900 + i })),
};

describe("on a walk", () => {
  test("a list without a limit holds at most as many as the default", () => {
    expect(shown(many, list({}, pets(20)))).toEqual({ "LIST-2": ["held"] });
    expect(shown(many, list({}, pets(21)))).toEqual({ "LIST-2": ["broken"] });
  });

  test("a list with a limit holds at most as many", () => {
    expect(shown(many, list({ limit: 3 }, pets(3)))).toEqual({ "LIST-4": ["held"] });
    expect(shown(many, list({ limit: 3 }, pets(4)))).toEqual({ "LIST-4": ["broken"] });
  });

  test("a filtered list holds pets of that status alone, with a limit or without", () => {
    const sold = pets(2, "sold");
    expect(shown(many, others, list({ status: "sold" }, sold))).toEqual({ "STATUS-1": ["held"] });
    expect(shown(many, others, list({ status: "sold" }, pets(2)))).toEqual({ "STATUS-1": ["broken"] });
    expect(shown(many, others, list({ status: "sold", limit: 2 }, sold))).toEqual({
      "STATUS-1": ["held"],
      "STATUS-2": ["held"],
    });
    expect(shown(many, others, list({ status: "sold", limit: 1 }, sold))).toEqual({
      "STATUS-1": ["held"],
      "STATUS-2": ["broken"],
    });
  });

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
