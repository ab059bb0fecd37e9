import { expect, test } from "vitest";
import { caseRef } from "#core/check/case.ts";
import { invariant } from "#core/check/check.ts";
import { checksByGroup } from "#suites/registry.ts";
import { type Catalogue, catalogueProblems, wholeCatalogue } from "./catalogue-problems.ts";
import { contract } from "./sample-evidence.ts";

const catalogue = await wholeCatalogue(contract);
const { requirements } = catalogue;
const [first = expect.fail("the catalogue is empty")] = requirements;
const [someServer = expect.fail("there are no servers")] = catalogue.servers;

const added = { ...first, id: "HTTP-6", slug: "do-more", group: "http" };
const checkOf = (about: string) => invariant(about, caseRef("every"), [], () => undefined);

test("requirements, outline, checks and faults fit together", () => {
  expect(catalogueProblems(catalogue)).toEqual([]);
});

test.each<[string, Partial<Catalogue>, readonly string[]]>([
  [
    "a requirement without a check",
    { requirements: [...requirements, added] },
    ["HTTP-6 has no check: export one from checks.ts in suites/petstore/http/"],
  ],
  [
    "a check that promises nothing",
    { requirements: [...requirements, added], checks: [...checksByGroup, ["http", checkOf("HTTP-6")]] },
    ["the check of HTTP-6 promises no case in any profile"],
  ],
  [
    "a check in another group's folder",
    { checks: [...checksByGroup, ["errors", checkOf(first.id)]] },
    [`a check of ${first.id} is in suites/petstore/errors/, not in ${first.group}/`],
  ],
  [
    "a check of nothing",
    { checks: [...checksByGroup, ["errors", checkOf("ERR-99")]] },
    ["a check in suites/petstore/errors/ is about ERR-99, which is no must or should"],
  ],
  [
    "a fault in a folder of which it breaks nothing",
    { servers: [{ ...someServer, kind: "fault", id: "lost", area: "errors", breaks: [first.id] }] },
    ["the fault lost is in suites/petstore/errors/, and breaks no requirement of that group"],
  ],
  [
    "an id that leaves one out, and a slug that is used twice",
    { clients: [...catalogue.clients, { ...first, id: "CLIENT-99", area: "CLIENT", group: "" }] },
    ["CLIENT-99 should be CLIENT-27", `${first.id} and CLIENT-99 have the same slug ${first.slug}`],
  ],
  [
    "what a requirement names and there is not",
    {
      requirements: [
        {
          ...first,
          places: [...first.places, "Nowhere"],
          operations: ["sellPet" as never],
          rulings: [99],
          text: "{limit}",
        },
        ...requirements.slice(1),
      ],
    },
    [
      `${first.id} is about "Nowhere", which suites/petstore/outline.yaml does not have`,
      `${first.id} names the operation sellPet, which the document does not have`,
      `${first.id} names ruling 99, which suites/petstore/rulings.yaml does not have`,
      `${first.id} has a placeholder that the contract does not fill`,
    ],
  ],
  [
    "a place that no requirement names",
    { outline: [...catalogue.outline, { place: "Pet shop", kind: "heading" }] },
    [
      'no requirement names the place "Pet shop": name it in one, or say in suites/petstore/outline.yaml why it is not judged',
    ],
  ],
  [
    "a place that is named although it is not judged",
    { requirements: [{ ...first, places: [...first.places, "Title"] }, ...requirements.slice(1)] },
    ['suites/petstore/outline.yaml says why "Title" is not judged, and a requirement names it'],
  ],
])("%s is reported, with what to do", (_, changed, problems) => {
  expect(catalogueProblems({ ...catalogue, ...changed })).toEqual(problems);
});
