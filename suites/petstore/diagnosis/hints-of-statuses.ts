import { answeredWith } from "../../../src/core/check/facts.ts";
import { member } from "../../../src/core/json/read.ts";

import { petstore } from "../roles.ts";
import { asked, type Clues, type Hint, isNewPet } from "./clues.ts";

/** The status that came in place of the one that is due. */
export const statuses: readonly Hint[] = [
  {
    fits: ({ symptom: { observation, got } }) => observation.requirement === "RATE-11" && got !== 429,
    likelyCause:
      "The limiter, or the gateway in front of the service, has another status for a request over the limit.",
    howToFix: "Answer 429 with Retry-After.",
  },
  {
    fits: ({ symptom: { aspect, got, exchange, isAllowed } }) =>
      aspect.of === "status" && isAllowed && got !== 201 && isNewPet(exchange),
    likelyCause: "The handler answers a creation with the status that its framework gives any answer.",
    howToFix: "Answer 201 where a pet was created; its body is right as it is.",
  },
  {
    fits: ({ symptom: { aspect, got, exchange } }) =>
      aspect.of === "status" && got === 422 && exchange.request.credential.kind === "valid",
    likelyCause:
      "422 is what the framework answers when its own validation fails; the interface asks for 400.",
    howToFix:
      "Map the validation error to 400 in an error handler (FastAPI: RequestValidationError; Rails, Laravel and Symfony: the validation exception).",
  },
  {
    fits: (clues) => isInPlaceOf401(clues, 404, 405),
    likelyCause: "The route or the pet is looked up before the key is checked.",
    howToFix: "Check the key in a middleware, guard or filter that runs before the router and the handler.",
  },
  {
    fits: (clues) => isInPlaceOf401(clues, 400, 415, 422),
    likelyCause: "The parameters or the body are validated before the key is checked.",
    howToFix: "Check the key in a middleware, guard or filter that runs before parsing and validation.",
  },
  {
    fits: (clues) => isInPlaceOf401(clues, 403),
    likelyCause:
      "403 is the framework's answer to a missing or wrong key (Spring Security without an entry point, HTTPBearer in FastAPI).",
    howToFix: "Answer 401 where the key is missing or wrong; 403 is for a valid key that may not do this.",
  },
  {
    fits: ({ symptom: { aspect, got, isAllowed, exchange } }) =>
      aspect.of === "status" && isAllowed && got === 409 && exchange.request.method === "POST",
    likelyCause:
      "Something that the interface does not call unique must be so: the name, the category, or the body as a whole.",
    howToFix: "Drop the unique index or the check: two pets may be equal but for their id.",
  },
  {
    fits: ({ symptom: { aspect, got, isAllowed, exchange } }) =>
      aspect.of === "status" && isAllowed && got === 415 && exchange.request.method === "POST",
    likelyCause: "The Content-Type is compared letter by letter with one spelling of application/json.",
    howToFix: "Compare the media type without its parameters and without regard to case.",
  },
  {
    fits: ({ symptom: { aspect, got, isAllowed, exchange } }) =>
      aspect.of === "status" && isAllowed && got === 400 && exchange.request.method === "POST",
    likelyCause: "Validation is stricter than the interface; the message of the answer may say in what.",
    howToFix: "Accept every body that the document allows.",
  },
  {
    fits: ({ symptom: { aspect, got, isAllowed, exchange }, facts }) =>
      aspect.of === "status" &&
      isAllowed &&
      got === 400 &&
      asked(exchange, "status") !== undefined &&
      facts.exchanges.some((e) => answeredWith(e, 200) && asked(e, "limit") === asked(exchange, "limit")),
    likelyCause: "A status that the interface allows is not among those that the code knows.",
    howToFix: "Accept each of the allowed values, letter by letter.",
  },
  {
    fits: ({ symptom: { aspect, got, isAllowed, exchange }, facts }) => {
      const { minimum, maximum } = petstore(facts.contract).limit;
      const limit = asked(exchange, "limit");
      return (
        aspect.of === "status" &&
        isAllowed &&
        got === 400 &&
        limit !== undefined &&
        ![minimum, maximum].includes(Number(limit))
      );
    },
    likelyCause:
      "A limit between the bounds is rejected: it is compared as a text, or with a list of page sizes, or has too many digits for a pattern.",
    howToFix: "Read limit as an integer, and accept each from the minimum to the maximum.",
  },
  {
    fits: ({ symptom: { aspect, got, isAllowed, operation } }) =>
      aspect.of === "status" && isAllowed && operation === "listPets" && (got === 204 || got === 404),
    likelyCause: "A list without pets is taken for nothing, or for something that is not there.",
    howToFix: "Answer 200 with an empty array.",
  },
  {
    fits: ({ symptom: { aspect, got } }) => aspect.of === "status" && got === 206,
    likelyCause: "206 is for a part that a Range header asks for; here a page of the list gets it.",
    howToFix: "Answer 200.",
  },
  {
    fits: ({ symptom: { aspect, got } }) => aspect.of === "status" && got === 304,
    likelyCause:
      "The framework or a proxy answers 304 by an ETag or a cache of its own, though the request had no condition.",
    howToFix: "Answer 200 with the body, and turn automatic ETags off where the document lists no 304.",
  },
  {
    fits: ({ symptom: { aspect, got = 0, exchange } }) =>
      aspect.of === "status" && got >= 300 && got < 400 && exchange.request.credential.kind === "valid",
    likelyCause:
      "The request is redirected, which the interface has nowhere: to a default, another spelling or another page.",
    howToFix: "Answer the request itself, with the status that the document lists.",
  },
  {
    fits: ({ symptom: { aspect, got = 0, isAllowed } }) =>
      aspect.of === "status" && isAllowed && got >= 202 && got < 300 && got !== 204,
    likelyCause:
      "The handler, or a proxy on the way, answers with another status of success than the document lists.",
    howToFix: "Answer with the status that the document lists; the body may stay as it is.",
  },
  {
    fits: ({ symptom: { aspect, got = 0 }, body }) =>
      aspect.of === "status" && got > 500 && member(body, "code") !== undefined,
    likelyCause: "A refusal gets a status that says that the server failed.",
    howToFix: "Answer the 4xx that the document lists, so that clients do not try again.",
  },
  {
    fits: ({ symptom: { aspect, got = 0 } }) => aspect.of === "status" && got >= 502 && got <= 504,
    likelyCause:
      "A proxy in front of the service answers in its place: it failed, was not there, or took too long.",
    howToFix: "Look in the log of the proxy, and in the service's own, for the moment of the request.",
  },
  {
    fits: ({ symptom: { aspect, got } }) => aspect.of === "status" && got === 500,
    likelyCause: "The request causes an exception that nothing catches.",
    howToFix:
      "Look in the server's log for the moment of the request, and map the exception to the status that the document lists.",
  },
  {
    fits: ({ symptom: { aspect, got, exchange } }) =>
      aspect.of === "status" && got === 200 && /^\/pets\/-?[0-9]+[^0-9/]/.test(exchange.request.path),
    likelyCause: "The id is parsed by a function that stops at the first other character (parseInt, atoi).",
    howToFix: "Require the whole path segment to be an integer before it is parsed.",
  },
];

function isInPlaceOf401({ symptom: { aspect, got, exchange } }: Clues, ...instead: number[]): boolean {
  return (
    aspect.of === "status" &&
    got !== undefined &&
    instead.includes(got) &&
    exchange.request.credential.kind !== "valid"
  );
}
