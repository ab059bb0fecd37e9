import { answeredWith, type Facts, findingsOn, statusClass } from "#core/check/facts.ts";
import { bodyOf } from "#core/check/json-body.ts";
import { isFailed } from "#core/check/sent-again.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { integerOf, member } from "#core/json/read.ts";
import { asked, isRightList, petIn, petsIn, sentField } from "../pets.ts";
import { petstore } from "../roles.ts";
import { before, type Clues, hints, isNewPet } from "./clues.ts";
import { brokenDownSince } from "./now-and-then.ts";

/** What was served, and is no more, whatever is asked for. */
export const breakdowns = hints([
  [
    { at: "status", got: /^5/, method: "POST", also: ({ facts }) => hasBrokenDown(facts) },
    "Creates were served before, and every valid one since then fails: something has run out (connections, file descriptors, memory, disk), or an earlier request left the service broken.",
    "Look in the server's log for the first of these answers, and release what a request takes even when it fails.",
  ],
  [
    { at: "status", got: /^5/, also: ({ symptom, facts }) => symptom.exchange.id >= brokenDownSince(facts) },
    "Requests were served before, and every one since then fails, whatever it asks for: something has run out (connections, file descriptors, memory, disk), or an earlier request left the service broken.",
    "Look in the server's log for the first of these answers, and release what a request takes even when it fails.",
  ],
]);

/** A pet was created, and the status is not 201. */
function isCreatedOtherwise({ seen, symptom: { got, exchange } }: Clues): boolean {
  return (seen.allowed || /^CREATE-1[24]$/.test(seen.requirement)) && got !== 201 && isNewPet(exchange);
}

function hasOrdinaryCreates({ facts: { exchanges } }: Clues): boolean {
  return exchanges.filter((e) => answeredWith(e, 201)).length > 2;
}

