import { stepRef } from "#core/check/case.ts";
import { jsonOf } from "#core/check/json-body.ts";
import { rowsOf } from "#core/check/results/unresolved.ts";
import type { Suite } from "#core/check/suite.ts";
import { isSafe } from "#core/exchange/exchange.ts";
import { documentCauses } from "./causes.ts";
import { type DocumentPart, type OperationMade, writtenNotes } from "./document-suite.ts";
import { isServed, isServedBy } from "./family.ts";
import { ofDocuments } from "./reasons.ts";
import { isWriting, needsNothing } from "./sources.ts";

/** The suite of a document of another service: what it describes, and nothing else. */
export function aloneSuite(part: DocumentPart, common: Pick<Suite, "load" | "settings">): Suite {
  const [first, second] = part.operations.filter(showsTheService);
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

/** One that needs nothing to be known first. */
function showsTheService({ subject: { operation, leftOut } }: OperationMade): boolean {
  return leftOut === undefined && !isWriting(operation) && needsNothing(operation);
}
