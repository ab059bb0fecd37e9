import type { Call } from "#reference-server/hooks/call.ts";
import { type ServerResponse, textResponse, withHeader } from "#reference-server/message.ts";
import { refusedWith } from "#reference-server/refusal.ts";
import { type Hinted, hinted } from "./hinted.ts";

const givesAway = hinted();

const inWhole = hinted({ stage: { plan: "business" } });

const isFiltered = ({ query }: Call) => query.has("status");

const withText = (answer: ServerResponse, change: (text: string) => string): ServerResponse => ({
  ...answer,
  body: new TextEncoder().encode(change(new TextDecoder().decode(answer.body))),
});

/** A server that stores names changed in this way. */
const changesNames = (about: string, says: string, change: (name: string) => string): Hinted =>
  givesAway(`a name that ${about}`, says, (correct) => ({
    validateName: (value, call) => change(correct.validateName(value, call)),
  }));

/** Mistakes that show in one answer, whatever came before it. */
export const ofShapes: readonly Hinted[] = [
  changesNames("is escaped for HTML", "escaped or unescaped for HTML", (name) =>
    name.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
  ),
  changesNames("is decoded as in an address", "for HTML or a URL", (name) => name.replaceAll("%20", " ")),
  changesNames("has lost its emoji", "utf8 in MySQL", (name) =>
    name.replace(/[\u{10000}-\u{10ffff}]/gu, "?"),
  ),
  givesAway("429s of a gateway", "by a limit of its own", (correct) => ({
    respond: (response, call) =>
      response.status === 429
        ? textResponse(429, "text/html", "<h1>Too many</h1>")
        : correct.respond(response, call),
  })),
  givesAway(
    "a body in another coding than its header names",
    "that its Content-Encoding names",
    (correct) => ({
      respond: (response, call) => {
        const answer = correct.respond(response, call);
        return call.query.get("status") === "sold" ? withHeader(answer, "Content-Encoding", "gzip") : answer;
      },
    }),
  ),
  givesAway("one message for every invalid body", "422 is what the framework answers", (correct) => ({
    readNewPet: (body, call) =>
      refusedWith(422, "The body is invalid.", () => correct.readNewPet(body, call)),
  })),
  givesAway("one pet too many beside a filter", "the end of a range is off by one", (correct) => ({
    page: (pets, limit, call) => correct.page(pets, isFiltered(call) ? limit + 1 : limit, call),
  })),
  inWhole(
    "lists of eight, or twice as many, that are not closed",
    "The end of the array is missing",
    (correct) => ({
      listPets: (call) =>
        withText(correct.listPets(call), (text) =>
          (text.split('"categoryId"').length - 1) % 8 === 0 ? text.replace(/\]\s*$/, "") : text,
        ),
    }),
  ),
  givesAway("statuses in capitals in lists", "one in another case", (correct) => ({
    listPets: (call) =>
      withText(correct.listPets(call), (text) =>
        text.replaceAll(/(?<="status":\s*")[a-z]+/g, (status) => status.toUpperCase()),
      ),
  })),
  givesAway("an Error whose code has another name", "under another name", () => ({
    errorBody: (status, message) => ({ error_code: "none", message, status }),
  })),
  givesAway("an Error in camel case", "under another name", () => ({
    errorBody: (status, message) => ({ errorCode: "none", errorMessage: message, status }),
  })),

  givesAway("a header that answers of one route lack", "answers of the error handler", (correct) => ({
    rateHeaders: (status, call) =>
      call.request.method === "POST" && status === 201 ? [] : correct.rateHeaders(status, call),
  })),

  inWhole("a missing Content-Type that crashes", "an exception that nothing catches", (correct) => ({
    isJsonContentType: (type, call) => {
      if (type === undefined) throw new Error("no Content-Type");
      return correct.isJsonContentType(type, call);
    },
  })),
  givesAway("503 over the limit", "over the limit with another status", (correct) => ({
    overLimitResponse: (quota, call) => ({ ...correct.overLimitResponse(quota, call), status: 503 }),
  })),
  givesAway("a length in characters", "counts characters where it should count bytes", (correct) => ({
    listPets: (call) => {
      const answer = correct.listPets(call);
      const { length } = new TextDecoder().decode(answer.body);
      return { ...answer, body: answer.body.slice(0, length) };
    },
  })),
  givesAway("a pet of an earlier run", "stored by an earlier run", (correct) => ({
    listPets: (call) =>
      withText(correct.listPets(call), (text) =>
        call.query.size > 0
          ? text
          : text.replace(
              /\{[^{}]*\}\s*\]$/,
              '{"id":77,"name":"conformance-0a1b-body-null","categoryId":null}]',
            ),
      ),
  })),
];
