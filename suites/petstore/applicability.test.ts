import { expect, test } from "vitest";
import { contract, factsOf, type setting } from "#testing/suites/sample-evidence.ts";
import { loadCatalogue } from "../catalogue.ts";
import { notApplicable } from "./applicability.ts";
import { announcedFigures, looksLike, pricingPlanOf } from "./settings.ts";
import { baseAddress } from "./versioning/checks.ts";

const requirements = loadCatalogue(contract);

/** The ids of what does not apply. */
function left(changed: Partial<typeof setting>): readonly string[] {
  const facts = factsOf([], changed);
  return requirements.filter((r) => notApplicable(r, facts) !== undefined).map(({ id }) => id);
}

test("before the removal everything applies but what holds after it", () => {
  expect(left({})).toEqual(["DEPR-5"]);
});

test("after the removal, and on its day, nothing about reads applies; what holds after it does from then on", () => {
  const reads = requirements.filter((r) => r.operations.includes("getPet")).map(({ id }) => id);
  expect(left({ removals: { getPet: "after" } })).toEqual(reads.filter((id) => id !== "DEPR-5"));
  expect(left({ removals: { getPet: "during" } })).toEqual([...new Set([...reads, "DEPR-5"])]);
});

test.each(["getPet", "storeOrders"] as const)("without %s, what is about it does not apply", (gone) => {
  const operations = new Map([...contract.operations].filter(([id]) => id !== gone));
  const facts = { ...factsOf([]), contract: { ...contract, operations } };
  const about = (r: (typeof requirements)[number]) =>
    r.operations.includes(gone) || (gone === "getPet" ? r.id === "DEPR-5" : r.area === "ORDERS");
  for (const r of requirements.filter(about))
    expect(notApplicable(r, facts)).toMatchObject({ kind: "not-in-document" });
  expect(requirements.some(about)).toBe(true);
});

test.each([
  ["pro", [300, 10_000]],
  ["custom=500", [500]],
  ["custom=500/20000", [500, 20_000]],
  ["custom", undefined],
  [undefined, undefined],
])("the declared plan %s allows these figures to be announced: %j", (text, figures) => {
  expect(announcedFigures(pricingPlanOf(text))).toEqual(figures);
});

test("an announced limit is matched to a published plan by its window", () => {
  expect(looksLike(1_000, 40)).toBe("Business (1000 requests a minute)");
  expect(looksLike(1_000, 40_000)).toBe("Free (1000 requests a day)");
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
