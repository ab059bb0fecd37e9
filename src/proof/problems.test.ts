import { describe, expect, test } from "vitest";
import { sampleFault, sampleProof, sampleResult, sampleVariant } from "../../testing/proof/sample-proof.ts";
import { problemsOf, problemsOfBoth } from "./problems.ts";
import type { Proof } from "./proof.ts";

const withFault = (given: Parameters<typeof sampleFault>[0], profile: Proof["profile"] = "thorough") =>
  problemsOf(sampleProof({ profile, faults: [sampleFault(given)] }));
const withVariant = (given: Parameters<typeof sampleVariant>[0], profile: Proof["profile"] = "thorough") =>
  problemsOf(sampleProof({ profile, variants: [sampleVariant(given)] }));
const suiteErrors = ["the check of A-1: boom"];

test("a proof that holds has no problem", () => {
  expect(problemsOf(sampleProof())).toEqual([]);
});

describe("a fault", () => {
  test("that is missed by a requirement is a problem in thorough", () => {
    expect(withFault({ missed: ["A-2"] })).toEqual(["fault broken is missed by A-2"]);
  });

  test("that standard catches by one requirement may be missed by another there", () => {
    expect(withFault({ missed: ["A-2"] }, "standard")).toEqual([]);
  });

  test("that standard does not catch at all has to say so", () => {
    const missed = { caught: [], missed: ["A-1"] };
    expect(withFault(missed, "standard")).toEqual(["fault broken is missed in standard, by A-1"]);
    expect(withFault({ ...missed, profile: "thorough" }, "standard")).toEqual([]);
  });

  test("that says so although standard catches it is a problem", () => {
    expect(withFault({ profile: "thorough" }, "standard")).toEqual([
      "fault broken needs thorough, it says, but standard catches it by A-1",
    ]);
  });

  test("that fails more than it names is a problem in each profile", () => {
    const problem = ["fault broken fails B-1, which it does not name"];
    expect(withFault({ extra: ["B-1"] })).toEqual(problem);
    expect(withFault({ extra: ["B-1"] }, "standard")).toEqual(problem);
  });

  test("that changes nothing is told so", () => {
    expect(withFault({ result: { ...sampleResult, changesNothing: true } })).toEqual([
      "fault broken changes nothing: every answer is the correct server's",
    ]);
  });

  test("that breaks the suite itself is a problem", () => {
    expect(withFault({ result: { ...sampleResult, suiteErrors } })).toEqual([
      "fault broken: the suite itself failed in the check of A-1: boom",
    ]);
  });

  test("that says of a requirement that it fails too, which it never does, is a problem", () => {
    const proof = sampleProof({ faults: [sampleFault({ alsoFails: { "B-1": "why" } })] });
    expect(problemsOfBoth(proof, proof)).toEqual([
      "fault broken says that B-1 fails too, which it never does",
    ]);
  });
});

describe("a variant", () => {
  test("that is not conforming is a problem", () => {
    const result = { ...sampleResult, outcome: "inconclusive", reason: "evidence-lost" } as const;
    expect(withVariant({ result })).toEqual(["variant unusual is inconclusive (evidence-lost)"]);
  });

  test("that warns of more, or of less, than it names is a problem", () => {
    expect(withVariant({ warned: ["S-1"], warns: ["S-2"] })).toEqual([
      "variant unusual fails S-1, which it does not name",
      "variant unusual names S-2, which it does not fail",
    ]);
  });

  test("names exactly the musts that it cannot show", () => {
    expect(withVariant({ unshown: ["A-1"] })).toEqual(["variant unusual cannot show A-1, and names nothing"]);
    expect(withVariant({ notShown: ["A-1"] })).toEqual([
      "variant unusual cannot show nothing, and names A-1",
    ]);
    expect(withVariant({ unshown: ["A-1"] }, "standard")).toEqual([]);
  });
});

describe("what answers everything alike", () => {
  test("must not be conforming, nor pass more than two musts", () => {
    const mustsPassed = ["A-1", "A-2", "A-3"];
    const trivial = [{ id: "html", title: "is a page", mustsPassed, result: sampleResult }];
    expect(problemsOf(sampleProof({ trivial }))).toEqual([
      "trivial server html is conforming",
      "trivial server html passes A-1, A-2, A-3",
    ]);
  });
});

test("the correct server has to be conforming without a warning, on every stage", () => {
  const result = { ...sampleResult, failed: sampleFault().findings };
  expect(problemsOf(sampleProof({ reference: result, stages: [{ id: "broken", result }] }))).toEqual([
    "the correct server is conforming and fails A-1",
    "the correct server on the stage of broken is conforming and fails A-1",
  ]);
});

test("each must is broken by two faults or more", () => {
  const { bed } = sampleProof();
  const [fault] = bed.faults;
  const thin = sampleProof({ bed: { ...bed, faults: fault === undefined ? [] : [fault] } });
  expect(problemsOf(thin)).toEqual(["A-1 is broken by 1 faults, fewer than 2"]);
  expect(problemsOf({ ...thin, whole: false })).toEqual([]);
});
