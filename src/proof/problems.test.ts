import { expect, test } from "vitest";
import { sampleProof, sampleResult, sampleServer, sampleVariant } from "#testing/proof/sample-proof.ts";
import { problemsOf } from "./problems.ts";
import type { Proof, ServerRow } from "./proof.ts";

const should = { id: "S-1", slug: "be-nice", area: "S", level: "should", text: "It is nice." } as const;
const { bed } = sampleProof();
const bedWithShould = { ...bed, requirements: [...bed.requirements, should] };
const withServer = (server: ServerRow, profile: Proof["profile"] = "thorough") =>
  problemsOf(sampleProof({ profile, whole: false, bed: bedWithShould, servers: [server] }));

const missed = { caught: [], missed: ["A-1"] };
const standardOnly = { "B-1": "why" };

test("a proof that holds has no problem", () => {
  expect(problemsOf(sampleProof())).toEqual([]);
});

type Row = [why: string, given: Partial<ServerRow>, problem?: string];

test.each<Row>([
  ["names what does not fail", { missed: ["A-2"] }, " names A-2, which it does not fail"],
  ["fails more than it names", { extra: ["B-1"] }, " fails B-1, which it does not name"],
  [
    "breaks the suite itself",
    { result: { ...sampleServer().result, suiteErrors: ["the check of A-1: boom"] } },
    ": the suite itself failed in the check of A-1: boom",
  ],
  ["names none", { fails: ["A-1", "S-9"] }, " names S-9 in its fails, which is no requirement"],
])("in thorough a fault that %s is a problem", (_, given, problem) => {
  expect(withServer(sampleServer(given))).toEqual([`fault broken${problem}`]);
});

test.each<Row>([
  ["is caught by another requirement", { missed: ["A-2"] }],
  [
    "is not caught at all",
    missed,
    " fails nothing of A-1 in standard; where thorough shows it, say so in its profile",
  ],
  ["says that it is not caught", { ...missed, profile: "thorough" }],
  [
    "says so although it is caught",
    { profile: "thorough" },
    " needs thorough, it says, but standard catches it by A-1",
  ],
  ["fails more than it names", { extra: ["B-1"] }, " fails B-1, which it does not name"],
  [
    "does not fail what it says",
    { standardOnly },
    " says that B-1 fails in standard only, which it does not",
  ],
  ["fails in standard only what it says", { standardOnly, also: ["B-1"] }],
])("in standard a fault that %s is a problem, or none", (_, given, problem) => {
  expect(withServer(sampleServer(given), "standard")).toEqual(problem ? [`fault broken${problem}`] : []);
});

test.each<Row>([
  ["fails a should", { extra: ["S-1"] }, " fails S-1, which it does not name"],
  ["names a must in its warns", { warns: ["A-1"] }, " names A-1 in its warns, which is a must"],
  ["leaves a must untested", { notTested: ["A-1"] }, " leaves A-1 untested, and names nothing"],
  ["names one for nothing", { untested: ["A-1"] }, " leaves nothing untested, and names A-1"],
])("in thorough a variant that %s is a problem", (_, given, problem) => {
  expect(withServer(sampleVariant(given))).toEqual([`variant unusual${problem}`]);
});

test("a server that fails no must has to be conforming, and may leave musts untested in standard", () => {
  const result = { ...sampleResult, outcome: "inconclusive", reason: "evidence-lost" } as const;
  for (const kind of ["fault", "variant"] as const)
    for (const profile of ["thorough", "standard"] as const)
      expect(withServer(sampleVariant({ kind, result }), profile)).toEqual([
        `${kind} unusual is inconclusive (evidence-lost)`,
      ]);
  expect(withServer(sampleVariant({ notTested: ["A-1"] }), "standard")).toEqual([]);
});

test("what answers everything alike must not be conforming, nor pass more than two musts", () => {
  const mustsPassed = ["A-1", "A-2", "A-3"];
  const trivial = [{ id: "html", title: "is a page", mustsPassed, result: sampleResult }];
  expect(problemsOf(sampleProof({ trivial }))).toEqual([
    "trivial server html is conforming",
    "trivial server html passes A-1, A-2, A-3",
  ]);
});

test("the correct server has to be conforming without a warning, on every stage", () => {
  const result = { ...sampleResult, failed: sampleServer().result.failed };
  const controls = ["the correct server", "the correct server on the stage of broken"];
  expect(problemsOf(sampleProof({ controls: controls.map((what) => ({ what, result })) }))).toEqual(
    controls.map((what) => `${what} is conforming and fails A-1`),
  );
});

test("each must fails on two servers or more, each should on one", () => {
  const thin = sampleProof({ bed: { ...bedWithShould, servers: bed.servers.slice(0, 1) } });
  expect(problemsOf(thin)).toEqual([
    "A-1 is a must: it needs 2 servers that fail it, and has 1",
    "S-1 is a should: it needs 1 server that fails it, and has 0",
  ]);
  expect(problemsOf({ ...thin, whole: false })).toEqual([]);
});
