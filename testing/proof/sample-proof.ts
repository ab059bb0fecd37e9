import type { JobResult } from "#proof/job.ts";
import type { Proof, ServerRow } from "#proof/proof.ts";

// For tests: a proof that holds, to be spoilt in one place.

export const sampleResult: JobResult = {
  outcome: "conforming",
  exitCode: 0,
  reason: null,
  verdicts: { "A-1": "pass", "A-2": "pass" },
  failed: [],
  suiteErrors: [],
  conduct: { requests: 60, creates: 8, inBackOff: {}, ms: 1000, cause: null },
  withRoom: false,
};

/** A fault that is caught by what it fails. */
export function sampleServer(given: Partial<ServerRow> = {}): ServerRow {
  return {
    id: "broken",
    kind: "fault",
    area: "area",
    title: "breaks | it",
    idiom: "habit",
    fails: ["A-1"],
    warns: [],
    untested: [],
    ruling: [],
    breaks: ["A-1"],
    caught: ["A-1"],
    missed: [],
    also: [],
    extra: [],
    notTested: [],
    hooks: () => ({}),
    result: {
      ...{ ...sampleResult, outcome: "non-conforming" },
      failed: [
        { id: "A-1", expected: "one pet", seen: "200 with 2 pets", case: "limit 1", broken: 1, of: 3 },
      ],
    },
    ...given,
  };
}

/** A variant that nothing is said of. */
export function sampleVariant(given: Partial<ServerRow> = {}): ServerRow {
  return {
    ...sampleServer({
      id: "unusual",
      kind: "variant",
      title: "is unusual",
      ruling: [13],
      result: sampleResult,
    }),
    fails: [],
    breaks: [],
    caught: [],
    ...given,
  };
}

export function sampleProof(given: Partial<Proof> = {}): Proof {
  const servers = [sampleServer(), sampleServer({ id: "broken-too" }), sampleVariant()];
  return {
    profile: "thorough",
    whole: true,
    bed: {
      requirements: [{ id: "A-1", slug: "hold-it", area: "A", level: "must", text: "It holds." }],
      generated: [],
      servers,
      trivial: [],
      stages: [],
    },
    controls: [{ what: "the correct server", result: sampleResult }],
    servers,
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
