import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { Requirement } from "../../src/core/check/requirement.ts";
import type { Suite } from "../../src/core/check/suite.ts";
import type { Contract } from "../../src/core/contract/contract.ts";

/** A place of the interface, as the outline in `suites/requirements.yaml` lists it. */
export interface OutlinePlace {
  readonly place: string;
  readonly kind: "heading" | "paragraph" | "bullet" | "statement" | "row";
  readonly carriedBy?: readonly string[];
  readonly notJudged?: string;
}

export function loadOutline(): readonly OutlinePlace[] {
  const file = readFileSync(new URL("../../suites/requirements.yaml", import.meta.url), "utf8");
  return (parse(file) as { readonly outline: readonly OutlinePlace[] }).outline;
}

/** Where requirements, outline and checks do not fit together: what is wrong, where, and what to do. */
export function catalogueProblems(
  requirements: readonly Requirement[],
  outline: readonly OutlinePlace[],
  suite: Pick<Suite, "checks">,
  contract: Contract,
): readonly string[] {
  const judged = requirements.filter(({ level }) => level !== "open").map(({ id }) => id);
  const ids = new Set(requirements.map(({ id }) => id));
  const checked = new Set(suite.checks.map(({ about }) => about));
  const promised = new Set(
    suite.checks
      .filter(
        (check) => (check.kind === "scenario" ? check.cases(contract) : check.promises(contract)).length > 0,
      )
      .map(({ about }) => about),
  );
  return [
    ...requirements.flatMap((requirement) => placeProblems(requirement, outline)),
    ...outline.flatMap(({ place, carriedBy = [] }) =>
      carriedBy
        .filter((id) => !ids.has(id))
        .map((id) => `the outline names ${id} at "${place}", which is no requirement`),
    ),
    ...judged
      .filter((id) => !checked.has(id))
      .map((id) => `${id} has no check: export one from its chapter in suites/chapters/`),
    ...judged
      .filter((id) => checked.has(id) && !promised.has(id))
      .map((id) => `the check of ${id} promises no case in any profile`),
    ...[...checked]
      .filter((id) => !judged.includes(id))
      .map((id) => `a check is about ${id}, which is no must or should of suites/requirements.yaml`),
  ];
}

function placeProblems({ id, clause }: Requirement, outline: readonly OutlinePlace[]): readonly string[] {
  const named = outline.find(({ place }) => place === clause);
  if (named?.carriedBy?.includes(id)) return [];
  const remedy =
    named === undefined
      ? "which the outline in suites/requirements.yaml does not have"
      : "whose carriedBy in the outline of suites/requirements.yaml does not name it: add it there";
  return [`${id} is about "${clause}", ${remedy}`];
}
