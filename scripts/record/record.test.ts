import { expect, test } from "vitest";
import { stringify } from "yaml";
import { CatalogueError, readOutline, readRequirements, readRulings } from "./suite-index.ts";

const good = {
  id: "ERR-9",
  slug: "say-what-went-wrong",
  level: "should",
  places: ["Errors"],
  sentence: "The message of an Error says something.",
  likelyCause: "The exception had no text.",
  howToFix: "Write one.",
};

test("a requirement is read as it is written", () => {
  expect(readRequirements("a.yaml", stringify([good]))).toEqual([good]);
});

test.each<[object, string]>([
  [{ level: "may" }, "ERR-9 / level: must be equal to one of the allowed values: must, should, open"],
  [{ clause: "Errors" }, 'ERR-9: there is no field "clause"'],
  [{ howToFix: undefined }, "ERR-9: must have required property 'howToFix'"],
  [{ level: "open" }, "ERR-9 / likelyCause: an open requirement has none"],
  [{ places: [] }, "ERR-9 / places: must NOT have fewer than 1 items"],
  [{ id: "ERR" }, 'ERR / id: must match pattern "^[A-Z][A-Z0-9]*-[1-9][0-9]*$"'],
  [{ slug: "Error" }, 'ERR-9 / slug: must match pattern "^[a-z0-9]+(-[a-z0-9]+){1,4}$"'],
  [{ sentence: "it speaks" }, 'ERR-9 / sentence: must match pattern "^[A-Z].*\\.$"'],
])("a requirement with %j is refused, by its file, its id and its field", (changed, problem) => {
  const reading = () => readRequirements("a.yaml", stringify([{ ...good, ...changed }]));
  expect(reading).toThrow(new CatalogueError(`a.yaml: ${problem}`));
});

test("a file that is empty, or no YAML, is refused by its name", () => {
  expect(() => readRequirements("a.yaml", "")).toThrow(new CatalogueError("a.yaml: must be array"));
  expect(() => readRequirements("a.yaml", "- id: [")).toThrow(/^a\.yaml: /);
});

test("a place of no known kind, and a ruling that ends in a full stop, are refused", () => {
  const places = [{ place: "Errors", kind: "chapter" }];
  expect(() => readOutline("o.yaml", stringify({ areas: ["ERR"], places }))).toThrow(
    /^o\.yaml: places \/ 0 \/ kind: must be equal to one of/,
  );
  expect(() => readRulings("r.yaml", stringify({ Lists: [{ number: 1, text: "May be so." }] }))).toThrow(
    /^r\.yaml: Lists \/ 0 \/ text: must match/,
  );
});
