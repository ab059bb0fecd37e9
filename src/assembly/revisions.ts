import type { Suite } from "../core/check/suite.ts";
import { type Change, changesBetween } from "../core/contract/changes/operation-changes.ts";
import type { Contract } from "../core/contract/contract.ts";
import { type RevisedRequirement, revisedRequirements } from "../revisions/revised-requirements.ts";
import type { Titles } from "../revisions/revision-words.ts";

/** The suite's own document, where a path or a URL is asked for. */
const own = "embedded";

/** Two revisions of the document, compared. */
interface ComparedRevisions {
  readonly changes: readonly Change[];
  readonly lines: readonly RevisedRequirement[];
  readonly titles: Titles;
}

/**
 * Two revisions of the document compared, each named by path or URL, or `embedded`.
 * @throws SpecError naming the place in the document and what to do
 */
export async function comparedRevisions(
  suite: Suite,
  before: string,
  after: string,
): Promise<ComparedRevisions> {
  const load = (named: string): Promise<Contract> => suite.load({ spec: named === own ? undefined : named });
  const [old, fresh] = await Promise.all([load(before), load(after)]);
  const changes = changesBetween(old.document, fresh.document);
  const lines = revisedRequirements(changes, {
    requirements: suite.requirements(fresh),
    concerned: suite.concerned,
  });
  return { changes, lines, titles: { before: titleOf(old), after: titleOf(fresh) } };
}

function titleOf({ title, version, source }: Contract): string {
  return `${title} ${version} (${source})`;
}
