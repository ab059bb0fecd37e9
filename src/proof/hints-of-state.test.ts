import { expect, test } from "vitest";
import type { Call, Hooks } from "../../reference-server/hooks/call.ts";
import { type ServerResponse, withHeader } from "../../reference-server/message.ts";
import { playOn } from "../../testing/proof/bed.ts";

type Server = (correct: Hooks) => Partial<Hooks>;

const likelyCauses = async (hooks: Server) =>
  (await playOn({ hooks, stage: { plan: "business" } }, { profile: "standard" })).causes.map(
    ({ advice }) => advice?.likelyCause,
  );

const jsonOf = ({ body }: ServerResponse): unknown => JSON.parse(new TextDecoder().decode(body));

const isPlainList = ({ request }: Call) => request.method === "GET" && request.target === "/v1/pets";

const withJson = (answer: ServerResponse, value: unknown): ServerResponse => ({
  ...answer,
  body: new TextEncoder().encode(JSON.stringify(value)),
});

test.each<readonly [about: string, server: Server, part: string]>([
  [
    "a body that is cut where it has letters beyond ASCII",
    (correct) => ({
      respond: (response, call) => {
        const answer = correct.respond(response, call);
        return { ...answer, body: answer.body.slice(0, new TextDecoder().decode(answer.body).length) };
      },
    }),
    "counts characters in place of bytes",
  ],
  [
    "a filtered list that is an object with numbers",
    (correct) => ({
      listPets: (call) => {
        const answer = correct.listPets(call);
        return call.query.has("status") ? withJson(answer, { ...(jsonOf(answer) as object[]) }) : answer;
      },
    }),
    "array_filter in PHP",
  ],
  [
    "an invalid key that passes where others do not",
    (correct) => ({
      isAuthenticated: (call) =>
        correct.isAuthenticated(call) ||
        (isPlainList(call) && /^[0-9a-f]{32}$/.test(correct.readCredential(call) ?? "")),
    }),
    "Other invalid keys are refused and this one passes",
  ],
  [
    "a service whose every id is a double",
    (correct) => ({
      serialisePet: (pet, call) => ({
        ...correct.serialisePet(pet, call),
        id: BigInt(Number(pet.id * 257n)),
      }),
    }),
    "rounded where they are written",
  ],
  [
    "a read that finds no pet whose id has more than 31 bits",
    (correct) => ({ findPet: (id, call) => (id > 2n ** 31n ? undefined : correct.findPet(id, call)) }),
    "read into a 32-bit integer",
  ],
  [
    "a service that stores nothing more after a while",
    (correct) => {
      let creates = 0;
      return {
        createPet: (call) => {
          creates += 1;
          if (creates > 12) throw new Error("no connection is left");
          return correct.createPet(call);
        },
      };
    },
    "something has run out",
  ],
  [
    "a list that is the answer to another filter",
    (correct) => {
      const cache = new Map<string | null, ServerResponse>();
      return {
        listPets: (call) => {
          const key = call.query.has("status") ? call.query.get("limit") : String(call.query);
          const answer = cache.get(key) ?? correct.listPets(call);
          cache.set(key, answer);
          return answer;
        },
      };
    },
    "a cache whose key lacks a part of the address",
  ],
])("%s gives its cause away", async (_, server, part) => {
  expect((await likelyCauses(server)).join()).toContain(part);
});

test("the framework's own errors are one cause, with their Content-Type", async () => {
  const problems = await likelyCauses((correct) => ({
    errorResponse: (status, message, call, headers) => {
      const answer = correct.errorResponse(status, message, call, headers);
      const problem = withJson(answer, { type: "about:blank", title: message, status });
      return withHeader(problem, "Content-Type", "application/problem+json");
    },
  }));
  expect(problems).toHaveLength(1);
  expect(problems.join()).toContain("RFC 9457");
});
