import type { Evidence } from "#core/check/clients/client-suite.ts";
import { type ClientExchange, isSameRequest, type Session } from "#core/check/clients/session.ts";
import { headerValues } from "#core/exchange/exchange.ts";
import { derivedFrom, knownIn } from "#core/memory/derived-from.ts";
import { latenessIn } from "./waits.ts";

/** The requests that the client is responsible for: not those that a browser or a readiness probe sends by itself. */
export function requestsIn({ exchanges }: Pick<Session, "exchanges">): readonly ClientExchange[] {
  return requestsAmong(exchanges);
}

/** Remembered, since a recording holds thousands of requests, each of which is compared with those after it. */
const requestsAmong = derivedFrom((exchanges: readonly ClientExchange[]) =>
  exchanges.filter((one) => one.origin === "service" && isOfTheClient(one)),
);

function isOfTheClient({ method, target, headers }: ClientExchange): boolean {
  const isBelowBase = /^\/(?:pets|store)(?:[/?]|$)/.test(target);
  return (isBelowBase && method !== "OPTIONS") || headerValues(headers, "authorization").length > 0;
}

/** What a request asks for: the same operation, whatever its values. */
export function operationOf({ method, target }: Pick<ClientExchange, "method" | "target">): string {
  const [path = ""] = target.split("?");
  return `${method} ${path.replace(/^\/pets\/[^/]+$/, "/pets/{petId}")}`;
}

/** How a request is named: `POST /pets`. What is not below the base address begins with `..`. */
export function named({ method, target }: Pick<ClientExchange, "method" | "target">): string {
  return `${method} ${target}`;
}

/**
 * Ruling 37. Where a client does several things at a time, what arrives so soon after an answer on another connection may have been
 * sent before the answer was read: tasks take turns, and a busy machine lets each wait.
 */
export const onTheWireMs = 150;

/** How long before an answer counts when it is decided whether the client does several things at a time. */
const companyMs = 1_000;

/** Whether a request that came after that answer was under way when it went out: what was sent before it arrived proves nothing. */
export function isUnderWay(request: ClientExchange, answered: ClientExchange, session: Session): boolean {
  const laterMs = request.sentAtMs - answered.endedAtMs;
  const isSameConnection = request.connection !== undefined && request.connection === answered.connection;
  const lateMs = latenessIn(session, answered.endedAtMs, request.sentAtMs);
  if (laterMs > onTheWireMs + lateMs) return false;
  if (isSameConnection && !isOfAWave(request, answered, session)) return false;
  // What the client sends together elsewhere arrives apart only where the machine is busy.
  if (laterMs <= lateMs && session.together?.includes(pairOf(answered, request))) return true;
  if (!hadCompany(answered, session)) return false;
  // The same request again is its next try, unless two tasks ask for the same thing.
  return (
    !isSameRequest(request, answered) ||
    twinsOf(answered, session).length > 0 ||
    isServedTwice(answered, session)
  );
}

/**
 * Whether it was sent together with a request on a connection that was new, or had been idle for a while: a loop that sends
 * several at once may take a connection whose answer the library has read, and its caller has not.
 */
function isOfAWave(request: ClientExchange, answered: ClientExchange, session: Session): boolean {
  if (isSameRequest(request, answered)) return false;
  const near = sentBetween(request.sentAtMs - waveMs, request.sentAtMs + waveMs, session);
  const before = sentBetween(answered.sentAtMs - longestAnswerMs, request.sentAtMs, session);
  const isFresh = ({ connection, sentAtMs }: ClientExchange): boolean =>
    connection !== undefined &&
    !before.some(
      (one) =>
        one.connection === connection &&
        one.endedAtMs > answered.endedAtMs - onTheWireMs &&
        one.endedAtMs <= sentAtMs,
    );
  return near.some(isFresh);
}

/** Requests that one loop sends arrive within this time. */
const waveMs = 10;

/**
 * Whether requests of the client were under way together at that time or shortly before, or, of this operation, at any time:
 * tasks that begin together may arrive one by one.
 */
export function hadCompany(answered: ClientExchange, session: Session): boolean {
  return knownIn(known, answered, () => {
    const near = sentBetween(answered.sentAtMs - companyMs, answered.endedAtMs, session);
    return overlap(near) || operationsInTasks(session.exchanges).has(operationOf(answered));
  });
}

const known = new WeakMap<ClientExchange, boolean>();

