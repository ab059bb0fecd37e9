import { changesBetween } from "#core/contract/changes/operation-changes.ts";
import type { Contract } from "#core/contract/contract.ts";
import { revisedRequirements } from "#revisions/revised-requirements.ts";
import { type Prepared, prepare } from "./assemble.ts";

/** The suite's own document, where a path or a URL is asked for. */
export const embedded = "embedded";

/**
 * Two revisions of the document compared, each named by path or URL, or `embedded`. `concerned` is that of the newer one's suite.
 * @throws SpecError naming the place in the document and what to do
 */
export async function comparedRevisions(before: string, after: string, onReading?: () => void) {
  const load = (named: string): Promise<Prepared> =>
    prepare({ spec: named === embedded ? undefined : named, onReading });
  // One after the other: what reads a large document takes much memory while it does.
  const old = await load(before);
  const fresh = await load(after);
  const changes = changesBetween(old.contract.document, fresh.contract.document);
  const { concerned } = fresh.suite;
  const ids = new Set(fresh.requirements.map(({ id }) => id));
  // What the newer one dropped has its words from the older.
  const requirements = [...fresh.requirements, ...old.requirements.filter(({ id }) => !ids.has(id))];
  const lines = revisedRequirements(changes, { requirements, concerned });
  return {
    ...{ changes, lines, concerned, before: titleOf(old.contract), after: titleOf(fresh.contract) },
    warnings: [...old.contract.warnings, ...fresh.contract.warnings],
  };
}

function titleOf({ title, version, source }: Contract): string {
  return `${title} ${version} (${source})`;
}
