import { answeredWith, findingsOn, isAnswered } from "#core/check/facts.ts";
import { requestName } from "#core/check/sent-again.ts";
import { keyIn } from "#core/exchange/bearer-key.ts";
import { type Exchange, headerValues, isSafe } from "#core/exchange/exchange.ts";
import { parseHttpDate } from "#core/exchange/http-date.ts";
import { rateHeadersOf } from "#core/exchange/pacing/rate-headers.ts";
import { integerOf } from "#core/json/read.ts";
import { idAsked, isCreated, sentField } from "../pets.ts";
import { petstore } from "../roles.ts";
import { type Clues, has, hints } from "./clues.ts";
import { figuresOf, hasFalsyStatus, isCounted } from "./history.ts";

/** Mistakes that show in the status, or in the rate-limit headers. */
export const statuses = [
  ...hints({ at: "header x-ratelimit-remaining" }, [
    [
      { claims: "content", also: startsWithConnections },
      "Each connection has its own counter: on every new connection, Remaining starts again.",
      "Count by API key, in one place for all connections and instances.",
    ],
    [
      { claims: "content", also: isReplayed },
      "A cache sends an earlier answer to the same request again, with the rate-limit headers of that time.",
      "Count every request, and set the three headers on every answer, cached ones too.",
    ],
  ]),
  ...hints({ requirement: "DEPR-4" }, [
    [
      { also: isSwapped },
      "Day and month of the removal day are swapped: a date such as 05/12 is read as 12 May.",
      "Write the day as year, month and day (2030-12-05), and read it in that form.",
    ],
    [
      { claims: "content", also: isMoved },
      "The day moves from answer to answer: one Date that all requests share is changed in place (setUTCDate, setMonth) to compute another day from it.",
      "Compute with a copy of the Date, and write Sunset from a value that nothing changes.",
    ],
  ]),
  ...hints({ at: "status" }, [
    [
      { key: false, requirement: "AUTH-3", got: 400, also: isMalformed },
      "What reads the Authorization header (a library for bearer tokens) answers 400 by itself where it holds no well-formed token.",
      "Set the library to answer 401 there too, or map its error to 401.",
    ],
    [
      { key: false, got: /40[045]|415|422/, also: ({ facts }) => !facts.exchanges.some(isLetIn) },
      "The route, the parameters or the body are checked before the key, or before its value where a guard only asks whether there is one.",
      "Check the key in a middleware, guard or filter that runs before the router, the body parser and the handler. Guards, hooks and handlers of many frameworks (NestJS, Express, Koa) run after the body parser.",
    ],
    [
      { key: false, got: 403 },
      "403 is the framework's answer to a missing or wrong key (Spring Security without an entry point, HTTPBearer in FastAPI), or that of a CSRF filter to a POST.",
      "Answer 401 where the key is missing or wrong; 403 is for a valid key that may not do this.",
    ],
    [
      { got: /^3/ },
      "The request is redirected, to a sign-in page, a default value or another spelling of the address; the interface has no redirects.",
      "Answer the request itself, with a documented status.",
    ],
    [
      { claims: "content", requirement: "RATE-11", got: /^(?!429)/ },
      "The limiter, a gateway in front of it or an error handler behind it answers a request over the limit with another status.",
      "Answer 429 with Retry-After.",
    ],
    [
      { claims: "content", requirement: "RATE-14", also: isAfterReset },
      "No new window begins: Reset is past, and its requests still count. Whether they are used up is asked before whether the window is over, or only a request that is served begins a new one.",
      "Begin a new window at the first request after Reset, before anything is counted.",
    ],
  ]),
  ...hints({ at: "status", key: true }, [
    [
      { operation: "createPet", got: /^2/, also: isFalsyAlone },
      "A status of null, or any falsy one (an empty string, 0, false), passes as if no status had been sent: the schema allows null, or a truth test decides.",
      "Validate the field whenever it is present (`status !== undefined`, `'status' in body`).",
    ],
    [
      { claims: "content", operation: "createPet", got: /^2/, isAllowed: false, also: isOfSeveralKinds },
      "Bodies that are wrong in different ways are accepted: nothing validates them, or not in all requests (another path, a flag, an instance of another version, a schema that is not loaded yet).",
      "Validate each body against the schema before anything else uses it, and compare the instances.",
    ],
    [
      { operation: "createPet", got: 422 },
      "422 is what the framework answers when its own validation fails; the interface asks for 400.",
      "Map the validation error to 400 in an error handler (FastAPI: RequestValidationError; Rails, Laravel and Symfony: the validation exception).",
    ],
    [
      {
        claims: "content",
        operation: "listPets",
        got: /204|404/,
        isAllowed: true,
        also: ({ body }) => body?.kind !== "array",
      },
      "An empty list is treated as no content, or as not found.",
      "Answer 200 with an empty array.",
    ],
    [
      { operation: "getPet", got: 200, also: ({ exchange }) => /\.[0-9]+$/.test(exchange.request.path) },
      "The id is read as a number with decimals, which are dropped, or the route takes what follows a dot for a format (.json).",
      "Let the route hand over the whole segment, and accept digits alone.",
    ],
    [
      {
        got: /^2(?!01|04)/,
        isAllowed: true,
        also: ({ got, operation }) => got !== 200 || operation === "createPet",
      },
      "The handler, its framework or a proxy on the way answers with a success status that the document does not list.",
      "Answer with the status that the document lists; the body may stay as it is.",
    ],
  ]),
  ...hints({ at: "status" }, [
    [
      { claims: "content", got: /50[234]/, also: ({ body }) => !has(body, "code") },
      "A proxy in front of the service answers in its place: the service failed, could not be reached or took too long, or a limit of the proxy's own was reached (limit_req and limit_conn of nginx answer 503).",
      "Look at the moment of the request in the log of the proxy and in that of the service.",
    ],
    [
      { claims: "content", got: 503 },
      "The service refuses to work for a while: a circuit breaker counts rejected requests as failures, or a pool or a load limit never gets back what earlier requests took.",
      "Count only failures of the service itself, and release what a request took, however it ends.",
    ],
    [
      { claims: "asked", got: /^5/, also: hasLargeNumber },
      "A number in the request does not fit the type that reads or stores it (INTEGER in SQL, a 32-bit or an unsigned int, or even 64 bits), and nothing handles the error.",
      "Read and store ids and categories as 64-bit integers (BIGINT), and answer as the document says where a number does not fit.",
    ],
    [
      { claims: "asked", got: /^5/ },
      "The request causes an exception that nothing catches, or that is answered as a server error.",
      "Look in the server's log for the moment of the request, and map the exception to the status that the document lists.",
    ],
  ]),
];

