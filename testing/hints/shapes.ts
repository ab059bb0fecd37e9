import { type ServerResponse, textResponse, withHeader } from "#reference-server/message.ts";
import { type Hinted, hinted } from "./hinted.ts";

const givesAway = hinted();

const inWhole = hinted({ stage: { plan: "business" } });

const withText = (answer: ServerResponse, change: (text: string) => string): ServerResponse => ({
  ...answer,
  body: new TextEncoder().encode(change(new TextDecoder().decode(answer.body))),
});

/** Mistakes that show in one answer, whatever came before it. */
export const ofShapes: readonly Hinted[] = [
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
  givesAway("an Error in camel case", "under another name", () => ({
    errorBody: (status, message) => ({ errorCode: "none", errorMessage: message, status }),
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
