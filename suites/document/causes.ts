import { smallestFailing } from "#core/check/inputs/step.ts";
import type { Cause, CauseForm } from "#core/check/results/defect.ts";
import type { BrokenObservation, Finding, Observation, Verdict } from "#core/check/results/verdict.ts";

const maxExchangesNamed = 200;

/** What fails in the same way on several operations is one defect: a key that is not checked, a field that is left out. */
export function documentCauses(
  observations: readonly Observation[],
  verdicts: readonly Verdict[],
): readonly Cause[] {
  const failed = new Map(verdicts.filter(({ verdict }) => verdict === "fail").map((one) => [one.id, one]));
  const broken = observations.filter(
    (one): one is BrokenObservation => one.kind === "broken" && failed.has(one.requirement),
  );
  const groups = Map.groupBy(broken, ({ requirement, finding }) =>
    JSON.stringify([familyOf(requirement, failed), finding.got.status, formOf(finding)]),
  );
  return [...groups.values()].map((group) => causeOf(group, failed));
}

function familyOf(id: string, verdicts: ReadonlyMap<string, Verdict>): string {
  return id.slice((verdicts.get(id)?.area.length ?? 0) + 1).split("/")[0] ?? "";
}

function causeOf(group: readonly BrokenObservation[], failed: ReadonlyMap<string, Verdict>): Cause {
  const ids = [...new Set(group.map(({ requirement }) => requirement))];
  const musts = ids.filter((id) => failed.get(id)?.level === "must");
  const leading = musts[0] ?? ids[0] ?? "";
  const [first, ...others] = group.filter(({ requirement }) => requirement === leading);
  if (first === undefined) throw new Error("a group of findings without one");
  const { finding: shown } = smallestFailing([first, ...others], ({ finding }) => finding);
  const exchanges = [...new Set(group.map(({ finding }) => finding.exchange))];
  const form = formOf(shown);
  return {
    key: `${leading} ${form.kind}`,
    form,
    level: musts.length > 0 ? "must" : "should",
    leading,
    consequences: ids.filter((id) => id !== leading),
    undecided: [],
    finding: shown,
    broken: exchanges.length,
    exchanges: exchanges.slice(0, maxExchangesNamed),
  };
}

/** By its place, in whichever item of a list. */
function formOf({ place, got }: Finding): CauseForm {
  if (place === undefined) return { kind: "body", place };
  if (place.in === "status") return { kind: "status", status: got.status ?? 0 };
  if (place.in === "header") return { kind: "header", name: place.name };
  const names = place.pointer
    .split("/")
    .slice(1)
    .filter((name) => !/^\d+$/.test(name));
  const name = names.at(-1);
  return name === undefined ? { kind: "body", place: { in: "body", pointer: "" } } : { kind: "field", name };
}
