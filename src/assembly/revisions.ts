import { changesBetween } from "#core/contract/changes/operation-changes.ts";
import type { Contract } from "#core/contract/contract.ts";
import { revisedRequirements } from "#revisions/revised-requirements.ts";
import { contractOf, suited } from "./assemble.ts";

/** The suite's own document, where a path or a URL is asked for. */
export const embedded = "embedded";

/**
 * Two revisions of the document compared, each named by path or URL, or `embedded`. `concerned` is that of the newer one's suite.
 * @throws SpecError naming the place in the document and what to do
 */
export async function comparedRevisions(before: string, after: string, onReading?: () => void) {
  const load = (named: string): Promise<Contract> =>
    contractOf({ spec: named === embedded ? undefined : named, onReading });
  // One after the other, and what is made of each last: both take much memory.
  const old = await load(before);
  const fresh = await load(after);
  const changes = changesBetween(old.document, fresh.document);
  const { requirements, suite } = await suited(fresh, {});
  const { concerned } = suite;
  const ids = new Set(requirements.map(({ id }) => id));
  // What the newer one dropped has its words from the older.
  const gone = (await suited(old, {})).requirements.filter(({ id }) => !ids.has(id));
  const lines = revisedRequirements(changes, { requirements: [...requirements, ...gone], concerned });
  return {
    ...{ changes, lines, concerned, before: titleOf(old), after: titleOf(fresh) },
    warnings: [...old.warnings, ...fresh.warnings],
  };
}

function titleOf({ title, version, source }: Contract): string {
  return `${title} ${version} (${source})`;
}
