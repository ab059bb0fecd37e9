import { expect, test } from "vitest";
import { loadCatalogue } from "../../suites/catalogue.ts";
import { suite } from "../../suites/registry.ts";
import { catalogueProblems, loadOutline } from "./catalogue-problems.ts";
import { contract } from "./sample-evidence.ts";

const requirements = loadCatalogue(contract);
const outline = loadOutline();
const [first] = requirements;
if (first === undefined) throw new Error("the catalogue is empty");

test("requirements, outline and checks fit together", () => {
  expect(catalogueProblems(requirements, outline, suite, contract)).toEqual([]);
});

test("a requirement without a check, at a place that does not name it, is reported with what to do", () => {
  const added = { ...first, id: "HTTP-99" };
  expect(catalogueProblems([...requirements, added], outline, suite, contract)).toEqual([
    `HTTP-99 is about "${first.clause}", whose carriedBy in the outline of suites/requirements.yaml does not name it: add it there`,
    "HTTP-99 has no check: export one from its chapter in suites/chapters/",
  ]);
  const elsewhere = { ...first, clause: "Nowhere" };
  expect(catalogueProblems([elsewhere, ...requirements.slice(1)], outline, suite, contract)).toEqual([
    `${first.id} is about "Nowhere", which the outline in suites/requirements.yaml does not have`,
  ]);
});

test("a check, or a place, of an unknown requirement is reported", () => {
  expect(catalogueProblems(requirements.slice(1), outline, suite, contract)).toEqual([
    `the outline names ${first.id} at "${first.clause}", which is no requirement`,
    `a check is about ${first.id}, which is no must or should of suites/requirements.yaml`,
  ]);
});
