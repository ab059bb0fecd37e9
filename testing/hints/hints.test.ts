import { expect, test } from "vitest";
import type { Run } from "#core/run/result.ts";
import { play } from "#proof/play.ts";
import type { Hooks } from "#reference-server/hooks/call.ts";
import { type ServerRequest, type ServerResponse, textResponse } from "#reference-server/message.ts";
import type { PetStatus } from "#reference-server/pet.ts";
import { causeRemedy, causeSentence } from "#report/words/cause-in-words.ts";
import { correct, playOn, prepared } from "../proof/bed.ts";
import { likelyCauses } from "./hinted.ts";
import { ofHistory } from "./history.ts";
import { ofShapes } from "./shapes.ts";

test.for([...ofShapes, ...ofHistory].map((row) => [row.about, row] as const))(
  "the evidence gives away the cause: %s",
  async ([, { hooks, says, around }]) => {
    expect((await likelyCauses(hooks, around))[0]).toContain(says);
  },
);

const causesOf = ({ causes }: Run) => causes.map(({ advice }) => advice?.likelyCause);

test("a wrong body with a charset that passes gives nothing away where a plain one passes, too", async () => {
  const causes = causesOf(await playOn("nothing-required-defaults", { profile: "thorough" }));
  expect(causes).toHaveLength(1);
  expect(causes.join()).not.toContain("charset");
});

test("a value that comes back as it was sent gives away that it is not validated", async () => {
  const taking = (correct: Hooks): Partial<Hooks> => ({
    validateStatus: (value, call) =>
      typeof value === "bigint" ? (value as unknown as PetStatus) : correct.validateStatus(value, call),
  });
  expect(await likelyCauses(taking, { profile: "thorough" })).toEqual([
    "The status is not checked against the allowed values: an unknown one is stored, replaced or dropped.",
  ]);
});

test("where the evidence says nothing, the usual cause of the requirement is named", async () => {
  const usual = prepared.requirements.find(({ id }) => id === "RATE-5")?.guidance?.likelyCause;
  expect(causesOf(await playOn("limit-alternates"))).toEqual([usual]);
});

test("where every create is refused, the service's own message is quoted", async () => {
  const { rootCause } = await playGullible("no such column: categoryid");
  expect(rootCause && causeSentence(rootCause, prepared.suite.words)).toContain(
    '400 with an Error body, "no such column: categoryid"',
  );
  expect(rootCause && causeRemedy(rootCause)).toContain("see why the service rejects this body");
});
test("a service that answers null to whatever it does not find has one defect", async () => {
  const nothing = await likelyCauses(
    (correct) => ({
      getPet: (call) => {
        const answer = correct.getPet(call);
        return answer.status === 200 ? answer : textResponse(200, "application/json", "null");
      },
    }),
    { stage: { plan: "business" } },
  );
  expect(nothing.filter((cause) => cause?.startsWith("The result is returned without"))).toHaveLength(1);
});

/** A server that stores any object as it was sent, unless it refuses all of them. */
function gullible(refusal?: string): (request: ServerRequest) => Promise<ServerResponse> {
  const pets: { id: number }[] = [];
  const answer = (status: number, value: unknown): ServerResponse =>
    textResponse(status, "application/json", JSON.stringify(value));
  return async ({ method, target, headers, body }) => {
    const error = (status: number, message: string) => answer(status, { code: "x", message, status });
    if (!headers.some(([, value]) => value === "Bearer proof-key-5f2c9a7d41")) return error(401, "no");
    const read = pets.find(({ id }) => `/v1/pets/${id}` === target);
    if (read !== undefined) return answer(200, read);
    if (/pets\/./.test(target)) return error(404, "no such pet");
    if (method === "GET") return answer(200, pets.slice(0, 20));
    try {
      const sent: unknown = JSON.parse(new TextDecoder().decode(body));
      if (refusal !== undefined || typeof sent !== "object") return error(400, refusal ?? "no object");
      pets.push({ id: pets.length + 1, ...sent });
      return answer(201, pets.at(-1));
    } catch {
      return error(400, "no JSON");
    }
  };
}

const playGullible = (refusal?: string) =>
  play(correct, { ...prepared, serve: () => ({ handle: gullible(refusal) }) });

test("a field that is stored as it was sent is no number written as text; its excerpt begins at the field", async () => {
  const run = await playGullible();
  const wrong = run.causes.find(({ leading }) => leading === "CREATE-5");
  expect(wrong?.advice?.likelyCause).toBeDefined();
  expect(causesOf(run).join()).not.toContain("integers as strings");
  expect(wrong?.excerptAt).toEqual({
    in: "body",
    pointer: expect.stringMatching(/^\/(name|categoryId|status)$/),
  });
});
