import { answeredWith, findingsOn, isAnswered } from "#core/check/facts.ts";
import { requestName } from "#core/check/sent-again.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { headerValue } from "#core/exchange/headers.ts";
import { integerOf } from "#core/json/read.ts";
import { idAsked, isCreated, sentField } from "../pets.ts";
import { type Clues, has, hints } from "./clues.ts";
import { figuresOf, hasFalsyStatus } from "./history.ts";

/** The status that came in place of the one that is due, and the figures of limits. */
export const statuses = [
  ...hints({ at: "header x-ratelimit-remaining" }, [
    [
      { also: isReplayed },
      "An earlier answer to the same request is sent again with the headers that it had then: a cache keeps those of the limit, too.",
      "Count each request, and write the three headers after the cache, to every answer.",
      "content",
    ],
    [
      { requirement: "RATE-3", also: isOfOtherLimit },
      "These answers have another Limit than others, and what remains of theirs: the code that writes them knows another plan, or has a limiter of its own.",
      "Write the three headers of every answer, errors too, from one count.",
    ],
  ]),
  ...hints({ at: "status", got: /^2/ }, [
    [
      { requirement: "ORDERS-2", otherKey: /./, also: isRefusedWithoutKey },
      "Orders have a guard of their own, which looks only whether there is a key.",
      "Give them the check that the pet operations have.",
    ],
    [
      { otherKey: /^basic credentials/ },
      "An Authorization header of another scheme than Bearer passes: only bearer tokens are looked at.",
      "Answer 401 to every request whose Authorization header is not Bearer and a valid key.",
    ],
    [
      { otherKey: "the scheme without a key" },
      "An empty token passes: it is taken for no token to check (a falsy value), for a part of the key (startsWith, includes), or for a key of the settings that is not set.",
      "Answer 401 to an empty token, before it is compared with anything.",
    ],
  ]),
  ...hints({ at: "status" }, [
    [
      { key: false, got: /40[045]|415|422/ },
      "The route, the parameters or the body are looked at before the key is checked.",
      "Check the key in a middleware, guard or filter that runs before the router, the body parser and the handler. Guards, hooks and handlers of many frameworks (NestJS, Express, Koa) run after the body parser.",
    ],
    [
      { key: false, got: 403 },
      "403 is the framework's answer to a missing or wrong key (Spring Security without an entry point, HTTPBearer in FastAPI).",
      "Answer 401 where the key is missing or wrong; 403 is for a valid key that may not do this.",
    ],
    [
      { got: /^3/ },
      "The request is redirected, to a sign-in page, a default, another spelling or another page; the interface has no redirects.",
      "Answer the request itself, with the status that the document lists.",
    ],
    [
      { requirement: "RATE-11", got: /^(?!429)/ },
      "The limiter, or the gateway in front of the service, answers a request over the limit with another status.",
      "Answer 429 with Retry-After.",
      "content",
    ],
  ]),
  ...hints({ at: "status", key: true }, [
    [
      { operation: "createPet", got: /^2/, also: isFalsyAlone },
      "A status that code takes for false (null, an empty text, 0, false) passes as if none had been sent.",
      "Check the field wherever it is there (`status !== undefined`, `'status' in body`).",
    ],
    [
      { operation: "createPet", got: 422 },
      "422 is what the framework answers when its own validation fails; the interface asks for 400.",
      "Map the validation error to 400 in an error handler (FastAPI: RequestValidationError; Rails, Laravel and Symfony: the validation exception).",
    ],
    [
      { operation: "listPets", got: /204|404/, isAllowed: true, also: ({ body }) => body?.kind !== "array" },
      "An empty list is treated as no content, or as not found.",
      "Answer 200 with an empty array.",
      "content",
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
      { got: /50[234]/, also: ({ body }) => !has(body, "code") },
      "A proxy in front of the service answers in its place: the service failed, could not be reached or took too long, or a limit of the proxy's own was reached (limit_req and limit_conn of nginx answer 503).",
      "Look in the log of the proxy, and in the service's own, for the moment of the request.",
      "content",
    ],
    [
      { got: 503 },
      "The service refuses to work for a while: what guards it (a circuit breaker, a pool, a limit of load) counts earlier requests as failures, rejected ones among them, or never gets back what they took.",
      "Count failures of the service alone, and give back what a request took however it ends.",
    ],
    [
      { got: /^5/, also: hasLargeNumber },
      "A number of the request does not fit the type that reads or stores it (INTEGER in SQL, a 32-bit int, or 64 bits where it has more digits), and nothing handles the error.",
      "Read and store ids and categories as 64-bit integers (BIGINT), and answer as the document says where a number has more digits.",
      "asked",
    ],
    [
      { got: /^5/ },
      "The request causes an exception that nothing catches, or that is answered as a failure of the server.",
      "Look in the server's log for the moment of the request, and map the exception to the status that the document lists.",
      "asked",
    ],
  ]),
];

/** The same request was answered 401 where it had no key. */
function isRefusedWithoutKey({ exchange, facts }: Clues): boolean {
  const isSame = (e: Exchange) =>
    e.request.path === exchange.request.path && e.request.credential.kind === "none";
  const own = facts.exchanges.filter(isSame);
  return own.length > 0 && own.every((e) => answeredWith(e, 401));
}

/** No other wrong status was accepted. */
function isFalsyAlone({ exchange, facts }: Clues): boolean {
  const isOther = (e: Exchange) =>
    isCreated(e) &&
    !hasFalsyStatus(e) &&
    findingsOn(e, facts.contract).problems.some(({ at }) => at === "/status");
  return hasFalsyStatus(exchange) && !facts.exchanges.some(isOther);
}

/** The same figures came to the same request before. */
function isReplayed({ exchange, facts }: Clues): boolean {
  const own = figuresOf(exchange);
  const isSame = (e: Exchange) => {
    const { remaining, reset } = figuresOf(e);
    return remaining === own.remaining && reset === own.reset;
  };
  const name = requestName(exchange.request);
  return facts.exchanges.some((e) => e.id < exchange.id && requestName(e.request) === name && isSame(e));
}

/** Others have a limit that is not below what remains. */
function isOfOtherLimit({ exchange, facts }: Clues): boolean {
  const limitOf = (e: Exchange) =>
    Number(isAnswered(e) ? headerValue(e.outcome.answer.headers, "X-RateLimit-Limit") : Number.NaN);
  return facts.exchanges.some((e) => limitOf(e) >= figuresOf(exchange).remaining);
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
