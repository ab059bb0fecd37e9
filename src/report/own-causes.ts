import type { Cause } from "../core/check/defect.ts";
import type { Verdict } from "../core/check/verdict.ts";

/** Each failure as a cause of its own, musts first: of those whose evidence does not say which follows from which. */
export function ownCauses(verdicts: readonly Verdict[]): readonly Cause[] {
  const causes = verdicts.flatMap((verdict) => ownCause(verdict) ?? []);
  return [
    ...causes.filter(({ level }) => level === "must"),
    ...causes.filter(({ level }) => level !== "must"),
  ];
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
