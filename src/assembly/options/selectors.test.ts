import { expect, test } from "vitest";
import type { Requirement } from "../../check/requirement.ts";
import { defaultOptions } from "../../run/options.ts";
import { checkedSelectors, withCheckedSelectors } from "./selectors.ts";

function requirement(id: string, level: Requirement["level"] = "must"): Requirement {
  return {
    id,
    slug: `do-${id.toLowerCase()}`,
    area: id.replace(/-.*/, ""),
    level,
    clause: "Endpoints",
    rulings: [],
    operations: [],
    text: "",
  };
}

const catalogue = [
  requirement("LIST-1"),
  requirement("LIST-4"),
  requirement("AUTH-1"),
  requirement("VERS-5", "open"),
];

test("ids and areas are taken in any case", () => {
  expect(checkedSelectors("--only", ["list-4", "Auth"], catalogue)).toEqual(["LIST-4", "AUTH"]);
});

test("a slug means its id, and a misspelt one gets a suggestion", () => {
  expect(checkedSelectors("--require", ["do-list-4", "Do-Auth-1"], catalogue)).toEqual(["LIST-4", "AUTH-1"]);
  expect(() => checkedSelectors("--only", ["do-lits-4"], catalogue)).toThrow("Did you mean do-list-4?");
});

test("a name that matches nothing gets a suggestion, or the areas", () => {
  expect(() => checkedSelectors("--only", ["LIST-44"], catalogue)).toThrow(
    '--only "LIST-44" matches no requirement and no area (options). Did you mean LIST-4?',
  );
  expect(() => checkedSelectors("--skip", ["nothing"], catalogue)).toThrow(/The areas are LIST, AUTH, VERS/);
});

function checked(selected: { readonly only?: readonly string[]; readonly skip?: readonly string[] }) {
  const options = { ...defaultOptions, seed: 1, runId: "", ...selected };
  return withCheckedSelectors(options, catalogue, (name) => name);
}

test("what leaves nothing to judge is refused", () => {
  expect(() => checked({ only: ["LIST"], skip: ["LIST-1", "LIST-4"] })).toThrow(
    "only and skip leave nothing that could be judged",
  );
  expect(() => checked({ only: ["VERS-5"] })).toThrow(/leave nothing/);
  expect(checked({ skip: ["auth"] }).skip).toEqual(["AUTH"]);
});