/** The status that came in place of the one that is due. */
export const statuses = hints([
  [
    { requirement: "DEPR-5", got: /^3/ },
    "The route redirects to what replaces it.",
    "Answer 404 or 410 to every read by id.",
  ],
  [{ requirement: "DEPR-5" }, "The route is still there.", "Answer 404 or 410 to every read by id."],
  [
    { requirement: "RATE-11", got: /^(?!429)/ },
    "The limiter, or the gateway in front of the service, answers a request over the limit with another status.",
    "Answer 429 with Retry-After.",
  ],
  [
    { at: "status", also: (clues) => isCreatedOtherwise(clues) && hasOrdinaryCreates(clues) },
    "Ordinary creates are answered 201, and this one is not: a path of its own answers it (an update or an upsert, a body with unknown fields, a second handler).",
    "Answer 201 wherever a pet was created; the body can stay as it is.",
  ],
  [
    { at: "status", also: isCreatedOtherwise },
    "The handler answers a create with its framework's default status.",
    "Answer 201 where a pet was created; the body can stay as it is.",
  ],
  [
    { at: "status", got: 422, key: true },
    "422 is what the framework answers when its own validation fails; the interface asks for 400.",
    "Map the validation error to 400 in an error handler (FastAPI: RequestValidationError; Rails, Laravel and Symfony: the validation exception).",
  ],
  [
    { at: "status", got: /404|405/, key: false },
    "The route or the pet is looked up before the key is checked.",
    "Check the key in a middleware, guard or filter that runs before the router and the handler.",
  ],
  [
    {
      ...{ at: "status", got: 400, key: false, operation: "listPets", limit: undefined, filter: undefined },
      also: ({ symptom: { exchange } }) => exchange.request.credential.kind === "other",
    },
    "The Authorization header is rejected as malformed, with the 400 that RFC 6750 has for it.",
    "Answer 401 wherever the valid key is missing, whatever else the header holds.",
  ],
  [
    { at: "status", got: /400|415|422/, key: false, method: "POST" },
    "The body is parsed or validated before the key is checked.",
    "Check the key ahead of the body parser. Guards, hooks and handlers of many frameworks (NestJS, Express, Koa) run after it: register a middleware before it.",
  ],
  [
    { at: "status", got: /400|415|422/, key: false, operation: "listPets" },
    "The parameters are validated before the key is checked, or the key is not checked where the address has a query.",
    "Check the key in a middleware, guard or filter that runs before parsing and validation, and match the path without its query.",
  ],
  [
    { at: "status", got: /400|415|422/, key: false },
    "The parameters or the body are validated before the key is checked.",
    "Check the key in a middleware, guard or filter that runs before parsing and validation.",
  ],
  [
    { at: "status", got: 403, key: false },
    "403 is the framework's answer to a missing or wrong key (Spring Security without an entry point, HTTPBearer in FastAPI).",
    "Answer 401 where the key is missing or wrong; 403 is for a valid key that may not do this.",
  ],
  [
    { at: "status", got: 409, method: "POST", allowed: true },
    "The service requires something to be unique that the interface does not: the name, the category, or the body as a whole.",
    "Drop the unique index or the check: two pets may be equal except for their ids.",
  ],
  [
    { at: "status", got: 415, method: "POST", allowed: true },
    "The Content-Type is compared letter by letter with one spelling of application/json.",
    "Compare the media type without its parameters and without regard to case.",
  ],
  [
    { at: "status", got: 400, method: "POST", allowed: true, also: isWideCategory },
    "A category of more than 31 bits is rejected, and every smaller one is accepted: it is read into a 32-bit integer, or compared with its maximum.",
    "Carry categoryId as a 64-bit integer throughout (Long, bigint, BIGINT in SQL).",
  ],
  [
    { at: "status", got: 400, method: "POST", allowed: true },
    "Validation is stricter than the interface; the message of the answer may say how.",
    "Accept every body that the document allows.",
  ],
  [
    {
      at: "status",
      got: 400,
      allowed: true,
      filter: /^/,
      also: ({ seen, facts }) =>
        facts.exchanges.some((e) => answeredWith(e, 200) && asked(e, "limit") === seen.limit),
    },
    "A status that the interface allows is not among those that the code knows.",
    "Accept each of the allowed values, letter by letter.",
  ],
  [
    {
      at: "status",
      got: 400,
      allowed: true,
      limit: /^/,
      also: ({ seen, facts }) => {
        const { minimum, maximum } = petstore(facts.contract).limit;
        return ![minimum, maximum].includes(Number(seen.limit));
      },
    },
    "A limit within the bounds is rejected: it is compared as a string, or with a list of page sizes, or has too many digits for a pattern.",
    "Read limit as an integer, and accept each from the minimum to the maximum.",
  ],
  [
    {
      ...{ at: "status", got: /204|404/, operation: "listPets" },
      also: ({ seen }) => seen.allowed || seen.got === 204,
    },
    "An empty list is treated as no content, or as not found.",
    "Answer 200 with an empty array.",
  ],
  [
    { at: "status", got: 206 },
    "206 is for a part that a Range header asks for; here it is used for a page of the list.",
    "Answer 200.",
  ],
  [
    { at: "status", got: 304 },
    "The framework or a proxy answers 304 by an ETag or a cache of its own, though the request was not conditional.",
    "Answer 200 with the body, and turn automatic ETags off where the document lists no 304.",
  ],
  [
    { at: "status", got: /^3/, key: true },
    "The request is redirected, to a default, another spelling or another page; the interface has no redirects.",
    "Answer the request itself, with the status that the document lists.",
  ],
  [
    { at: "status", got: /^2(?!00|01|04)/, allowed: true },
    "The handler, or a proxy on the way, answers with a success status that the document does not list.",
    "Answer with the status that the document lists; the body may stay as it is.",
  ],
  [
    {
      ...{ at: "status", got: /^(?!500)[5-9]/, allowed: false },
      also: ({ body, symptom: { got = 0 }, facts: { exchanges, contract } }) =>
        member(body, "code") !== undefined &&
        !exchanges.some((e) => answeredWith(e, got) && findingsOn(e, contract).allowed),
    },
    "A rejected request is answered with a status that says that the server failed.",
    "Answer the 4xx that the document lists, so that clients do not retry.",
  ],
  [
    { at: "status", got: /50[234]/, also: ({ body }) => member(body, "code") !== undefined },
    "The service itself answers that it cannot serve a valid request: a pool or a queue is full, or a dependency is unavailable.",
    "Look in the service's log for the moment of the request, and give it room for as many requests as arrive at once.",
  ],
  [
    { at: "status", got: /50[234]/ },
    "A proxy in front of the service answers in its place: the service failed, could not be reached, or took too long.",
    "Look in the log of the proxy, and in the service's own, for the moment of the request.",
  ],
  [
    {
      at: "status",
      got: 500,
      method: "POST",
      also: ({ symptom, facts }) => sentField(symptom.exchange, "id") !== undefined && !failsWithoutId(facts),
    },
    "The id in the body is used as that of the new pet, and the store fails where there is one already.",
    "Ignore or reject id in the body, and let the database assign it.",
  ],
  [
    { at: "status", got: /^5/, operation: "listPets", allowed: true, also: isAfterFailedCreate },
    "An earlier create failed in the same words: its pet was stored all the same, and each list that reaches it fails when the pet is read from the store.",
    "Store nothing where a create fails (one transaction), or have lists read all that a create stores (integers as 64-bit ones). Remove that pet from the store.",
  ],
  [
    {
      ...{ at: "status", got: /^5/, operation: "listPets", allowed: true, filter: /^/ },
      also: isFilterAlone,
    },
    "Lists with a filter fail, those without are served, and the store has a pet without a status: the filter reads the status of every pet, and fails where there is none (equals on null, a missing key).",
    "Compare so that a missing status is unequal to each (Objects.equals in Java, get in Python); a pet without one is in no filtered list.",
  ],
  [
    { at: "status", got: 500, sent: /^\[{50}/ },
    "The body is nested so deeply that a recursive parser or validator runs out of stack.",
    "Require an object before the body is validated, or bound its depth, and answer 400.",
  ],
  [
    // What is usual for CREATE-12 says more.
    { at: "status", got: 500, requirement: /^(?!CREATE-12$)/ },
    "The request causes an exception that nothing catches.",
    "Look in the server's log for the moment of the request, and map the exception to the status that the document lists.",
  ],
  [
    {
      at: "status",
      got: 200,
      also: ({ symptom: { exchange } }) => /^\/pets\/-?[0-9]+[^0-9/]/.test(exchange.request.path),
    },
    "The id is parsed by a function that stops at the first other character (parseInt, atoi).",
    "Require the whole path segment to be an integer before it is parsed.",
  ],
]);

/** The failure of a create says what this one says, and lists were served before it. */
function isAfterFailedCreate(clues: Clues): boolean {
  const { got = 0, text } = clues.seen;
  const earlier = before(clues);
  const create = earlier.find(
    (e) => e.request.method === "POST" && answeredWith(e, got) && bodyOf(e).text === text,
  );
  const isServed = (e: Exchange) => (petsIn(e)?.length ?? 0) > 0;
  return (
    create !== undefined &&
    !earlier.some((e) => e.id < create.id && e.request.method === "GET" && answeredWith(e, got)) &&
    earlier.some(isServed)
  );
}

/** Lists with each filter fail, none without a filter does, and a pet without a status was stored before. */
function isFilterAlone({ facts: { exchanges, contract } }: Clues): boolean {
  const lists = exchanges.filter((e) => isRightList(e, contract));
  const failed = lists.filter(isFailed);
  const statuses = (of: readonly Exchange[]) => new Set(of.map((e) => asked(e, "status")));
  const [filters, failing] = [statuses(lists), statuses(failed)];
  const statusless = exchanges.find((e) => isNewPet(e) && petIn(e)?.status === undefined);
  return (
    filters.delete(undefined) &&
    filters.size > 1 &&
    filters.symmetricDifference(failing).size === 0 &&
    statusless !== undefined &&
    failed.every((e) => e.id > statusless.id)
  );
}

/** A create whose body names no id fails, too. */
function failsWithoutId({ exchanges }: Facts): boolean {
  return exchanges.some(
    (e) => e.request.method === "POST" && answeredWith(e, 500) && sentField(e, "id") === undefined,
  );
}

/** How many answers show that creates were served, or are no more. */
const answersToShow = 3;

/** From one create on, each is answered with a 5xx; one that is rejected says nothing of it. */
export function hasBrokenDown({ exchanges, contract }: Facts): boolean {
  const creates = exchanges
    .filter(({ request }) => request.method === "POST" && request.credential.kind === "valid")
    .filter((e) => answeredWith(e, 201) || statusClass(e) === 5);
  const since = creates.slice(1 + creates.findLastIndex((e) => answeredWith(e, 201)));
  return (
    creates.filter((e) => answeredWith(e, 201)).length >= answersToShow &&
    since.length >= answersToShow &&
    // Wrong bodies may fail for what is wrong with them.
    since.some((e) => findingsOn(e, contract).allowed)
  );
}

/** Several creates were accepted, none of them with a category beyond 32 bits, as this one has. */
function isWideCategory({ symptom: { exchange }, facts: { exchanges } }: Clues): boolean {
  const accepted = exchanges.filter(isNewPet);
  return accepted.length > 2 && isBeyond31Bits(exchange) && !accepted.some(isBeyond31Bits);
}

function isBeyond31Bits(create: Exchange): boolean {
  const category = integerOf(sentField(create, "categoryId"));
  return category !== undefined && BigInt.asIntN(32, category) !== category;
}
