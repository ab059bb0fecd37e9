import { readFile } from "node:fs/promises";
import { createMockServer } from "@scalar/mock-server";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { fetchHandlerTarget } from "#assembly/library-run.ts";
import { VirtualClock } from "#core/exchange/clock/virtual-clock.ts";
import type { Run } from "#core/run/result.ts";
import { playServer } from "#proof/play.ts";
import { idsOf, prepared } from "../proof/bed.ts";
import { runOverSockets } from "../run/run-over-sockets.ts";
import { textOf } from "../source-files.ts";
import { startFastify } from "./fastify.ts";

// Servers that have no code in common with the reference server, judged with the options that a user gets by default.

const key = "foreign-key-6b1f0e97";

const judgedIds = (run: Run, verdict: Run["verdicts"][number]["verdict"]) =>
  idsOf({ verdicts: run.verdicts.filter(({ level }) => level !== "open") }, verdict);

test("a server written from the interface with a popular framework is conforming", async () => {
  const server = await startFastify({ key });
  const run = await runOverSockets({ baseUrl: new URL(server.url), key }).finally(server.close);
  expect(run.outcome).toBe("conforming");
  expect([judgedIds(run, "fail"), judgedIds(run, "inconclusive")]).toEqual([[], []]);
  expect(judgedIds(run, "not-applicable")).toEqual(["RATE-9", "DEPR-5"]);
  // Its limiter gives the number of seconds until the reset, rounded, and the server adds it to its own clock, rounded as well. So
  // Reset may change by one second within a window, and ruling 20 then says nothing of Remaining.
  const mayBeUntested = ["RATE-5", "RATE-6", "RATE-7", "RATE-8"];
  expect(judgedIds(run, "untested").filter((id) => !mayBeUntested.includes(id))).toEqual([
    ...["LIST-5", "LIST-12", "INT64-1", "INT64-2"],
    ...["RATE-10", "RATE-11", "RATE-12", "RATE-13", "RATE-14", "RATE-15", "RATE-16"],
  ]);
});

/**
 * A mock server that others wrote (@scalar/mock-server), fed with our OpenAPI document, as a function. It keeps the shapes and
 * knows no state, no key and no limit. Its answers are dated by the clock of the run, as Node's server would date them.
 */
async function judgeScalarMock(): Promise<Run> {
  const clock = new VirtualClock(Date.UTC(2026, 2, 4, 5, 6, 7, 250));
  const contract = new URL("../../suites/petstore/openapi.yaml", import.meta.url);
  const app = await createMockServer({ specification: parse(await readFile(contract, "utf8")) });
  const answer = fetchHandlerTarget((request) => app.fetch(request), "http://127.0.0.1");
  const handle: typeof answer = async (request) => {
    const answered = await answer({ ...request, target: request.target.replace(/^\/v1/, "") });
    if ("failure" in answered) return answered;
    const date = ["Date", new Date(clock.now()).toUTCString()] as const;
    return { ...answered, headers: [...answered.headers, date] };
  };
  return playServer({ handle }, new URL("http://127.0.0.1/v1"), clock, { ...prepared, key });
}

test("a mock of the document is not, and reports/foreign-servers.md explains every failure of it, and nothing else", async () => {
  const run = await judgeScalarMock();
  const [, ofMock = ""] = textOf("reports/foreign-servers.md").split("## Scalar's mock server");
  const rows = ofMock.matchAll(/^\| ([A-Z0-9]+-\d+) \| /gm);
  expect(run.outcome).toBe("non-conforming");
  expect(judgedIds(run, "fail").toSorted()).toEqual([...rows].map(([, id = ""]) => id).toSorted());
});
