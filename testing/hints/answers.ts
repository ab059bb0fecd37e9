import type { Call } from "#reference-server/hooks/call.ts";
import { headerValue, textResponse } from "#reference-server/message.ts";
import { Refusal } from "#reference-server/refusal.ts";
import { bedServer, type Hinted, hinted } from "./hinted.ts";

const givesAway = hinted();

const html = (status: number) => textResponse(status, "text/html", "<h1>Not Acceptable</h1>");

const isRead = ({ path, request }: Call) => request.method === "GET" && /\/pets\/\d+$/.test(path);

/** A server that stores names changed in this way. */
const changesNames = (about: string, says: string, change: (name: string) => string): Hinted =>
  givesAway(`a name that ${about}`, says, (correct) => ({
    validateName: (value, call) => change(correct.validateName(value, call)),
  }));

export const ofAnswers: readonly Hinted[] = [
  bedServer("names-trimmed", "A trim runs over every text field"),
  bedServer("no-label-500", "the handler finds no body and fails"),
  bedServer("unknown-pet-cached", "a cache keeps the 404"),
  bedServer("escaped-status-refused", "is written with an escape"),
  bedServer("charset-not-validated", "the validation is chosen by the whole header"),
  changesNames(
    "ends at its first quotation mark",
    "ends at its first quotation mark",
    (name) => name.split('"')[0] ?? "",
  ),
  changesNames("is cut by its tags", "taken for an HTML tag", (name) => name.replace(/<[^>]*>/g, "")),
  changesNames("has each apostrophe twice", "Apostrophes are doubled", (name) => name.replaceAll("'", "''")),
  changesNames("has lost its percent codes", "as in a URL", decodeURIComponent),
  givesAway("429s of a gateway", "by a limit of its own", (correct) => ({
    respond: (response, call) =>
      response.status === 429
        ? textResponse(429, "text/html", "<h1>Too many requests</h1>")
        : correct.respond(response, call),
  })),
  givesAway("a 504", "A proxy in front of the service", (correct) => ({
    listPets: (call) =>
      call.query.get("status") === "sold"
        ? textResponse(504, "text/html", "<h1>Gateway Time-out</h1>")
        : correct.listPets(call),
  })),
  givesAway("a page in place of a refusal", "takes the text of the body for an attack", (correct) => ({
    createPet: (call) =>
      /<I>/.test(new TextDecoder().decode(call.request.body)) ? html(406) : correct.createPet(call),
  })),
  givesAway("a page with 413", "bounds the size of bodies", (correct) => ({
    createPet: (call) => (call.request.body.length > 120 ? html(413) : correct.createPet(call)),
  })),
  givesAway("a list without a body", "the failure goes unnoticed", (correct) => ({
    listPets: (call) =>
      call.query.get("status") === "sold"
        ? textResponse(200, "application/json", "")
        : correct.listPets(call),
  })),
  givesAway("a pet in an answer with the status of an error", "that of another request", (correct) => ({
    getPet: (call) => {
      const answer = correct.getPet(call);
      return isRead(call) && answer.status === 200 ? { ...answer, status: 404 } : answer;
    },
  })),
  givesAway("a pet in place of one list of many", "share the variable that holds the answer", (correct) => ({
    listPets: (call) =>
      call.query.get("limit") === "12"
        ? textResponse(200, "application/json", '{"id":1,"name":"Rex","categoryId":1}')
        : correct.listPets(call),
  })),
  givesAway("a pet with null for name and category", "shown before its values are there", (correct) => ({
    serialisePet: (pet, call) => {
      const { id, ...rest } = correct.serialisePet(pet, call);
      return pet.status === "pending" ? { id, name: null, categoryId: null } : { id, ...rest };
    },
  })),
  givesAway("a 400 for a key of another form", "rejected as malformed", (correct) => ({
    readCredential: (call) => {
      const value = headerValue(call.request, "authorization");
      if (/^Bearer [0-9a-f]{32}$/.test(value ?? "")) throw new Refusal(400, "Malformed.");
      return correct.readCredential(call);
    },
  })),
  givesAway("a Date that is an hour ahead of Reset", "the Date of the same answer is not", () => ({
    dateHeader: ({ nowMs }) => [["Date", new Date(nowMs + 3_600_000).toUTCString()]],
  })),
  givesAway(
    "a body in another coding than its header names",
    "that its Content-Encoding names",
    (correct) => ({
      respond: (response, call) => {
        const answer = correct.respond(response, call);
        return call.query.get("status") === "sold"
          ? { ...answer, headers: [...answer.headers, ["Content-Encoding", "gzip"]] }
          : answer;
      },
    }),
  ),
  givesAway("a pet with the name of the body before it", "a value of an earlier request", (correct) => {
    let last = "";
    return {
      validateName: (value, call) => {
        if (typeof value === "string") last = value;
        return correct.validateName(value ?? last, call);
      },
    };
  }),
];
