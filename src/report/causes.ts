import type { Cause } from "../core/check/defect.ts";
import { type Level, requirementName } from "../core/check/requirement.ts";
import type { Verdict } from "../core/check/verdict.ts";

/** The ids of all requirements that fail by one of these. */
export function explainedBy(causes: readonly Cause[]): ReadonlySet<string> {
  return new Set(causes.flatMap(({ leading, consequences }) => [leading, ...consequences]));
}

/** Of a cause: the requirement that says it best, as people read it, and its finding among that requirement's. */
export function leadingOf({ leading, finding }: Cause, verdicts: readonly Verdict[]) {
  const verdict = verdicts.find(({ id }) => id === leading);
  const folded = verdict?.findings.find(
    (one) => one.case.id === finding.case.id && one.exchange === finding.exchange,
  );
  return { name: verdict === undefined ? leading : requirementName(verdict), folded };
}

export function mustsFirst<Item extends { readonly level: Level }>(items: readonly Item[]): readonly Item[] {
  return items.toSorted((a, b) => Number(b.level === "must") - Number(a.level === "must"));
}

/** Each failure as a cause of its own, musts first: of those whose evidence does not say which follows from which. */
export function ownCauses(verdicts: readonly Verdict[]): readonly Cause[] {
  return mustsFirst(verdicts.flatMap((verdict) => ownCause(verdict) ?? []));
}

function ownCause({ id, level, verdict, findings, guidance }: Verdict): Cause | undefined {
  const [finding] = findings;
  if (verdict !== "fail" || finding === undefined) return undefined;
  return {
    key: `${id} body`,
    form: { kind: "body", place: finding.place },
    ...{ level, leading: id, consequences: [], undecided: [], finding, advice: guidance },
    broken: findings.reduce((sum, one) => sum + one.broken, 0),
    exchanges: findings.map(({ exchange }) => exchange),
  };
}
