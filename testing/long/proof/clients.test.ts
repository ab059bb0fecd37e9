import { describe, expect, test } from "vitest";
import { prepareExam } from "#assembly/exam.ts";
import { integerBetween, seededRandom } from "#core/check/inputs/random.ts";
import { answeredIn, coverageOf } from "#exam/proof/coverage.ts";
import { problemsOfClients, proveClients } from "#exam/proof/prove-clients.ts";
import { coverageFile } from "#scripts/record/generated.ts";
import { certifiedServer } from "#testing/certificate/certified-clients.ts";
import {
  certificateOf,
  recordedLinesOf,
  recordingOf,
  statementIn,
  verified,
} from "#testing/certificate/sample-certificate.ts";
import { servers } from "#testing/proof/bed.ts";
import { textOf } from "#testing/source-files.ts";

// Every client of the proof, examined once for all that is asked of the exams.

const prepared = await prepareExam(undefined);
const { roles } = await prepared.suite.proof();
const proved = await proveClients(prepared);

test("every client with a fault fails what it is declared to, and every unusual one nothing", () => {
  expect(problemsOfClients(proved, prepared.requirements)).toEqual([]);
});

test("there are at least forty clients with a fault, and twenty unusual ones", () => {
  const faults = proved.filter(({ declared }) => declared.length > 0);
  expect(faults.length).toBeGreaterThanOrEqual(40);
  expect(proved.length - faults.length).toBeGreaterThanOrEqual(20);
});

test("a client that fails something else than it is declared to is a problem", () => {
  const [first = expect.fail("no client"), ...others] = proved;
  const wrong = { ...first, failed: ["CLIENT-15"] };
  expect(problemsOfClients([wrong, ...others], prepared.requirements)).toEqual([
    `${first.id} is declared to fail ${first.declared.join(" ")}, and fails CLIENT-15`,
  ]);
});

const coverage = await coverageOf(proved, prepared);

describe("what the exams cover", () => {
  const { situations } = prepared.suite;
  const isJudged = (id: string, role: string, name: string) =>
    coverage.get(id)?.get(role)?.has(name) === true;

  test("every situation shows what it is there for, of every operation that it answers", () => {
    const all = situations.flatMap((one) =>
      one.shows.flatMap((id) => answeredIn(one, roles).map((role) => ({ id, role, name: one.name }))),
    );
    expect(all.filter(({ id, role, name }) => !isJudged(id, role, name))).toEqual([]);
  });

  test("a situation that only changes the service's answers shows what it is there for, of some operation", () => {
    const changing = situations.filter(({ lessons }) => lessons === undefined);
    const all = changing.flatMap(({ name, shows }) => shows.map((id) => ({ id, name })));
    expect(all.filter(({ id, name }) => !roles.some((role) => isJudged(id, role, name)))).toEqual([]);
  });

  test("every requirement of clients is judged", () => {
    const judged = (id: string) => [...(coverage.get(id)?.values() ?? [])].some(({ size }) => size > 0);
    expect(prepared.requirements.filter(({ id }) => !judged(id))).toEqual([]);
  });

  test("reports/exam.md has the table of it (npm run record writes it anew)", async () => {
    for (const [path, text] of await coverageFile(coverage, prepared)) expect(textOf(path)).toBe(text);
  });
});

const random = seededRandom(1, "certified servers");
const sample = (kind: string, level: "fails" | "warns" | undefined) => {
  const some = servers.filter(
    (one) =>
      one.kind === kind &&
      one.profile !== "thorough" &&
      (level === undefined || one[level].length > 0) &&
      (level !== "warns" || one.fails.length === 0),
  );
  return Array.from({ length: 2 }, () => some[integerBetween(random, 0, some.length - 1)]).flatMap(
    (one) => one ?? [],
  );
};
const locksOut = servers.filter(({ id }) => id === "locks-out-early");

test.each([...sample("variant", undefined), ...locksOut].map((one) => [one.id, one] as const))(
  "the variant %s gets a certificate, which verifies",
  async (_, server) => {
    const found = await certifiedServer(server);
    expect(found).toEqual({ result: expect.any(String), obstacles: [], problems: [] });
  },
);

test.each(sample("fault", "fails").map((one) => [one.id, one] as const))(
  "the fault %s gets none",
  async (_, server) => {
    const { result, obstacles } = await certifiedServer(server);
    expect([result, obstacles[0]]).toEqual([undefined, expect.stringMatching(/^It fails /)]);
  },
);

test.each(sample("fault", "warns").map((one) => [one.id, one] as const))(
  "the fault %s, which fails no must, gets one with a warning",
  async (_, server) => {
    expect(await certifiedServer(server)).toMatchObject({ result: "WARNED", problems: [] });
  },
);

test("a thorough run of which nothing was left out is thorough", async () => {
  // No pet is sold yet, so that a list is empty.
  const server = { hooks: () => ({}), stage: { seedPets: 2 } };
  const recording = recordingOf(await recordedLinesOf(server, { profile: "thorough" }));
  const certificate = await certificateOf(recording);
  expect(statementIn(certificate).predicate).toMatchObject({
    level: "server thorough",
    musts: { tested: 61, of: 61 },
  });
  const asked = { require: "thorough", minTested: 100 } as const;
  expect(await verified(certificate, recording, asked)).toMatchObject({ problems: [] });
});
