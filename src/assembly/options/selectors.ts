import type { Requirement } from "../../check/requirement.ts";
import { nearest } from "../../options/suggest.ts";
import type { RunOptions } from "../../run/options.ts";
import { UsageError } from "../usage-error.ts";

type Selector = "only" | "skip" | "require";

/**
 * Options whose selectors are in the catalogue's own writing. Throws UsageError for one that names nothing, and when
 * they leave nothing to judge. `nameOf`: the option as it was given.
 */
export function withCheckedSelectors(
  options: RunOptions,
  requirements: readonly Requirement[],
  nameOf: (selector: Selector) => string,
): RunOptions {
  const checked = (selector: Selector) => checkedSelectors(nameOf(selector), options[selector], requirements);
  const selected = { only: checked("only"), skip: checked("skip"), require: checked("require") };
  if (!leavesSomething(selected, requirements))
    throwUsage(
      `${nameOf("only")} and ${nameOf("skip")} leave nothing that could be judged`,
      "Name a requirement that is a must or a should; `petstore-conformance list` has them.",
    );
  return { ...options, ...selected };
}

/** The ids and areas that an option names, by id, slug or area. Throws UsageError for one that names nothing. */
export function checkedSelectors(
  option: string,
  named: readonly string[],
  requirements: readonly Requirement[],
): readonly string[] {
  const selectorOf = new Map(
    requirements.flatMap(({ id, slug, area }) => [
      [id, id] as const,
      [slug, id] as const,
      [area, area] as const,
    ]),
  );
  const known = new Map([...selectorOf].map(([name, selector]) => [name.toLowerCase(), selector]));
  return named.map((name) => {
    const found = known.get(name.toLowerCase());
    if (found !== undefined) return found;
    const meant = nearest(name, selectorOf.keys());
    const areas = [...new Set(requirements.map(({ area }) => area))].join(", ");
    const remedy =
      meant === undefined
        ? `The areas are ${areas}; \`petstore-conformance list\` has the ids and slugs.`
        : `Did you mean ${meant}?`;
    return throwUsage(`${option} ${JSON.stringify(name)} matches no requirement and no area`, remedy);
  });
}

function throwUsage(what: string, remedy: string): never {
  throw new UsageError({ what, where: "options", remedy });
}

function leavesSomething(
  { only, skip }: Pick<RunOptions, "only" | "skip">,
  requirements: readonly Requirement[],
): boolean {
  const names = (list: readonly string[], { id, area }: Requirement): boolean =>
    list.includes(id) || list.includes(area);
  return requirements.some(
    (requirement) =>
      requirement.level !== "open" &&
      (only.length === 0 || names(only, requirement)) &&
      !names(skip, requirement),
  );
}