/** Whether some of these were under way together. They are in the order of sending. */
export function overlap(requests: readonly ClientExchange[]): boolean {
  let endedAtMs = 0;
  return requests.some((one) => {
    const isBeside = one.sentAtMs < endedAtMs;
    endedAtMs = Math.max(endedAtMs, one.endedAtMs);
    return isBeside;
  });
}

const operationsInTasks = derivedFrom((exchanges: readonly ClientExchange[]) => {
  const byOperation = [...Map.groupBy(requestsAmong(exchanges), operationOf)];
  return new Set(byOperation.flatMap(([operation, own]) => (overlap(own) ? operation : [])));
});

/**
 * The sessions of one client, each with what the client had under way together in any of them: on a busy machine, what it
 * sends at the same time may arrive far apart in one session, but not in all.
 */
export function knowingTogether(sessions: readonly Session[]): readonly Session[] {
  const together = [...new Set(sessions.flatMap((session) => pairsIn(requestsIn(session))))];
  return sessions.map((session) => ({ ...session, together }));
}

/** Which of these were under way together. They are in the order of sending. */
function pairsIn(requests: readonly ClientExchange[]): readonly string[] {
  const pairs = new Set<string>();
  let underWay: readonly ClientExchange[] = [];
  for (const request of requests) {
    if (pairs.size >= mostPairs) break;
    underWay = underWay.filter(({ endedAtMs }) => endedAtMs > request.sentAtMs).slice(-mostTasks);
    for (const other of underWay) pairs.add(pairOf(other, request));
    underWay = [...underWay, request];
  }
  return [...pairs];
}

// A recording may hold thousands of requests, and any path.
const mostPairs = 100;
const mostTasks = 20;

/** Two tasks that ask for the same thing are another pair than two of one operation. */
function pairOf(one: ClientExchange, other: ClientExchange): string {
  const operations = [operationOf(one), operationOf(other)].sort().join(" beside ");
  return isSameRequest(one, other) ? `${operations}, the same` : operations;
}

/** The same request of other tasks, under way at the same time. */
export function twinsOf(request: ClientExchange, session: Session): readonly ClientExchange[] {
  return sentBetween(request.sentAtMs - longestAnswerMs, request.endedAtMs, session).filter(
    (other) => other !== request && other.endedAtMs > request.sentAtMs && isSameRequest(other, request),
  );
}

const longestAnswerMs = 60_000;

/** Whether the client is served the same request more than once: of a try and its retries, one is. */
function isServedTwice(request: ClientExchange, session: Session): boolean {
  const alike = servedByName(session.exchanges).get(named(request)) ?? [];
  return alike.filter((one) => isSameRequest(one, request)).length > 1;
}

const servedByName = derivedFrom((exchanges: readonly ClientExchange[]) => {
  const served = requestsAmong(exchanges).filter(
    ({ outcome }) => outcome.kind === "answer" && Math.floor(outcome.status / 100) === 2,
  );
  return Map.groupBy(served, named);
});

export function sentAfter(answered: ClientExchange, session: Session): readonly ClientExchange[] {
  const requests = requestsIn(session);
  const later = firstAfter(answered.endedAtMs, requests);
  const { endedAtMs } = answered;
  const wireMs = onTheWireMs + latenessIn(session, endedAtMs, Number.POSITIVE_INFINITY);
  const certain = firstAfter(endedAtMs + wireMs, requests);
  const near = requests.slice(later, certain).filter((request) => !isUnderWay(request, answered, session));
  return near.length === 0 ? requests.slice(certain) : near.concat(requests.slice(certain));
}

function sentBetween(afterMs: number, untilMs: number, session: Session) {
  const requests = requestsIn(session);
  return requests.slice(firstAfter(afterMs, requests), firstAfter(untilMs, requests));
}

/** The index of the first request that was sent after that moment; they are in the order of sending. */
function firstAfter(momentMs: number, requests: readonly ClientExchange[]): number {
  let [low, high] = [0, requests.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((requests[middle]?.sentAtMs ?? 0) > momentMs) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function carriesKey({ headers }: ClientExchange, key: Evidence["key"]): boolean {
  return headerValues(headers, "authorization").some((value) => key.isIn(value));
}

/** What requests ask for, as far as situations distinguish them. */
export const roles = ["list", "create", "read"] as const;
export type Role = (typeof roles)[number];

const roleByOperation: Readonly<Record<string, Role>> = {
  "GET /pets": "list",
  "POST /pets": "create",
  "GET /pets/{petId}": "read",
};

export function roleOf(request: Pick<ClientExchange, "method" | "target">): Role | undefined {
  return roleByOperation[operationOf(request)];
}
