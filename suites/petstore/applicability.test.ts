import { describe, expect, test } from "vitest";
import { isAnswered } from "#core/check/facts.ts";
import { sampleExchange } from "#testing/exchange/sample-exchange.ts";
import { contract, factsOf, type setting } from "#testing/suites/sample-evidence.ts";
import { loadCatalogue } from "../catalogue.ts";
import { notApplicable } from "./applicability.ts";
import { isList, petIn, petsIn } from "./pets.ts";
import { announcedFigures, looksLike, pricingPlanOf } from "./settings.ts";
import { baseAddress } from "./versioning/checks.ts";

const requirements = loadCatalogue(contract);

/** The areas and ids of what does not apply. */
function left(changed: Partial<typeof setting>): readonly string[] {
  const facts = factsOf([], changed);
  return requirements.filter((r) => notApplicable(r, facts) !== undefined).map(({ id }) => id);
}

const ids = (is: (requirement: (typeof requirements)[number]) => boolean) =>
  requirements.filter(is).map(({ id }) => id);

test("before the removal everything applies but what holds after it", () => {
  expect(left({})).toEqual(["DEPR-5"]);
});

test("after the removal, and on its day, nothing about reads applies; what holds after it does from then on", () => {
  const reads = ids((r) => r.operations.includes("getPet"));
  expect(left({ removals: { getPet: "after" } })).toEqual(reads.filter((id) => id !== "DEPR-5"));
  expect(left({ removals: { getPet: "during" } })).toEqual([...new Set([...reads, "DEPR-5"])]);
});

describe("a document without an operation", () => {
  test.each(["getPet", "storeOrders"] as const)("%s: what is about it does not apply", (gone) => {
    const operations = new Map([...contract.operations].filter(([id]) => id !== gone));
    const facts = { ...factsOf([]), contract: { ...contract, operations } };
    const about = (r: (typeof requirements)[number]) =>
      r.operations.includes(gone) || (gone === "getPet" ? r.id === "DEPR-5" : r.area === "ORDERS");
    for (const r of requirements.filter(about)) {
      expect(notApplicable(r, facts)).toMatchObject({ kind: "not-in-document" });
    }
    expect(requirements.some(about)).toBe(true);
  });
});

test("without getPet, nothing is asked of Errors whose bodies only its refusals show", () => {
  const operations = new Map([...contract.operations].filter(([id]) => id !== "getPet"));
  const facts = { ...factsOf([]), contract: { ...contract, operations } };
  const errors = requirements.filter((r) => r.area === "ERR" && notApplicable(r, facts) !== undefined);
  expect(errors.map(({ id }) => id)).toEqual(["ERR-3", "ERR-6"]);
});

describe("a declared plan", () => {
  test.each([
    ["pro", [300, 10_000]],
    ["custom=500", [500]],
    ["custom=500/20000", [500, 20_000]],
    ["custom", undefined],
    [undefined, undefined],
  ])("%s allows these figures to be announced: %j", (text, figures) => {
    expect(announcedFigures(pricingPlanOf(text))).toEqual(figures);
  });

  test.each(["custom=0", "custom=", "custom=5/", "gold", "free=3"])("is not %s", (text) => {
    expect(pricingPlanOf(text)).toBeUndefined();
  });
});

describe("an announced limit", () => {
  test("is matched to a published plan by its window", () => {
    expect(looksLike(1_000, 40)).toBe("Business (1000 requests a minute)");
    expect(looksLike(1_000, 40_000)).toBe("Free (1000 requests a day)");
  });

  test("may be no plan's", () => {
    expect(looksLike(250, 40)).toBeUndefined();
  });
});

function answer(body: string, status = 200) {
  const exchange = sampleExchange({ body, status });
  if (!isAnswered(exchange)) throw new Error("not answered");
  return exchange;
}

describe("a pet in an answer", () => {
  test("has exact ids, beyond 2^53 and in any spelling of an integer", () => {
    const pet = petIn(answer('{"id":9007199254740993,"categoryId":1e2,"name":"Rex","status":"sold"}'));
    expect(pet).toMatchObject({
      id: 9007199254740993n,
      categoryId: 100n,
      name: "Rex",
      status: "sold",
      pointer: "",
    });
  });

  test.each(["1.5", '"1"', "null", "[1]", "true", "{}"])("has no id where it is %s", (id) => {
    expect(petIn(answer(`{"id":${id}}`))?.id).toBeUndefined();
  });

  test.each(["1", "null", "[]"])("has no text where name and status are %s", (value) => {
    expect(petIn(answer(`{"name":${value},"status":${value}}`))).toMatchObject({
      name: undefined,
      status: undefined,
    });
  });

  test("is none in a body that is no object", () => expect(petIn(answer("[]"))).toBeUndefined());
});

test("the pets of a list know their places, those that are none too", () => {
  expect(petsIn(answer('[{"id":1},7,{"id":2}]'))?.map((p) => [p.pointer, p.id])).toEqual([
    ["/0", 1n],
    ["/1", undefined],
    ["/2", 2n],
  ]);
});

test("a list is a 200 with an array and nothing else", () => {
  expect(isList(answer("[]"))).toBe(true);
  expect([isList(answer("[]", 201)), isList(answer("{}")), isList(answer("[")), isList(undefined)]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

const judgedAt = (url: string) =>
  baseAddress
    .judge(factsOf([{ body: [] }], { baseUrl: new URL(url) }))
    .map((o) => (o.kind === "unresolved" ? o.unresolved.kind : o.kind));

test("a public base address ends in the version segment", () => {
  expect(judgedAt("https://pets.example.com/v1")).toEqual(["held"]);
  expect(judgedAt("https://pets.example.com/api")).toEqual(["broken"]);
});

test("a private base address may be laid out otherwise", () => {
  expect(judgedAt("http://127.0.0.1:8080/api")).toEqual(["not-applicable"]);
  expect(judgedAt("http://127.0.0.1:8080/v1")).toEqual(["held"]);
});
