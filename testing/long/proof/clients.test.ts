import { describe, expect, test } from "vitest";
import { prepareExam } from "#assembly/exam.ts";
import type { Situation } from "#core/check/clients/situation.ts";
import { coverageOf, problemsOfClients, proveClients } from "#exam/proof/prove-clients.ts";
import { coverageFile } from "#scripts/record/generated.ts";
import { certifiedServer } from "#testing/certificate/certified-clients.ts";
import {
  certificateOf,
  recordedLinesOf,
  recordingOf,
  statementIn,
  verified,
} from "#testing/certificate/sample-certificate.ts";
import { serverOf } from "#testing/proof/bed.ts";
import { textOf } from "#testing/source-files.ts";

// Every client of the proof, examined once for all that is asked of the exams.

const prepared = await prepareExam(undefined);
const { roles } = await prepared.suite.proof();
const proved = await proveClients(prepared);

test("every client with a fault fails what it is declared to, and every unusual one nothing", () => {
  expect(problemsOfClients(proved, prepared.requirements)).toEqual([]);
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

  /** What it answers in place of the service. */
  const answeredIn = ({ lessons = [] }: Situation) =>
    roles.filter((role) => lessons.some(({ asked }) => asked.includes(role)));

  test("every situation shows what it is there for, of every operation that it answers", () => {
    const all = situations.flatMap((one) =>
      one.shows.flatMap((id) => answeredIn(one).map((role) => ({ id, role, name: one.name }))),
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

test.each<[id: string, found: object]>([
  ["locks-out-early", { result: expect.any(String), obstacles: [], problems: [] }],
  [
    "one-more",
    { result: undefined, obstacles: expect.arrayContaining([expect.stringMatching(/^It fails .*LIST-4/)]) },
  ],
  ["challenge-of-basic", { result: "WARNED", problems: [] }],
])("what comes of certifying %s: a variant, a fault, and one that fails no must", async (id, found) => {
  expect(await certifiedServer(serverOf(id))).toMatchObject(found);
});

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
