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
import { givenAway, likelyCauses } from "../../testing/proof/gives-away.ts";
import type { Run } from "../core/run/result.ts";
import { causeRemedy, causeSentence } from "../report/cause-in-words.ts";
import { play } from "./play.ts";

const givesAway = givenAway();
const causesOf = ({ causes }: Run) => causes.map(({ advice }) => advice?.likelyCause);

test.each([
  ["names-trimmed", "A trim runs over every text field"],
  ["no-label-500", "the handler finds no body and fails"],
  ["unknown-pet-cached", "a cache keeps the 404"],
  ["escaped-status-refused", "is written with an escape"],
  ["charset-not-validated", "the validation is chosen by the whole header"],
])("what gives its cause away in thorough: %s", async (id, part) => {
  expect(causesOf(await playOn(id, { profile: "thorough" })).join()).toContain(part);
});

test("a wrong body with a charset that passes gives nothing away where a plain one passes, too", async () => {
  const causes = causesOf(await playOn("nothing-required-defaults", { profile: "thorough" }));
  expect(causes).toHaveLength(1);
  expect(causes.join()).not.toContain("charset");
});

test.each<[about: string, change: (name: string) => string, part: string]>([
  [
    "ends at its first quotation mark",
    (name) => name.split('"')[0] ?? "",
    "ends at its first quotation mark",
  ],
  ["is cut by its tags", (name) => name.replace(/<[^>]*>/g, ""), "taken for an HTML tag"],
  ["has each apostrophe twice", (name) => name.replaceAll("'", "''"), "Apostrophes are doubled"],
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
  expect(await likelyCauses(taking, { profile: "thorough" })).toEqual([
    "The field status is not validated: its value comes back as it was sent.",
  ]);
});

givesAway("429s of a gateway", "by a limit of its own", (correct) => ({
  respond: (response, call) =>
    response.status === 429
      ? textResponse(429, "text/html", "<h1>Too many requests</h1>")
      : correct.respond(response, call),
}));

givesAway("a 504", "A proxy in front of the service", (correct) => ({
  listPets: (call) =>
    call.query.get("status") === "sold"
      ? textResponse(504, "text/html", "<h1>Gateway Time-out</h1>")
      : correct.listPets(call),
}));

const html = (status: number) => textResponse(status, "text/html", "<h1>Not Acceptable</h1>");

const isRead = ({ path, request }: Call) => request.method === "GET" && /\/pets\/\d+$/.test(path);

givesAway("a page in place of a refusal", "takes the text of the body for an attack", (correct) => ({
  createPet: (call) =>
    /<I>/.test(new TextDecoder().decode(call.request.body)) ? html(406) : correct.createPet(call),
}));

givesAway("a page with 413", "bounds the size of bodies", (correct) => ({
  createPet: (call) => (call.request.body.length > 120 ? html(413) : correct.createPet(call)),
}));

givesAway("a list without a body", "the failure goes unnoticed", (correct) => ({
  listPets: (call) =>
    call.query.get("status") === "sold" ? textResponse(200, "application/json", "") : correct.listPets(call),
}));

givesAway("a pet in an answer with the status of an error", "that of another request", (correct) => ({
  getPet: (call) => {
    const answer = correct.getPet(call);
    return isRead(call) && answer.status === 200 ? { ...answer, status: 404 } : answer;
  },
}));

givesAway("a pet in place of one list of many", "share the variable that holds the answer", (correct) => ({
  listPets: (call) =>
    call.query.get("limit") === "12"
      ? textResponse(200, "application/json", '{"id":1,"name":"Rex","categoryId":1}')
      : correct.listPets(call),
}));

givesAway("a pet with null for name and category", "shown before its values are there", (correct) => ({
  serialisePet: (pet, call) => {
    const { id, ...rest } = correct.serialisePet(pet, call);
    return pet.status === "pending" ? { id, name: null, categoryId: null } : { id, ...rest };
  },
}));

givesAway("a 400 for a key of another form", "rejected as malformed", (correct) => ({
  readCredential: (call) => {
    const value = headerValue(call.request, "authorization");
    if (/^Bearer [0-9a-f]{32}$/.test(value ?? "")) throw new Refusal(400, "Malformed.");
    return correct.readCredential(call);
  },
}));

givesAway("a Date that is an hour ahead of Reset", "the Date of the same answer is not", () => ({
  dateHeader: ({ nowMs }) => [["Date", new Date(nowMs + 3_600_000).toUTCString()]],
}));

givesAway("a body in another coding than its header names", "that its Content-Encoding names", (correct) => ({
  respond: (response, call) => {
    const answer = correct.respond(response, call);
    return call.query.get("status") === "sold"
      ? { ...answer, headers: [...answer.headers, ["Content-Encoding", "gzip"]] }
      : answer;
  },
}));

givesAway("a pet with the name of the body before it", "a value of an earlier request", (correct) => {
  let last = "";
  return {
    validateName: (value, call) => {
      if (typeof value === "string") last = value;
      return correct.validateName(value ?? last, call);
    },
  };
});

test("where the evidence says nothing, the usual cause of the requirement is named", async () => {
  const usual = prepared.requirements.find(({ id }) => id === "RATE-5")?.guidance?.likelyCause;
  expect(causesOf(await playOn("limit-alternates"))).toEqual([usual]);
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