/** True of a credential that is no bearer token (RFC 6750, 2.1). */
function isMalformed({ exchange: { request } }: Clues): boolean {
  return request.credential.kind === "other" && keyIn(request.credential.value) === undefined;
}

/** True of a request that is served without the valid key, and not with that key in another form. */
function isLetIn(e: Exchange): boolean {
  const { credential } = e.request;
  const isWithout = credential.kind === "none" || (credential.kind === "other" && !credential.secret);
  return isWithout && answeredWith(e, 200, 201);
}

/** True where Sunset has more values than there may be instances that differ. */
function isMoved({ facts }: Clues): boolean {
  const answered = facts.exchanges.filter(isAnswered);
  return new Set(answered.flatMap((e) => headerValues(e.outcome.answer.headers, "sunset"))).size > 2;
}

/** True where Sunset names the removal day with day and month swapped. */
function isSwapped({ value, facts }: Clues): boolean {
  const { removalDay } = petstore(facts.contract);
  const at = parseHttpDate(value ?? "");
  if (removalDay === undefined || at === undefined) return false;
  const [year, month, day] = removalDay.split("-");
  return new Date(at).toISOString().startsWith(`${year}-${day}-${month}`);
}

/** True where, of all wrong statuses, only falsy ones were accepted. */
function isFalsyAlone({ exchange, facts }: Clues): boolean {
  const isOther = (e: Exchange) =>
    isCreated(e) &&
    !hasFalsyStatus(e) &&
    findingsOn(e, facts.contract).problems.some(({ at }) => at === "/status");
  return hasFalsyStatus(exchange) && !facts.exchanges.some(isOther);
}

/** True where wrong bodies of more than one kind were accepted: without a field, with a wrong value, with a wrong status. */
function isOfSeveralKinds({ facts }: Clues): boolean {
  const kinds = facts.exchanges
    .filter((e) => isCreated(e) && e.request.credential.kind === "valid")
    .flatMap((e) => findingsOn(e, facts.contract).problems.map((problem) => [e, problem] as const))
    // A number beyond its bounds, and a label, are mistakes of their own: fields may be validated.
    .filter(([e, { part, at }]) => part === "body" && sentField(e, at.slice(1))?.kind !== "number")
    .map(([e, { at }]) => (at === "/status" ? at : sentField(e, at.slice(1)) === undefined));
  return new Set(kinds).size > 1;
}

/** True where every answer on a new connection has the same Remaining, and some on a used one have less. */
function startsWithConnections({ facts }: Clues): boolean {
  const counted = facts.exchanges.filter(isCounted);
  const figures = counted.filter((e) => !e.reusedConnection).map((e) => figuresOf(e).remaining);
  const [first = 0, ...others] = figures;
  const areSame = others.length > 1 && others.every((one) => one === first);
  return areSame && counted.some((e) => figuresOf(e).remaining < first);
}

/** True where the same request got the same Remaining and Reset before. */
function isReplayed({ exchange, facts }: Clues): boolean {
  const own = figuresOf(exchange);
  const isSame = (e: Exchange) => {
    const { remaining, reset } = figuresOf(e);
    return remaining === own.remaining && reset === own.reset;
  };
  const name = requestName(exchange.request);
  const same = facts.exchanges.filter((e) => e.id < exchange.id && isSame(e));
  // No cache answers a create: where creates have the same figure, it is not counted down.
  return same.some((e) => requestName(e.request) === name) && !same.some(({ request }) => !isSafe(request));
}

/** A category or a limit of more than 32 bits, or an id of more than 64. */
function hasLargeNumber({ exchange, limit = "" }: Clues): boolean {
  const hasMore = (bits: number, value: bigint | undefined) =>
    value !== undefined && BigInt.asIntN(bits, value) !== value;
  return (
    hasMore(64, idAsked(exchange)) ||
    hasMore(32, integerOf(sentField(exchange, "categoryId"))) ||
    (/^-?[0-9]+$/.test(limit) && hasMore(32, BigInt(limit)))
  );
}

/** A Reset that is cut to whole seconds names the end of its window up to a second too early. */
const roundedMs = 1_000;

/** True where the window that the answer names had ended when it came. */
function isAfterReset({ exchange }: Clues): boolean {
  const { reset, answeredAtMs } = rateHeadersOf(exchange);
  return reset.kind === "value" && reset.value * 1000 + roundedMs < answeredAtMs;
}
