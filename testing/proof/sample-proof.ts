import type { JobResult } from "../../src/proof/job.ts";
import type { FaultRow, Proof, VariantRow } from "../../src/proof/proof.ts";

// For tests: a proof that holds, to be spoilt in one place.

export const sampleResult: JobResult = {
  outcome: "conforming",
  exitCode: 0,
  reason: null,
  verdicts: { "A-1": "pass", "A-2": "pass" },
  failed: [],
  suiteErrors: [],
  requests: 60,
  withRoom: false,
  changesNothing: false,
};

export function sampleFault(given: Partial<FaultRow> = {}): FaultRow {
  return {
    id: "broken",
    area: "area",
    title: "breaks | it",
    breaks: ["A-1"],
    idiom: "habit",
    profile: "standard",
    alsoFails: {},
    caught: ["A-1"],
    also: [],
    missed: [],
    extra: [],
    findings: [
      { id: "A-1", expected: "one pet", seen: "200 with 2 pets", case: "limit 1", broken: 1, judged: 3 },
    ],
    result: { ...sampleResult, outcome: "non-conforming" },
    ...given,
  };
}

export function sampleVariant(given: Partial<VariantRow> = {}): VariantRow {
  return {
    id: "unusual",
    area: "area",
    title: "is unusual",
    ruling: [13],
    warns: [],
    notShown: [],
    warned: [],
    unshown: [],
    result: sampleResult,
    ...given,
  };
}

export function sampleProof(given: Partial<Proof> = {}): Proof {
  const fault = sampleFault();
  const requirement = { id: "A-1", area: "A", level: "must", text: "It holds." } as const;
  return {
    profile: "thorough",
    whole: true,
    bed: {
      requirements: [requirement],
      faults: [fault, { ...fault, id: "broken-too" }],
      variants: [],
      trivial: [],
      stages: [],
    },
    reference: sampleResult,
    stages: [{ id: "broken", result: sampleResult }],
    faults: [fault, sampleFault({ id: "broken-too" })],
    variants: [sampleVariant()],
    trivial: [
      {
        id: "html",
        title: "is a page",
        mustsPassed: [],
        result: { ...sampleResult, outcome: "non-conforming" },
      },
    ],
    ...given,
  };
}
