import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { prepareExam } from "#assembly/exam.ts";
import { whyInWords } from "#report/words/why-in-words.ts";
import { clientSuite } from "#suites/client-registry.ts";
import { type ClientHooks, runOf } from "#suites/clients/reference-client/client.ts";
import { clientVariants } from "#suites/clients/reference-client/variants.ts";
import { sampleAnswer, sampleRequest, sampleSession, sessionOf } from "#testing/exam/sample-session.ts";
import { notesOn, tellingLine } from "./exam-notes.ts";
import { matcherOf } from "./exam-recording.ts";
import { judgeExam } from "./exam-report.ts";
import { playClient } from "./proof/play-client.ts";

const prepared = await prepareExam(undefined);

/** Why a requirement is untested for a client of the proof. */
async function reasons(client: string, ids: readonly string[], own: Partial<ClientHooks> = {}) {
  const run = runOf((correct) => ({ ...clientVariants[client]?.hooks(correct), ...own }));
  const { verdicts, words } = await playClient(run, prepared);
  return ids.map((id) => whyInWords(verdicts.find((one) => one.id === id) ?? expect.fail(`no ${id}`), words));
}

test("what would show a requirement is what the client did not do", async () => {
  const ids = ["CLIENT-12", "CLIENT-13", "CLIENT-16", "CLIENT-22", "CLIENT-24"];
  expect(await reasons("lists-alone", ids, { listTargets: ["/v1/pets?status=sold"] })).toEqual([
    "nothing in the situation big-ids shows it; to test it: a client that reads a pet by an id that it was given",
    "the client did nothing that shows it; to test it: a client that creates a pet",
    "nothing in the situation no-status shows it; to test it: a client that lists pets without asking for a status, or creates one without a status",
    "nothing in the situation bad-request shows it; to test it: a client that creates a pet",
    "nothing in the situation lost-create shows it; to test it: a client that creates a pet",
  ]);
});

test("a create with more fields than NewPet names is judged by those that it names", async () => {
  expect(await reasons("with-more-fields", ["CLIENT-13"])).toEqual([""]);
});

test("of a client that came to a situation it is not said that it did not", () => {
  const list = sampleRequest({ outcome: sampleAnswer(200, '[{"id":7,"categoryId":9007199254740993}]') });
  // It is rejected for the category that the client rounded, which CLIENT-12 says.
  const create = sampleRequest({
    ...{ id: 2, method: "POST", text: '{"name":"Rex","categoryId":9007199254740992}' },
    ...{ sentAtMs: 20, endedAtMs: 21, outcome: sampleAnswer(400), situation: "bad-request" },
  });
  const end = { kind: "exited", code: 1 } as const;
  const session = sessionOf([list, create], { situation: "bad-request", end });
  const judged = judgeExam({ ...prepared, key: matcherOf("a-key-of-this-test") }, [session]);
  const verdict = judged.find(({ id }) => id === "CLIENT-22");
  expect(verdict?.reason).toEqual({ kind: "situation-shows-nothing", situation: "bad-request" });
});

test("a command that is not found is named whichever situation shows it, and the plain one given up", () => {
  const end = { kind: "ended", why: "given-up" } as const;
  const plain = sampleSession([], { situation: "plain", requests: 0, end });
  const burst = sampleSession([], {
    ...{ situation: "burst", requests: 0, end: { kind: "exited", code: 127 } },
    output: "sh: 1: pets: not found\n",
  });
  expect(notesOn([plain, burst], "command", clientSuite)).toEqual([
    "the command was not found: sh: 1: pets: not found",
  ]);
});

const traces: readonly Record<"of" | "line" | "printed", string>[] = parse(
  readFileSync("testing/exam/stack-traces.yaml", "utf8"),
);

test.each(traces)("of a stack trace such as $of, the line with the error", ({ line, printed }) => {
  expect(tellingLine(printed)).toBe(line);
});

test("without a stack trace, the last line", () => {
  expect(tellingLine("3 pets\nstill over the limit\n\n")).toBe("still over the limit");
  expect(tellingLine("sh: 1: nosuch: not found\n")).toBe("sh: 1: nosuch: not found");
  expect(tellingLine(" \n")).toBeUndefined();
});

test("one endless line takes no time to speak of", () => {
  expect(tellingLine("(a::".repeat(200_000))?.length).toBeLessThanOrEqual(1_000);
});
