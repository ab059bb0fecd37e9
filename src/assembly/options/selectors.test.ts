import { expect, test } from "vitest";
import { preparedExtension } from "#proof/bed.ts";
import { requirement, sampleOptions } from "#testing/run/sample-suites.ts";
import {
  checkedSelectors,
  checkNamesInDocument,
  selectorsOrWords,
  withCheckedSelectors,
} from "./selectors.ts";

const catalogue = [
  requirement("LIST-1"),
  requirement("LIST-4"),
  requirement("AUTH-1"),
  requirement("VERS-5", { level: "open" }),
];

test("ids, slugs and areas are taken in any case; a slug means its id", () => {
  const named = ["list-4", "Auth", "do-list-4", "Do-Auth-1"];
  expect(checkedSelectors("--only", named, catalogue)).toEqual(["LIST-4", "AUTH", "LIST-4", "AUTH-1"]);
});

test.each([
  ["do-lits-4", "Did you mean do-list-4?"],
  ["LIST-44", '--only "LIST-44" matches no requirement and no area (options). Did you mean LIST-4?'],
  ["nothing", /The areas are LIST, AUTH, VERS/],
])("%s, which names nothing, gets a suggestion, or the areas", (name, message) => {
  expect(() => checkedSelectors("--only", [name], catalogue)).toThrow(message);
});

function checked(selected: { readonly only?: readonly string[]; readonly skip?: readonly string[] }) {
  return withCheckedSelectors(sampleOptions(selected), catalogue);
}

test("what leaves nothing to judge is refused", () => {
  expect(() => checked({ only: ["LIST"], skip: ["LIST-1", "LIST-4"] })).toThrow(
    "only and skip leave nothing that could be judged",
  );
  expect(() => checked({ only: ["VERS-5"] })).toThrow(/leave nothing/);
  expect(checked({ skip: ["auth"] }).skip).toEqual(["AUTH"]);
});

const sentences = [
  requirement("LIST-4", { text: "A limit above 100 is refused." }),
  requirement("STATUS-1", { text: "A list filtered by a status holds pets of that status." }),
  requirement("STATUS-2", { level: "should", text: "A filter by categoryId and status holds pets of both." }),
  requirement("STATUS-9", { level: "open", text: "A status filter may be repeated." }),
];
const chosen = (...only: string[]) => selectorsOrWords(only, sentences);

test("what is no name is words: it chooses what has them all, at a word's beginning, in any case and order", () => {
  expect(chosen("Filter status").selectors).toEqual(["STATUS-1", "STATUS-2"]);
  expect(chosen("category filter").selectors).toEqual(["STATUS-2"]);
  for (const words of ["10", " ", "status elephant"])
    expect(() => chosen(words)).toThrow(/matches no requirement.*The areas are LIST, STATUS/);
});

test("a name means itself alone, also where sentences have it as a word", () => {
  expect(chosen("status", "LIST-4")).toEqual({ selectors: ["STATUS", "LIST-4"], byWords: [] });
});

test("what words chose need not be tested, unless it is named too", () => {
  const only = ["status filter", "STATUS-2"];
  expect(withCheckedSelectors(sampleOptions({ only }), sentences).chosenByWords).toEqual(["STATUS-1"]);
});

test("what is left out is named, never chosen by words", () => {
  expect(() => checked({ skip: ["do auth"] })).toThrow('skip "do auth" matches no requirement and no area');
});

test("operations and inputs that the document does not have are refused, with a suggestion", async () => {
  const { part } = await preparedExtension();
  const check = (operations: readonly string[], inputs: readonly string[]) =>
    checkNamesInDocument({ operations, inputs }, part);
  check(["deletePhoto"], ["photoId=7", "createPhoto/body={}", "deletePhoto/petId=7"]);
  expect(() => check(["deletePhotos"], [])).toThrow("Did you mean deletePhoto?");
  expect(() => check([], ["photoid=7"])).toThrow(/^input "photoid" names nothing .* Did you mean photoId\?/);
  expect(() => check([], ["createPet/body={}"])).toThrow("names nothing that the document has");
});
