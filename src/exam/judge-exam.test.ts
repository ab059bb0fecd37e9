import { expect, test } from "vitest";
import { prepareExam } from "../assembly/exam.ts";
import { whyInWords } from "../report/why-in-words.ts";
import { type ClientHooks, rightClient } from "./clients/client.ts";
import { playClient } from "./clients/play-client.ts";
import { rightClients } from "./clients/right-clients.ts";

const prepared = await prepareExam(undefined);

/** Why a requirement is untested for a client of the proof. */
async function reasons(
  client: string,
  ids: readonly string[],
  own: Partial<ClientHooks> = {},
): Promise<readonly string[]> {
  const hooks = { ...rightClient, ...rightClients[client]?.hooks(rightClient), ...own };
  const { verdicts } = await playClient(hooks, prepared);
  return ids.map((id) => whyInWords(verdicts.find((one) => one.id === id) ?? expect.fail(`no ${id}`)));
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
