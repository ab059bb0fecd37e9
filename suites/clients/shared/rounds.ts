import {
  type ClientExchange,
  isSameRequest,
  plainAmong,
  type Session,
  statusOf,
} from "../../../src/core/check/session.ts";
import { derivedFrom } from "../../../src/core/exchange/derived-from.ts";
import { overlap, requestsIn } from "./requests.ts";

// Programs that ask for the same thing again and again, whatever the answer: the next round is not a retry.

/** A request that is repeated sooner than this is not a new round, but two steps of one. */
const shortestRoundMs = 50;

/** By request, the shortest time from a success to the same request once more, in whichever session. */
const roundsIn = derivedFrom((sessions: readonly Session[]): ReadonlyMap<string, number> => {
  const rounds = new Map<string, number>();
  for (const session of sessions) {
    const last = new Map<string, ClientExchange>();
    for (const request of requestsIn(session)) {
      const key = keyOf(request);
      const before = last.get(key);
      last.set(key, request);
      if (before === undefined || (statusOf(before) ?? 500) >= 300) continue;
      const gapMs = request.sentAtMs - before.endedAtMs;
      if (gapMs > 0) rounds.set(key, Math.min(gapMs, rounds.get(key) ?? gapMs));
    }
  }
  return rounds;
});

function keyOf({ method, target, body }: ClientExchange): string {
  return `${method} ${target}\n${body === undefined ? "" : Buffer.from(body).toString("latin1")}`;
}

/** Whether a request may be the program's next round rather than a new try of the one that failed: it came no sooner. */
export function isNextRound(
  request: ClientExchange,
  failed: ClientExchange,
  sessions: readonly Session[],
): boolean {
  const roundMs = roundsIn(sessions).get(keyOf(request));
  return (
    roundMs !== undefined && roundMs >= shortestRoundMs && request.sentAtMs - failed.endedAtMs >= roundMs / 2
  );
}

/**
 * Whether the client sends this request again and again, whatever the answer: no more often than where nothing failed, or,
 * if the exam did not start it, after a success too. A program that somebody starts again does that.
 */
export function isSentAnyway(
  request: ClientExchange,
  session: Session,
  sessions: readonly Session[],
): boolean {
  return session.situation === undefined
    ? roundsIn(sessions).has(keyOf(request))
    : isAsOftenAsUsual(request, session, sessions);
}

/** Whether the client sent this request no more often than where nothing failed. */
export function isAsOftenAsUsual(
  request: ClientExchange,
  session: Session,
  sessions: readonly Session[],
): boolean {
  const usual = usually(request, session, sessions);
  return usual !== undefined && timesIn(session, request) <= usual.times;
}

/**
 * Whether several tasks may send this request: the client does several things at a time, and sends it more than once where
 * nothing fails. Then it cannot be determined which of them tries again.
 */
export function isOfSeveralTasks(
  request: ClientExchange,
  session: Session,
  sessions: readonly Session[],
): boolean {
  const plain = plainAmong(sessions) ?? session;
  const served = requestsIn(plain).filter(
    (sent) => (statusOf(sent) ?? 500) < 300 && isSameRequest(sent, request),
  );
  return served.length > 1 && [plain, session].some((one) => overlap(requestsIn(one)));
}

/** Whether the client wants this once where nothing fails, and sent it more often: then each further one is a try. */
export function isMoreThanUsual(
  request: ClientExchange,
  session: Session,
  sessions: readonly Session[],
): boolean {
  return usually(request, session, sessions)?.times === 1 && timesIn(session, request) > 1;
}

/** What a busy machine adds to the time between two rounds. */
const lateMs = 200;

/** Whether a request came as soon after the one before as where nothing failed: before a retry, a client waits. */
export function isAsSoonAsUsual(
  next: ClientExchange,
  last: ClientExchange,
  session: Session,
  sessions: readonly Session[],
): boolean {
  const usual = usually(next, session, sessions);
  return usual !== undefined && next.sentAtMs - last.endedAtMs <= usual.longestGapMs * 1.5 + lateMs;
}

/** How a client sends this request where nothing fails; undefined where that was not played. */
function usually(request: ClientExchange, session: Session, sessions: readonly Session[]) {
  const plain = plainAmong(sessions);
  if (plain?.end.kind !== "exited" || session.situation === undefined || session === plain) return undefined;
  const same = requestsIn(plain).filter((sent) => isSameRequest(sent, request));
  const gapsMs = same.slice(1).map((one, at) => one.sentAtMs - (same[at]?.endedAtMs ?? 0));
  return { times: same.length, longestGapMs: Math.max(0, ...gapsMs) };
}

function timesIn(session: Session, request: ClientExchange): number {
  return requestsIn(session).filter((sent) => isSameRequest(sent, request)).length;
}
