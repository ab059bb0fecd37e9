import { stepRef } from "#core/check/case.ts";
import { smallestFailing } from "#core/check/inputs/step.ts";
import { jsonOf } from "#core/check/json-body.ts";
import type { Cause, CauseForm } from "#core/check/results/defect.ts";
import { rowsOf } from "#core/check/results/unresolved.ts";
import type { BrokenObservation, Finding, Observation, Verdict } from "#core/check/results/verdict.ts";
import type { Suite } from "#core/check/suite.ts";
import { isSafe } from "#core/exchange/exchange.ts";
import { type DocumentPart, writtenNotes } from "./document-suite.ts";
import { isServed, isServedBy } from "./family.ts";
import { ofDocuments } from "./reasons.ts";
import { isWriting, needsNothing } from "./sources.ts";

/** The suite of a document of another service: what it describes, and nothing else. */
export function aloneSuite(part: DocumentPart, common: Pick<Suite, "load" | "settings">): Suite {
  const [first, second] = part.operations.filter(
    ({ subject: { operation, leftOut } }) =>
      leftOut === undefined && !isWriting(operation) && needsNothing(operation),
  );
  const list = first?.subject.base ?? none;
  return {
    load: common.load,
    settings: common.settings,
    requirements: () => part.requirements,
    checks: part.checks,
    steps: () => part.steps,
    positiveControls: part.positiveControls,
    words: {
      ...{ title: "Service", name: "described", thing: "thing", things: "things" },
      reasons: rowsOf(ofDocuments),
    },
    preflight: {
      operation: first?.subject.operation.id ?? "",
      isService: (exchange) =>
        isServed(exchange) ||
        jsonOf(exchange) !== undefined ||
        (first !== undefined && isServedBy(first.subject.operation, exchange)),
      list,
      create: second?.subject.base ?? none,
      withoutKey: stepRef(`${list.id}/no-key`, `${list.label}, no key`),
      size: () => undefined,
      unsentList: () => undefined,
    },
    probe: {
      about: [],
      request: { method: "GET", path: first?.subject.operation.path ?? "/", credential: { kind: "valid" } },
      burst: stepRef("probe/burst", "over the limit"),
      recovery: stepRef("probe/recovery", "after the limit"),
      between: stepRef("probe/between", "another operation"),
      isDaily: () => false,
    },
    notApplicable: () => undefined,
    rootCause: () => undefined,
    causes: async (observations, verdicts) => documentCauses(observations, verdicts),
    renewed: (spec) => (isSafe(spec) ? spec : undefined),
    notes: (facts) => writtenNotes(part.operations, facts),
    concerned: () => [],
    traffic: { lone: [], keyed: [] },
  };
}

/** What no plan has. */
const none = stepRef("none");

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
