import {
  type ClientExchange,
  isSameRequest,
  plainAmong,
  type Session,
  statusOf,
} from "#core/check/clients/session.ts";
import { derivedFrom } from "#core/memory/derived-from.ts";
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

/** What a busy machine adds to the time between two rounds. */
const lateMs = 200;

/** What the client does in this session as it does where nothing fails, or whatever it is answered: that is no retry. */
export function habitsIn(session: Session, sessions: readonly Session[]) {
  const plain = plainAmong(sessions);
  const compared =
    plain?.end.kind === "exited" && session.situation !== undefined && session !== plain ? plain : undefined;
  const likeIn = (one: Session, request: ClientExchange) =>
    requestsIn(one).filter((sent) => isSameRequest(sent, request));
  /** The same requests where nothing fails; undefined where that was not played. */
  const usual = (request: ClientExchange) => compared && likeIn(compared, request);
  /** Whether the client sent this request no more often than where nothing failed. */
  const isAsOftenAsUsual = (request: ClientExchange): boolean => {
    const like = usual(request);
    return like !== undefined && likeIn(session, request).length <= like.length;
  };
  return {
    isAsOftenAsUsual,
    /** Whether a request may be the program's next round rather than a new try of the one that failed: it came no sooner. */
    isNextRound: (request: ClientExchange, failed: ClientExchange): boolean => {
      const roundMs = roundsIn(sessions).get(keyOf(request)) ?? 0;
      return roundMs >= shortestRoundMs && request.sentAtMs - failed.endedAtMs >= roundMs / 2;
    },
    /**
     * Whether the client sends this request again and again, whatever the answer: no more often than where nothing failed, or,
     * if the exam did not start it, after a success too. A program that somebody starts again does that.
     */
    isSentAnyway: (request: ClientExchange): boolean =>
      session.situation === undefined ? roundsIn(sessions).has(keyOf(request)) : isAsOftenAsUsual(request),
    /**
     * Whether several tasks may send this request: the client does several things at a time, and sends it more than once where
     * nothing fails. Then it cannot be determined which of them tries again.
     */
    isOfSeveralTasks: (request: ClientExchange): boolean => {
      const ordinary = plain ?? session;
      const served = likeIn(ordinary, request).filter((sent) => (statusOf(sent) ?? 500) < 300);
      return served.length > 1 && [ordinary, session].some((one) => overlap(requestsIn(one)));
    },
    /** Whether the client sent this request more often than where nothing failed; false where that was not played. */
    isMoreOftenThanUsual: (request: ClientExchange): boolean =>
      usual(request) !== undefined && !isAsOftenAsUsual(request),
    /** Whether the client wants this once where nothing fails, and sent it more often: then each further one is a try. */
    isMoreThanUsual: (request: ClientExchange): boolean =>
      usual(request)?.length === 1 && likeIn(session, request).length > 1,
    /** Whether a request came as soon after the one before as where nothing failed: before a retry, a client waits. */
    isAsSoonAsUsual: (next: ClientExchange, last: ClientExchange): boolean => {
      const like = usual(next);
      const gapsMs = like?.slice(1).map((one, at) => one.sentAtMs - (like[at]?.endedAtMs ?? 0)) ?? [];
      const longestGapMs = Math.max(0, ...gapsMs);
      return like !== undefined && next.sentAtMs - last.endedAtMs <= longestGapMs * 1.5 + lateMs;
    },
  };
}
