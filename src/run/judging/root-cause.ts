import { isCutByMaxBody } from "../../check/body-bound.ts";
import type { RootCause } from "../../check/cause.ts";
import { answeredWith, isAnswered } from "../../check/facts.ts";
import { isList } from "../../check/pets.ts";
import { answerInWords } from "../../check/words.ts";
import type { Exchange } from "../../exchange/exchange.ts";
import { headerValue } from "../../exchange/headers.ts";

const noConnection = ["refused", "name-not-found", "unreachable", "tls", "proxy"];

/** What the very first list tells of the target as a whole; undefined when the run can go on (rulings 26, 27). */
export function causeInFirstList(list: Exchange | undefined, baseUrl: URL): RootCause | undefined {
  if (list === undefined) return undefined;
  const { outcome } = list;
  if (outcome.kind === "failure") {
    return noConnection.includes(outcome.failure.kind) ? unreachable(list) : undefined;
  }
  if (answeredWith(list, 401)) {
    return {
      reason: "key-refused",
      sentence: "the key or the server: the first list was refused with 401, and either may be wrong",
      remedy: "check that the key is valid for this target (PETSTORE_API_KEY or --api-key-file)",
      exchange: list.id,
    };
  }
  const location = headerValue(outcome.answer.headers, "location");
  const https = httpsTwin(location, baseUrl);
  if (outcome.answer.status >= 300 && outcome.answer.status < 400 && https !== undefined) {
    return {
      reason: "redirected",
      sentence: `the target redirects http to https, and redirects are not followed: use ${https}`,
      remedy: `run again with ${https}`,
      exchange: list.id,
    };
  }
  return undefined;
}

/** The same base address over https, where a redirect from http leads there. */
function httpsTwin(location: string | undefined, baseUrl: URL): string | undefined {
  if (location === undefined || baseUrl.protocol !== "http:") return undefined;
  const to = URL.parse(location, baseUrl.href);
  if (to === null || to.protocol !== "https:" || to.hostname !== baseUrl.hostname) return undefined;
  const twin = new URL(baseUrl);
  twin.protocol = "https:";
  twin.port = to.port;
  return twin.href;
}

/** Nothing has been answered at all. */
export function causeInSilence(exchanges: readonly Exchange[]): RootCause | undefined {
  const first = exchanges[0];
  if (first === undefined || exchanges.some(isAnswered)) return undefined;
  const begun = exchanges.some(
    (e) => e.outcome.kind === "failure" && e.outcome.failure.partial !== undefined,
  );
  return begun ? neverWhole(first) : unreachable(first);
}

/** Neither the list nor the create is there: the base address is not that of the service. */
export function causeInBoth(list: Exchange | undefined, create: Exchange | undefined): RootCause | undefined {
  if (list === undefined || isList(list) || answeredWith(create, 201)) return undefined;
  if (!isAnswered(list)) return undefined;
  const also = create !== undefined && isAnswered(create) ? `, and POST /pets ${answerInWords(create)}` : "";
  const fails = list.outcome.answer.status >= 500;
  return {
    reason: "not-the-service",
    sentence: `${fails ? "the service fails" : "this does not look like the pet store service"}: GET /pets is answered ${answerInWords(list)}${also}`,
    remedy: fails
      ? "see the server's own log for the first request"
      : "check the base address; it ends in the version segment, as in https://host/v1",
    exchange: list.id,
  };
}

/** It speaks HTTP, so that its silence is its own: what was seen is judged. */
function neverWhole(exchange: Exchange): RootCause {
  return {
    reason: "evidence-lost",
    sentence: `the target has not answered one request whole: ${failureOf(exchange)}`,
    remedy: remedyOf(exchange, "see what breaks off its answers; --timeout allows them more time"),
    exchange: exchange.id,
  };
}

/** The target was there, and is no longer. */
export function causeInLastFailures(last: Exchange, failures: number): RootCause {
  return {
    reason: "evidence-lost",
    sentence: `the target stopped answering: ${failures} requests in a profile failed, the last because ${failureOf(last)}`,
    remedy: remedyOf(last, "see whether the server is still running, and what the last requests did to it"),
    exchange: last.id,
  };
}

function remedyOf(exchange: Exchange, otherwise: string): string {
  return isCutByMaxBody(exchange)
    ? "see what makes its answers so large; --max-body has larger ones read"
    : otherwise;
}

function failureOf({ outcome }: Exchange): string {
  return outcome.kind === "failure" ? outcome.failure.message : "";
}

function unreachable(exchange: Exchange): RootCause {
  const message = exchange.outcome.kind === "failure" ? exchange.outcome.failure.message : "";
  return {
    reason: "unreachable",
    sentence: `the target could not be reached: ${message}`,
    remedy:
      "check the base address, the network and the certificate; --wait-for-ready waits for a server that is starting",
    exchange: exchange.id,
  };
}
