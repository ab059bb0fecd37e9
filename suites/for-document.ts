import type { Facts } from "#core/check/facts.ts";
import { rowsOf } from "#core/check/results/unresolved.ts";
import type { AskedDocument, Suite } from "#core/check/suite.ts";
import type { Contract } from "#core/contract/contract.ts";
import { loadCatalogue } from "./catalogue.ts";
import { aloneSuite, documentCauses } from "./document/document-only-suite.ts";
import { type DocumentPart, documentPart, writtenNotes } from "./document/document-suite.ts";
import { ofDocuments } from "./document/reasons.ts";
import { declaredHeaders, declaredOperations } from "./document/settings.ts";
import { thingToWriteTo } from "./document/sources.ts";
import { withoutOthers } from "./document/without-others.ts";
import { lacking } from "./petstore/applicability.ts";
import { additionsTo, operationsBeside } from "./petstore/roles.ts";
import { firstCreate, firstList } from "./petstore/shared/steps/named-steps.ts";
import { createStep } from "./petstore/shared/steps/valid-bodies.ts";
import { suite as registered } from "./registry.ts";

/**
 * The suite that judges by this document: the pet store's, with what the document describes beside it; for a document of
 * another service what the document describes, and nothing else. `petstore`: in place of the registered one.
 */
export function suiteFor(
  contract: Contract,
  { declared = {} }: AskedDocument,
  petstore: Suite = registered,
): DocumentSuite {
  const operations = declaredOperations(declared);
  const headers = declaredHeaders(declared);
  const beside = operationsBeside(contract);
  if (contract.operations.size === 0) {
    const part = documentPart(beside, { operations, headers, showing: [], hasRateHeaders: false });
    return { suite: withDropped(aloneSuite(part, petstore), contract), part };
  }
  const [list, create] = [contract.operations.get("listPets"), contract.operations.get("createPet")];
  const showing = [
    ...(list === undefined ? [] : [{ operation: list, step: firstList }]),
    ...(create === undefined ? [] : [{ operation: create, step: firstCreate, toWriteTo: thingToWriteTo }]),
  ];
  const additions = additionsTo(contract);
  const part = documentPart(beside, { operations, headers, showing, additions, hasRateHeaders: true });
  return { suite: part.operations.length === 0 ? petstore : joined(petstore, part), part };
}

function withReasonsOf({ words }: Suite, more: Suite["words"]["reasons"]): Suite["words"] {
  return { ...words, reasons: [...words.reasons, ...more] };
}

/** Names what the document no longer describes; it does not apply. */
function withDropped(suite: Suite, contract: Contract): Suite {
  if (contract.dropped.length === 0 || contract.own === undefined) return suite;
  const dropped = loadCatalogue(contract.own);
  const ids = new Set(dropped.map(({ id }) => id));
  return {
    ...suite,
    words: withReasonsOf(suite, registered.words.reasons),
    requirements: (of) => [...dropped, ...suite.requirements(of)],
    notApplicable: (requirement, facts) =>
      ids.has(requirement.id) ? lacking(requirement, contract) : suite.notApplicable(requirement, facts),
  };
}

/** A suite, and what it makes of the operations that the document alone describes. */
interface DocumentSuite {
  readonly suite: Suite;
  readonly part: DocumentPart;
}

/** Every request gets an answer, and is counted by a rate limit, whichever operation it addresses. */
const aboutAll = /^(?:HTTP-1|HTTP-5|RATE-\d+)$/;

function blindControls({ positiveControls }: Suite): Suite["positiveControls"] {
  return Object.fromEntries(
    Object.entries(positiveControls).flatMap(([id, control]) =>
      control === undefined
        ? []
        : [[id, { ...control, missing: (facts: Facts) => control.missing(withoutOthers(facts)) }]],
    ),
  );
}

/** Not one that the pet store's own requirements follow: it may be changed or deleted. */
const petToWriteTo = createStep(thingToWriteTo, "standard", () => ({ status: undefined }), {
  waitsFor: [firstCreate],
});

function joined(petstore: Suite, part: DocumentPart): Suite {
  const ids = new Set(part.requirements.map(({ id }) => id));
  const writesToPets = part.steps.some(({ requires = [] }) =>
    requires.some(({ id }) => id === thingToWriteTo.id),
  );
  return {
    ...petstore,
    words: withReasonsOf(petstore, rowsOf(ofDocuments)),
    requirements: (contract) => [...petstore.requirements(contract), ...part.requirements],
    checks: [...petstore.checks, ...part.checks],
    // The pet store's own checks would take each list for one of pets.
    seenBy: (about, facts) => (aboutAll.test(about) || ids.has(about) ? facts : withoutOthers(facts)),
    steps: (contract) => [
      ...petstore.steps(contract),
      ...(writesToPets ? [petToWriteTo] : []),
      ...part.steps,
    ],
    positiveControls: { ...blindControls(petstore), ...part.positiveControls },
    rootCause: (facts) => petstore.rootCause(withoutOthers(facts)),
    notApplicable: (requirement, facts) =>
      ids.has(requirement.id) ? undefined : petstore.notApplicable(requirement, facts),
    causes: async (observations, verdicts, facts, tried) => {
      const [ofDocument = [], ofPets = []] = [true, false].map((isOf) =>
        observations.filter(({ requirement }) => ids.has(requirement) === isOf),
      );
      return [
        ...(await petstore.causes(ofPets, verdicts, withoutOthers(facts), tried)),
        ...documentCauses(ofDocument, verdicts),
      ].toSorted((a, b) => Number(b.level === "must") - Number(a.level === "must"));
    },
    notes: (facts) => [...petstore.notes(facts), ...writtenNotes(part.operations, facts)],
  };
}
