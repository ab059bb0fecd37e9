import { describe, expect, test } from "vitest";
import { sampleProof, sampleResult, sampleServer, sampleVariant } from "#testing/proof/sample-proof.ts";
import { problemsOf } from "./problems.ts";
import type { Proof } from "./proof.ts";

const should = { id: "S-1", slug: "be-nice", area: "S", level: "should", text: "It is nice." } as const;
const { bed } = sampleProof();
const bedWithShould = { ...bed, requirements: [...bed.requirements, should] };
const withFault = (given: Parameters<typeof sampleServer>[0], profile: Proof["profile"] = "thorough") =>
  problemsOf(sampleProof({ profile, whole: false, servers: [sampleServer(given)] }));
const withVariant = (given: Parameters<typeof sampleVariant>[0], profile: Proof["profile"] = "thorough") =>
  problemsOf(sampleProof({ profile, whole: false, bed: bedWithShould, servers: [sampleVariant(given)] }));
const suiteErrors = ["the check of A-1: boom"];

test("a proof that holds has no problem", () => {
  expect(problemsOf(sampleProof())).toEqual([]);
});

describe("a server", () => {
  test("that names a requirement which does not fail is a problem in thorough", () => {
    expect(withFault({ missed: ["A-2"] })).toEqual(["fault broken names A-2, which it does not fail"]);
  });

  test("that standard catches by one requirement may be missed by another there", () => {
    expect(withFault({ missed: ["A-2"] }, "standard")).toEqual([]);
  });

  test("that standard does not catch at all has to say so", () => {
    const missed = { caught: [], missed: ["A-1"] };
    expect(withFault(missed, "standard")).toEqual([
      "fault broken fails nothing of A-1 in standard; where thorough shows it, say so in its profile",
    ]);
    expect(withFault({ ...missed, profile: "thorough" }, "standard")).toEqual([]);
  });

  test("that says so although standard catches it is a problem", () => {
    expect(withFault({ profile: "thorough" }, "standard")).toEqual([
      "fault broken needs thorough, it says, but standard catches it by A-1",
    ]);
  });

  test("that fails more than it names is a problem in each profile, whether it is permitted or not", () => {
    expect(withFault({ extra: ["B-1"] })).toEqual(["fault broken fails B-1, which it does not name"]);
    expect(withFault({ extra: ["B-1"] }, "standard")).toHaveLength(1);
    expect(withVariant({ extra: ["S-1"] })).toEqual(["variant unusual fails S-1, which it does not name"]);
  });

  test("that changes nothing is reported so", () => {
    expect(withFault({ result: { ...sampleServer().result, changesNothing: true } })).toEqual([
      "fault broken changes nothing: every answer is the correct server's",
    ]);
  });

  test("that breaks the suite itself is a problem", () => {
    expect(withFault({ result: { ...sampleServer().result, suiteErrors } })).toEqual([
      "fault broken: the suite itself failed in the check of A-1: boom",
    ]);
  });

  test("that says of a requirement that it fails in standard only, which it does not, is a problem", () => {
    expect(withFault({ standardOnly: { "B-1": "why" } }, "standard")).toEqual([
      "fault broken says that B-1 fails in standard only, which it does not",
    ]);
    expect(withFault({ standardOnly: { "B-1": "why" }, also: ["B-1"] }, "standard")).toEqual([]);
  });

  test("names a must in its fails and a should in its warns", () => {
    expect(withVariant({ warns: ["A-1"] })).toEqual([
      "variant unusual names A-1 in its warns, which is a must",
    ]);
    expect(withFault({ fails: ["A-1", "S-9"] })).toEqual([
      "fault broken names S-9 in its fails, which is no requirement",
    ]);
  });
});

describe("a server that fails no must", () => {
  test("has to be conforming, whether it is permitted or warned of", () => {
    const result = { ...sampleResult, outcome: "inconclusive", reason: "evidence-lost" } as const;
    expect(withVariant({ result })).toEqual(["variant unusual is inconclusive (evidence-lost)"]);
    expect(withVariant({ kind: "fault", result }, "standard")).toEqual([
      "fault unusual is inconclusive (evidence-lost)",
    ]);
  });

  test("names exactly the musts that cannot be tested on it", () => {
    expect(withVariant({ notTested: ["A-1"] })).toEqual([
      "variant unusual leaves A-1 untested, and names nothing",
    ]);
    expect(withVariant({ untested: ["A-1"] })).toEqual([
      "variant unusual leaves nothing untested, and names A-1",
    ]);
    expect(withVariant({ notTested: ["A-1"] }, "standard")).toEqual([]);
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
  const result = { ...sampleResult, failed: sampleServer().findings };
  expect(problemsOf(sampleProof({ reference: result, stages: [{ id: "broken", result }] }))).toEqual([
    "the correct server is conforming and fails A-1",
    "the correct server on the stage of broken is conforming and fails A-1",
  ]);
});

test("each must fails on two servers or more, each should on one", () => {
  const thin = sampleProof({ bed: { ...bedWithShould, servers: bed.servers.slice(0, 1) } });
  expect(problemsOf(thin)).toEqual([
    "A-1 is a must: it needs 2 servers that fail it, and has 1",
    "S-1 is a should: it needs 1 server that fails it, and has 0",
  ]);
  expect(problemsOf({ ...thin, whole: false })).toEqual([]);
});
