import { UsageError } from "../../assembly/usage-error.ts";
import type { Requirement } from "../../check/requirement.ts";
import { nearest } from "./suggest.ts";

/** The ids and areas named by `--only`, `--skip` or `--require`, in the catalogue's own writing. Throws UsageError for one that names nothing. */
export function checkedSelectors(
  option: string,
  named: readonly string[],
  requirements: readonly Requirement[],
): readonly string[] {
  const known = new Map(
    requirements.flatMap(({ id, area }) => [id, area]).map((name) => [name.toLowerCase(), name]),
  );
  return named.map((name) => {
    const found = known.get(name.toLowerCase());
    if (found !== undefined) return found;
    const meant = nearest(name, known.values());
    const areas = [...new Set(requirements.map(({ area }) => area))].join(", ");
    const remedy =
      meant === undefined
        ? `The areas are ${areas}; \`petstore-conformance list\` has the ids.`
        : `Did you mean ${meant}?`;
    return throwUsage(`--${option} ${JSON.stringify(name)} matches no requirement and no area`, remedy);
  });
}

function throwUsage(what: string, remedy: string): never {
  throw new UsageError({ what, where: "options", remedy });
}

/** Throws UsageError when what is left after `--only` and `--skip` is nothing. */
export function checkSomethingIsLeft(
  { only, skip }: { readonly only: readonly string[]; readonly skip: readonly string[] },
  requirements: readonly Requirement[],
): void {
  const names = (list: readonly string[], { id, area }: Requirement): boolean =>
    list.includes(id) || list.includes(area);
  const left = requirements.some(
    (requirement) =>
      requirement.level !== "open" &&
      (only.length === 0 || names(only, requirement)) &&
      !names(skip, requirement),
  );
  if (!left)
    throwUsage(
      "--only and --skip leave nothing that could be judged",
      "Name a requirement that is a must or a should; `petstore-conformance list` has them.",
    );
}
