import { answeredWith, isAnswered, statusClass } from "#core/check/facts.ts";
import { isCutByMaxBody, jsonOf } from "#core/check/json-body.ts";
import type { RootCause } from "#core/check/results/cause.ts";
import { failureInWords } from "#core/check/results/words.ts";
import { type Exchange, type FailureKind, headerValue } from "#core/exchange/exchange.ts";
import { isLack } from "#core/exchange/own-machine.ts";
import { shorten } from "#core/json/escape.ts";
import { member, stringOf } from "#core/json/read.ts";
import { firstAnswers } from "./answers-in-place.ts";

/** Failures where nothing answers, or not in this protocol. */
const noConnection = ["refused", "name-not-found", "unreachable", "tls", "no-tls", "proxy"];

/** What kept this machine from asking: a lack of its own, or a name that it found before and no longer finds (ruling 26). */
export function causeInThisMachine(
  { outcome }: Exchange,
  exchanges: readonly Exchange[],
): RootCause | undefined {
  if (outcome.kind !== "failure") return undefined;
  const { kind, message } = outcome.failure;
  const isOwn = isLack(kind) || (kind === "name-not-found" && exchanges.some(isAnswered));
  return isOwn
    ? { kind: "own-machine", failure: message, failureKind: kind, exchange: undefined }
    : undefined;
}

/** What the very first list shows about the target as a whole; undefined when the run can go on (rulings 26, 27). */
export function causeInFirstList(list: Exchange | undefined, baseUrl: URL): RootCause | undefined {
  if (list === undefined) return undefined;
  const { outcome } = list;
  if (outcome.kind === "failure") {
    return noConnection.includes(outcome.failure.kind) ? unreachable(list, baseUrl) : undefined;
  }
  const to = httpsTwin(headerValue(outcome.answer.headers, "location"), baseUrl);
  if (statusClass(list) !== 3 || to === undefined) return undefined;
  return { kind: "redirected", to, exchange: list.id };
}

const longestMessage = 160;

/** The root cause where the service rejects the key in the first list. */
export function causeInFirst401(list: Exchange | undefined): RootCause | undefined {
  if (list === undefined || !answeredWith(list, 401)) return undefined;
  const message = stringOf(member(jsonOf(list), "message")) ?? "";
  return {
    kind: "key-refused",
    ...(message !== "" && { message: shorten(message, longestMessage) }),
    exchange: list.id,
  };
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

export function causeInSilence(exchanges: readonly Exchange[], baseUrl: URL): RootCause | undefined {
  const first = exchanges[0];
  if (first === undefined || exchanges.some(isAnswered)) return undefined;
  // Where an answer began, the target speaks HTTP, and its silence is its own: what was seen is judged.
  const begun = exchanges.find(({ outcome }) => outcome.kind === "failure" && outcome.failure.partial);
  return begun === undefined ? unreachable(first, baseUrl) : causeInLastFailures(begun, exchanges);
}

/**
 * The cause of a run in which neither the first list nor the first create can be used: the list is no 200 with JSON,
 * and the create no 201. The run ends, and what was seen is judged. A 200 with JSON is the service's, in whatever
 * shape: the run goes on (ruling 42).
 */
export function causeInBoth(list: Exchange | undefined, create: Exchange | undefined): RootCause | undefined {
  if (list === undefined || !isAnswered(list) || answeredWith(create, 201)) return undefined;
  if (answeredWith(list, 200) && jsonOf(list) !== undefined) return undefined;
  return {
    kind: list.outcome.answer.status >= 500 ? "service-fails" : "not-the-service",
    ...firstAnswers(list, create),
    ...(answeredWith(list, 403) && { isForbidden: true }),
    exchange: list.id,
  };
}

/** The target no longer answers. Where nobody listens any more, that is an outage, and not judged. */
export function causeInLastFailures(last: Exchange, exchanges: readonly Exchange[]): RootCause {
  const { outcome } = last;
  const [failure, exchange] = [failureInWords(last), last.id];
  const served = exchanges.findLast(isAnswered);
  if (outcome.kind === "failure" && served !== undefined && noConnection.includes(outcome.failure.kind))
    return { kind: "service-gone", after: served.id, answer: undefined, failure, exchange };
  const failures = exchanges.length - 1 - exchanges.findLastIndex(isAnswered);
  return { kind: "stopped-answering", failures, failure, isCutByMaxBody: isCutByMaxBody(last), exchange };
}

function unreachable(exchange: Exchange, baseUrl: URL): RootCause {
  const { outcome } = exchange;
  const failureKind = outcome.kind === "failure" ? outcome.failure.kind : undefined;
  const address = otherScheme(failureKind, baseUrl);
  return {
    kind: "unreachable",
    failure: failureInWords(exchange),
    ...(failureKind !== undefined && { failureKind }),
    ...(address !== undefined && { address }),
    exchange: exchange.id,
  };
}

/**
 * The other scheme, where the failure suggests it: a TLS port closes or sends an alert when it gets plain http, and a
 * plain port breaks off a TLS handshake.
 */
function otherScheme(kind: FailureKind | undefined, { protocol, href }: URL): string | undefined {
  if (protocol === "http:" && (kind === "reset" || kind === "closed" || kind === "malformed"))
    return href.replace(/^http:/, "https:");
  return protocol === "https:" && kind === "no-tls" ? href.replace(/^https:/, "http:") : undefined;
}
