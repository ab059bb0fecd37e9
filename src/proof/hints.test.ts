import { expect, test } from "vitest";
import type { Call, Hooks } from "../../reference-server/hooks/call.ts";
import {
  headerValue,
  type ServerRequest,
  type ServerResponse,
  textResponse,
} from "../../reference-server/message.ts";
import type { PetStatus } from "../../reference-server/pet.ts";
import { Refusal } from "../../reference-server/refusal.ts";
import { correct, playOn, prepared } from "../../testing/proof/bed.ts";
import type { Profile } from "../core/check/verdict.ts";
import type { Run } from "../core/run/result.ts";
import { causeRemedy, causeSentence } from "../report/cause-in-words.ts";
import { play } from "./play.ts";

const causesOf = ({ causes }: Run) => causes.map(({ advice }) => advice?.likelyCause);

/** Of the server of this id, or of the correct one with other hooks. */
async function likelyCauses(
  server: string | ((correct: Hooks) => Partial<Hooks>),
  profile: Profile = "standard",
): Promise<readonly (string | undefined)[]> {
  return causesOf(await playOn(typeof server === "string" ? server : { hooks: server }, { profile }));
}

test("a name without the whitespace around it gives away a trim", async () => {
  expect((await likelyCauses("names-trimmed", "thorough")).join()).toContain(
    "A trim runs over every text field",
  );
});

test("a pet that was asked for before it was created, and is not found, gives away a cached 404", async () => {
  expect((await likelyCauses("unknown-pet-cached", "thorough")).join()).toContain("a cache keeps the 404");
});

test("a value that is refused where it is written with an escape gives away that the text is looked through", async () => {
  expect((await likelyCauses("escaped-status-refused", "thorough")).join()).toContain(
    "is written with an escape",
  );
});

test("a name that ends at its first quotation mark gives away JSON that is put together by hand", async () => {
  const cut = await likelyCauses((correct) => ({
    validateName: (value, call) => correct.validateName(value, call).split('"')[0] ?? "",
  }));
  expect(cut.join()).toContain("ends at its first quotation mark");
});

test.each([
  ["is cut by its tags", (name: string) => name.replace(/<[^>]*>/g, ""), "taken for an HTML tag"],
  ["has each apostrophe twice", (name: string) => name.replaceAll("'", "''"), "Apostrophes are doubled"],
  ["has lost its percent codes", decodeURIComponent, "as in a URL"],
])("a name that %s gives away how it was read", async (_, change, part) => {
  const changing = await likelyCauses((correct) => ({
    validateName: (value, call) => change(correct.validateName(value, call)),
  }));
  expect(changing.join()).toContain(part);
});

test("a value that comes back as it was sent gives away that it is not validated", async () => {
  const taking = (correct: Hooks): Partial<Hooks> => ({
    validateStatus: (value, call) =>
      typeof value === "bigint" ? (value as unknown as PetStatus) : correct.validateStatus(value, call),
  });
  expect(await likelyCauses(taking, "thorough")).toEqual([
    "The field status is not validated: its value comes back as it was sent.",
  ]);
});

test("a 504 gives away a proxy that waited too long", async () => {
  const slow = await likelyCauses((correct) => ({
    listPets: (call) =>
      call.query.get("status") === "sold"
        ? textResponse(504, "text/html", "<h1>Gateway Time-out</h1>")
        : correct.listPets(call),
  }));
  expect(slow.join()).toContain("A proxy in front of the service");
});

const html = (status: number) => textResponse(status, "text/html", "<h1>Not Acceptable</h1>");

const isRead = ({ path, request }: Call) => request.method === "GET" && /\/pets\/\d+$/.test(path);

