import { alike } from "#reference-server/bed-server.ts";
import {
  after,
  counting,
  failing,
  keeping,
  made,
  refusing,
  replaced,
} from "#reference-server/fault-parts.ts";
import { leadsTo } from "#reference-server/hooks/call.ts";
import { headerValue, type ServerResponse, withHeader } from "#reference-server/message.ts";
import { NoAnswer, Refusal } from "#reference-server/refusal.ts";

function cut(response: ServerResponse, length: number): ServerResponse {
  const { body } = response;
  return { ...withHeader(response, "Content-Length", String(body.length)), body: body.subarray(0, length) };
}

const unanswered = alike({ fails: ["HTTP-1"] })({
  "get-resets": {
    title: "resets the connection when one pet is read",
    idiom: "worker process crashes",
    hooks: failing("getPet", new NoAnswer("reset")),
  },
  "orders-silent": {
    title: "never answers store orders",
    idiom: "handler that forgets to respond",
    hooks: failing("storeOrders", new NoAnswer("silence")),
  },
  "not-found-silent": {
    title: "never answers for a pet that does not exist",
    idiom: "promise rejection that nobody handles",
    hooks: failing("petNotFound", new NoAnswer("silence")),
  },
  "invalid-create-resets": {
    title: "resets the connection on a body that is not JSON",
    idiom: "exception in the body parser ends the process",
    hooks: refusing("parseBody", new NoAnswer("reset")),
  },
  "invalid-create-ends-process": {
    title: "ends at a body that is not JSON, and answers nothing from then on",
    idiom: "exception in the body parser ends the process, and nothing starts it again",
    hooks: refusing("parseBody", new NoAnswer("exit")),
  },
  "long-list-cut": {
    title: "cuts a list short after 1,000 bytes",
    idiom: "proxy with a small buffer",
    hooks: replaced("respond", (response, call) =>
      leadsTo(call, "listPets") && response.body.length > 1000 ? cut(response, 1000) : response,
    ),
  },
  "every-ninth-list-cut": {
    title: "cuts every ninth list short in the middle",
    warns: ["HTTP-5"],
    idiom: "worker that is recycled after so many requests, while it answers",
    hooks: counting(
      "respond",
      (nth, _, response) => (nth % 9 === 0 ? cut(response, response.body.length / 2) : response),
      (response, call) => leadsTo(call, "listPets") && response.status === 200,
    ),
  },
  "every-ninth-resets": {
    title: "resets the connection on every ninth list",
    fails: [],
    warns: ["HTTP-5"],
    idiom: "keep-alive race in a proxy",
    hooks: made("listPets", (correct) => {
      let lists = 0;
      // A request that was reset is served when it is repeated, whatever comes in between.
      const reset = new Set<string>();
      return (call) => {
        const asked = call.query.toString();
        if (reset.delete(asked)) return correct.listPets(call);
        lists += 1;
        if (lists % 9 === 0) {
          reset.add(asked);
          throw new NoAnswer("reset");
        }
        return correct.listPets(call);
      };
    }),
  },
  "created-without-answer": {
    title: "stores its third animal and resets the connection",
    idiom: "time-out between service and proxy",
    hooks: counting("createdResponse", (nth, correctly, pet, call) => {
      if (nth === 3) throw new NoAnswer("reset");
      return correctly(pet, call);
    }),
  },
});

const bodies = alike({ fails: ["HTTP-3"] })({
  "list-as-text": {
    title: "sends the list as text/plain",
    idiom: "send(JSON.stringify(pets))",
    hooks: after("contentType", (type, call) => (leadsTo(call, "listPets") ? "text/plain" : type)),
  },
  "created-as-html": {
    title: "sends a created pet as text/html",
    idiom: "default type of a PHP script",
    hooks: after("contentType", (type, call) =>
      leadsTo(call, "createPet") ? "text/html; charset=utf-8" : type,
    ),
  },
  "pet-as-octets": {
    title: "sends one pet as application/octet-stream",
    hooks: after("contentType", (type, call) =>
      leadsTo(call, "getPet") ? "application/octet-stream" : type,
    ),
  },
  "byte-order-mark": {
    title: "begins every body with a byte order mark",
    fails: [],
    warns: ["HTTP-4"],
    idiom: "editor's or framework's UTF-8 with signature",
    hooks: after("encodeJson", (text) => `\ufeff${text}`),
  },
  "name-twice": {
    title: "has the field `name` twice in each pet",
    fails: [],
    warns: ["HTTP-4"],
    idiom: "base class and subclass both write it",
    hooks: after("encodeJson", (text) => text.replaceAll('"name":', '"name":"","name":')),
  },
  "error-code-twice": {
    title: "names the code of an Error twice",
    fails: [],
    warns: ["HTTP-4"],
    hooks: after("encodeJson", (text) => text.replace('{"code":', '{"code":"error","code":')),
  },
  "empty-filter-404": {
    title: "answers 404 to a status that no pet has",
    fails: ["HTTP-2", "LIST-12"],
    stage: { seedPets: 2 },
    idiom: "an empty result taken for a missing one",
    hooks: after("listPets", (answer, call) => {
      const isEmpty = call.query.has("status") && Buffer.from(answer.body).toString() === "[]";
      if (isEmpty && answer.status === 200) throw new Refusal(404, "no such pets");
      return answer;
    }),
  },
  "seldom-502": {
    title: "answers every thirteenth GET with 502 and a page",
    fails: ["HTTP-2"],
    idiom: "gateway whose workers are all busy at times",
    hooks: counting(
      "respond",
      (nth, _, response) => {
        if (nth % 13 !== 0) return response;
        const body = Buffer.from("<h1>502 Bad Gateway</h1>");
        return { ...withHeader(response, "Content-Type", "text/html"), status: 502, body };
      },
      (_, { request }) => request.method === "GET",
    ),
  },
  "label-of-the-refused": {
    title: "labels what follows a 415 with the Content-Type that was refused",
    warns: ["ERR-6"],
    idiom: "negotiated type kept beyond its request",
    hooks: keeping(
      "respond",
      { type: undefined as string | undefined },
      (kept, correctly, response, call) => {
        const right = correctly(response, call);
        const labelled = kept.type === undefined ? right : withHeader(right, "content-type", kept.type);
        kept.type = right.status === 415 ? headerValue(call.request, "content-type") : undefined;
        return labelled;
      },
    ),
  },
});

export default { ...unanswered, ...bodies };
