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
    return { kind: "key-refused", exchange: list.id };
  }
  const location = headerValue(outcome.answer.headers, "location");
  const https = httpsTwin(location, baseUrl);
  if (outcome.answer.status >= 300 && outcome.answer.status < 400 && https !== undefined) {
    return { kind: "redirected", to: https, exchange: list.id };
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
  return {
    kind: list.outcome.answer.status >= 500 ? "service-fails" : "not-the-service",
    list: answerInWords(list),
    create: create !== undefined && isAnswered(create) ? answerInWords(create) : undefined,
    exchange: list.id,
  };
}

/** It speaks HTTP, so that its silence is its own: what was seen is judged. */
function neverWhole(exchange: Exchange): RootCause {
  return {
    kind: "never-whole",
    failure: failureOf(exchange),
    isCutByMaxBody: isCutByMaxBody(exchange),
    exchange: exchange.id,
  };
}

/** The target was there, and is no longer. */
export function causeInLastFailures(last: Exchange, failures: number): RootCause {
  return {
    kind: "stopped-answering",
    failures,
    failure: failureOf(last),
    isCutByMaxBody: isCutByMaxBody(last),
    exchange: last.id,
  };
}

function failureOf({ outcome }: Exchange): string {
  return outcome.kind === "failure" ? outcome.failure.message : "";
}

function unreachable(exchange: Exchange): RootCause {
  return { kind: "unreachable", failure: failureOf(exchange), exchange: exchange.id };
}