test.each<readonly [about: string, server: (correct: Hooks) => Partial<Hooks>, part: string]>([
  [
    "a page in place of the refusal of a body",
    (correct) => ({
      createPet: (call) =>
        /<I>/.test(new TextDecoder().decode(call.request.body)) ? html(406) : correct.createPet(call),
    }),
    "takes the text of the body for an attack",
  ],
  [
    "a page with 413",
    (correct) => ({
      createPet: (call) => (call.request.body.length > 120 ? html(413) : correct.createPet(call)),
    }),
    "bounds the size of bodies",
  ],
  [
    "a list without a body",
    (correct) => ({
      listPets: (call) =>
        call.query.get("status") === "sold"
          ? textResponse(200, "application/json", "")
          : correct.listPets(call),
    }),
    "the failure goes unnoticed",
  ],
  [
    "a pet in an answer with the status of an error",
    (correct) => ({
      getPet: (call) => {
        const answer = correct.getPet(call);
        return isRead(call) && answer.status === 200 ? { ...answer, status: 404 } : answer;
      },
    }),
    "the HTTP status is that of another request",
  ],
  [
    "the pet of another create",
    (correct) => {
      let last: ServerResponse | undefined;
      return {
        createPet: (call) => {
          const answer = correct.createPet(call);
          const shown = answer.status === 201 ? last : undefined;
          if (answer.status === 201) last = answer;
          return shown ?? answer;
        },
      };
    },
    "shows the pet of another create",
  ],
  [
    "a pet in place of a list, where lists of one are arrays",
    (correct) => ({
      listPets: (call) =>
        call.query.get("limit") === "12"
          ? textResponse(200, "application/json", '{"id":1,"name":"Rex","categoryId":1}')
          : correct.listPets(call),
    }),
    "share the variable that holds the answer",
  ],
  [
    "a pet with null for name and category",
    (correct) => ({
      serialisePet: (pet, call) => {
        const { id, ...rest } = correct.serialisePet(pet, call);
        return pet.status === "pending" ? { id, name: null, categoryId: null } : { id, ...rest };
      },
    }),
    "shown before its values are there",
  ],
  [
    "a 400 for a key of another form",
    (correct) => ({
      readCredential: (call) => {
        const value = headerValue(call.request, "authorization");
        if (/^Bearer [0-9a-f]{32}$/.test(value ?? "")) throw new Refusal(400, "Malformed.");
        return correct.readCredential(call);
      },
    }),
    "rejected as malformed",
  ],
  [
    "a Date that is an hour ahead of Reset",
    () => ({ dateHeader: ({ nowMs }) => [["Date", new Date(nowMs + 3_600_000).toUTCString()]] }),
    "the Date of the same answer is not",
  ],
  [
    "a body in another coding than its header names",
    (correct) => ({
      respond: (response, call) => {
        const answer = correct.respond(response, call);
        return call.query.get("status") === "sold"
          ? { ...answer, headers: [...answer.headers, ["Content-Encoding", "gzip"]] }
          : answer;
      },
    }),
    "does not have the coding that its Content-Encoding names",
  ],
])("%s gives its cause away", async (_, server, part) => {
  expect((await likelyCauses(server)).join()).toContain(part);
});

test("a pet with the name of the body before it gives away an object that requests share", async () => {
  let last = "";
  const reusing = await likelyCauses((correct) => ({
    validateName: (value, call) => {
      if (typeof value === "string") last = value;
      return correct.validateName(value ?? last, call);
    },
  }));
  expect(reusing.join()).toContain("a value of an earlier request");
});

test("where the evidence says nothing, the usual cause of the requirement is named", async () => {
  const usual = prepared.requirements.find(({ id }) => id === "RATE-5")?.guidance?.likelyCause;
  expect(await likelyCauses("limit-alternates")).toEqual([usual]);
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
  const wrongName = run.causes.find(({ leading }) => leading === "CREATE-6");
  expect(wrongName?.advice?.likelyCause).toBeDefined();
  expect(causesOf(run).join()).not.toContain("integers as strings");
  expect(wrongName?.excerptAt).toEqual({ in: "body", pointer: "/name" });
});

test("where every create is refused, the service's own message is quoted", async () => {
  const { rootCause } = await playGullible("no such column: categoryid");
  expect(rootCause && causeSentence(rootCause, prepared.suite.words)).toContain(
    '400 with an Error body, "no such column: categoryid"',
  );
  expect(rootCause && causeRemedy(rootCause)).toContain("see why the service rejects this body");
});
