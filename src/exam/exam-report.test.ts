import { expect, test } from "vitest";
import { prepareExam } from "#assembly/exam.ts";
import type { ClientExchange, Session } from "#core/check/clients/session.ts";
import { whyInWords } from "#report/words/why-in-words.ts";
import { type ClientHooks, runOf } from "#suites/clients/reference-client/client.ts";
import { clientVariants } from "#suites/clients/reference-client/variants.ts";
import { matcherOf } from "./exam-recording.ts";
import { judgeExam } from "./exam-report.ts";
import { playClient } from "./proof/play-client.ts";

const prepared = await prepareExam(undefined);

/** Why a requirement is untested for a client of the proof. */
async function reasons(
  client: string,
  ids: readonly string[],
  own: Partial<ClientHooks> = {},
): Promise<readonly string[]> {
  const run = runOf({ hooks: (correct) => ({ ...clientVariants[client]?.hooks(correct), ...own }) });
  const { verdicts, words } = await playClient(run, prepared);
  return ids.map((id) => whyInWords(verdicts.find((one) => one.id === id) ?? expect.fail(`no ${id}`), words));
}

test("what would show a requirement is what the client did not do", async () => {
  const ids = ["CLIENT-12", "CLIENT-13", "CLIENT-16", "CLIENT-22", "CLIENT-24"];
  expect(await reasons("lists-alone", ids, { listTargets: ["/v1/pets?status=sold"] })).toEqual([
    "the client sent no id that it was given; to test it: a client that reads a pet by an id that it was given",
    "the client created no pet; to test it: a client that creates a pet",
    "no answer to the client held a pet without a status; to test it: a client that lists pets without asking for a status, or creates one without a status",
    "the client did not come to the situation bad-request; to test it: a client that creates a pet",
    "the client did not come to the situation lost-create; to test it: a client that creates a pet",
  ]);
});

test("a create with more fields than NewPet names is judged by those that it names", async () => {
  expect(await reasons("with-more-fields", ["CLIENT-13"])).toEqual([""]);
});

test("of a client that came to a situation it is not said that it did not", () => {
  const answered = (
    id: number,
    method: string,
    sent: string,
    status: number,
    body: string,
  ): ClientExchange => ({
    ...{ id, method, target: "/pets", headers: [], body: Buffer.from(sent), bodyBytes: sent.length },
    ...{ sentAtMs: id * 10, endedAtMs: id * 10 + 1, origin: "service", connection: 1 },
    outcome: { kind: "answer", status, headers: [], body: Buffer.from(body) },
    situation: status === 400 ? "bad-request" : undefined,
  });
  // Its create is rejected for the category that it rounded, which CLIENT-12 says.
  const exchanges = [
    answered(1, "GET", "", 200, '[{"id":7,"categoryId":9007199254740993}]'),
    answered(2, "POST", '{"name":"Rex","categoryId":9007199254740992}', 400, ""),
  ];
  const end = { kind: "exited", code: 1 } as const;
  const session: Session = { situation: "bad-request", exchanges, end, endedAtMs: 30, requests: 2 };
  const judged = judgeExam({ ...prepared, key: matcherOf("a-key-of-this-test") }, [session]);
  const verdict = judged.find(({ id }) => id === "CLIENT-22");
  expect(verdict?.reason).toEqual({ kind: "situation-shows-nothing", situation: "bad-request" });
});
