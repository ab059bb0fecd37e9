import { expect, test } from "vitest";
import { caseRef } from "#core/check/case.ts";
import { type ClientSuite, observing, type ScriptedRun } from "#core/check/clients/client-suite.ts";
import { type ClientExchange, statusOf } from "#core/check/clients/session.ts";
import { plain } from "#core/check/clients/situation.ts";
import { createSecrets } from "#core/secrets/secrets.ts";
import { consoleReport } from "#report/console/console.ts";
import { plainLook } from "#testing/report/sample-run.ts";
import { requirement, sampleContract } from "#testing/run/sample-suites.ts";
import { coverageOf } from "./proof/coverage.ts";
import { playClient, playedKey } from "./proof/play-client.ts";
import { problemsOfClients, proveClients } from "./proof/prove-clients.ts";
import { reportOfExam } from "./report/report-of-exam.ts";

// Shelves: PUT /shelf puts a book on it, GET /shelf lists. A full one is not to be asked again.

const afterFull = caseRef("full", "after a 507");
const { held, broken } = observing("SHELF-1", afterFull);
const isFull = (one: ClientExchange) => statusOf(one) === 507;

/** Sends so many PUTs after a 507. */
const sending =
  (more: number): ScriptedRun =>
  async ({ send, key }) => {
    const headers = [["Authorization", `Bearer ${key}`]] as const;
    await send({ method: "GET", target: "/api/shelf", headers });
    const put = () => send({ method: "PUT", target: "/api/shelf", headers, body: "a book" });
    const answer = await put();
    if (answer?.status === 507) for (let n = 0; n < more; n += 1) await put();
    return { code: 0 };
  };

const suite: ClientSuite = {
  load: async () => sampleContract,
  requirements: () => [requirement("SHELF-1")],
  words: { title: "Bookshelf", name: "bookshelf", thing: "book", things: "books", reasons: [] },
  checks: [
    {
      about: "SHELF-1",
      cases: [afterFull],
      judge: ({ sessions }) =>
        sessions.flatMap(({ exchanges }) => {
          const [first, next] = exchanges.filter(isFull);
          if (first === undefined) return [];
          return [next === undefined ? held(first) : broken(next, "no more", "another PUT", first)];
        }),
    },
  ],
  situations: [
    { name: plain, about: "does nothing unusual", needs: "calls", shows: [], longestSeconds: 0 },
    {
      ...{ name: "full", about: "answers a PUT 507", needs: "puts a book", shows: ["SHELF-1"] },
      longestSeconds: 0,
      lessons: [
        {
          waitsFor: ({ role }) => role === "put",
          begin: () => () => ({ kind: "answer", status: 507, headers: [], body: "" }),
          holdMs: 0,
        },
      ],
    },
  ],
  basePath: "/api",
  roleOf: ({ method, target }) => (target === "/shelf" ? method.toLowerCase() : undefined),
  service: async () => () => async () => ({ status: 200, headers: [], body: Buffer.from("[]") }),
  reading: {
    requestsIn: ({ exchanges }) => exchanges,
    knowingTogether: (sessions) => sessions,
    refusalsIn: () => [],
    sentAfter: () => [],
  },
  advice: (_, { method }) => ({ likelyCause: `It repeats every ${method}.`, howToFix: "Do not." }),
  notes: (requests) => [`it called ${requests.length} times`],
  proof: async () => ({
    faults: {
      stubborn: { title: "tries once more", fails: ["SHELF-1"], run: sending(1) },
      pushing: { title: "tries again and again", fails: ["SHELF-1"], run: sending(9) },
    },
    variants: { content: { title: "gives up", run: sending(0) } },
    roles: ["get", "put"],
    forms: [
      { ruling: 1, requirements: ["SHELF-1"], words: "507", is: isFull, without: new Map([["get", "none"]]) },
    ],
  }),
};

const prepared = { suite, contract: sampleContract, requirements: suite.requirements(sampleContract) };

test("the proof of another interface is played as that of the pet store is", async () => {
  const proved = await proveClients(prepared);
  expect(problemsOfClients(proved, prepared.requirements)).toEqual([]);
  const [row = expect.fail("no row")] = await coverageOf(proved, prepared);
  expect([...row.situations]).toEqual([
    ["get", []],
    ["put", ["full"]],
  ]);
});

test("an exam of another interface is reported in its own words", async () => {
  const exam = createSecrets(playedKey).redact(await playClient(sending(1), prepared));
  const report = reportOfExam(exam, suite);
  expect(report.heading).toBe("Bookshelf exam of a client");
  const text = consoleReport(report, plainLook);
  expect(text).toContain("likely cause: It repeats every PUT.");
  expect(text).toContain("note: it called 5 times");
  expect(text.replaceAll("petstore-conformance", "")).not.toMatch(/pet/i);
  expect(report.exchange(5)?.base).toBe("http://exam.localhost/api");
});
