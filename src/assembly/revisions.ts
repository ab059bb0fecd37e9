import type { Change } from "#core/check/change.ts";
import type { Requirement } from "#core/check/requirement.ts";
import type { Suite } from "#core/check/suite.ts";
import type { Contract } from "#core/contract/contract.ts";
import type { OperationId } from "#core/contract/operations.ts";
import { changesBetween } from "#revisions/changes/operation-changes.ts";
import { requirementsOf, revisedRequirements } from "#revisions/revised-requirements.ts";
import { contractOf, suited } from "./assemble.ts";

/**
 * Two revisions of the document compared, each named by path or URL; undefined: the suite's own. `concerned` is that of the newer one's suite.
 * @throws SpecError naming the place in the document and what to do
 */
export async function comparedRevisions(before: string | undefined, after: string | undefined) {
  // One after the other, and what is made of each last: both take much memory.
  const old = await contractOf({ spec: before });
  const fresh = await contractOf({ spec: after, beside: old.document });
  const changes = changesBetween(old.document, fresh.document);
  const { concerned } = (await suited({ ...fresh, others: new Map() }, {})).suite;
  // What the newer one dropped has its words from the older.
  const requirements = new Map<string, Requirement>();
  for (const contract of [fresh, old]) await addRequirements(contract, changes, concerned, requirements);
  const lines = revisedRequirements(changes, { requirements: [...requirements.values()], concerned });
  const compared = comparedOperations(changes, [old, fresh]);
  return {
    ...{ changes, compared, lines, concerned, before: titleOf(old), after: titleOf(fresh) },
    warnings: [...old.warnings, ...fresh.warnings],
  };
}

/** Of an operation some ten requirements are made, with their checks: those of thousands would fill the memory. */
const madeAtOnce = 200;

async function addRequirements(
  contract: Contract,
  changes: readonly Change[],
  concerned: Suite["concerned"],
  found: Map<string, Requirement>,
): Promise<void> {
  const wanted = new Set(changes.flatMap((change) => requirementsOf(change, concerned)));
  const changed = new Set(changes.map(({ operation }) => operation));
  const touched = [...contract.others].filter(([, one]) => changed.has(one.name));
  for (let first = 0; first === 0 || first < touched.length; first += madeAtOnce) {
    const others = new Map(touched.slice(first, first + madeAtOnce));
    for (const one of (await suited({ ...contract, others }, {})).requirements)
      if (wanted.has(one.id) && !found.has(one.id)) found.set(one.id, one);
  }
}

/** What a recording by the older revision shows of operations that both have. */
export interface ComparedOperations {
  /** Those in which anything differs: what is asked of them now may be something else. */
  readonly changed: ReadonlySet<OperationId>;
  /** Those that no credential of the older revision opens any more. */
  readonly closed: ReadonlySet<OperationId>;
}

function comparedOperations(changes: readonly Change[], contracts: readonly Contract[]): ComparedOperations {
  const operations = contracts.flatMap(({ operations: known, others }) => [
    ...known.values(),
    ...others.values(),
  ]);
  const ids = new Map(operations.map((one) => [one.name, one.id]));
  const idsOf = (wanted: (change: Change) => boolean) =>
    new Set(changes.filter(wanted).flatMap(({ operation }) => ids.get(operation) ?? []));
  return {
    changed: idsOf(({ keyword }) => keyword !== "operation"),
    closed: idsOf(({ part, relation }) => part.in === "security" && relation === "other"),
  };
}

function titleOf({ title, version, source }: Contract): string {
  return `${title} ${version} (${source})`;
}
