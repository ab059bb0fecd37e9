import { type ClientExchange, isSameRequest, type Session, statusOf } from "../exchange.ts";
import { requestsIn } from "./check.ts";

// A program that asks for the same thing again and again, whatever it is answered: its next round is no retry.

/** What comes again sooner than this is no round of a program, but two steps of one. */
const shortestRoundMs = 50;

type Rounds = ReadonlyMap<string, number>;

const known = new WeakMap<readonly Session[], Rounds>();

/** By request, the shortest time from a success to the same request once more, in whichever session. */
function roundsIn(sessions: readonly Session[]): Rounds {
  const read = known.get(sessions);
  if (read !== undefined) return read;
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
  known.set(sessions, rounds);
  return rounds;
}

function keyOf({ method, target, body }: ClientExchange): string {
  return `${method} ${target}\n${body === undefined ? "" : Buffer.from(body).toString("latin1")}`;
}

/** Whether a request may as well be the program's next round as a try of the one that failed: it came no sooner. */
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
 * Whether the client sends this request again and again, whatever it is answered: no oftener than where nothing failed, or,
 * where it was not the exam that started it, after a success too. A program that somebody starts anew does that.
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

/** Whether the client sent this request no oftener than where nothing failed. */
export function isAsOftenAsUsual(
  request: ClientExchange,
  session: Session,
  sessions: readonly Session[],
): boolean {
  const plain = sessions.find(({ situation, end }) => situation === "plain" && end.kind === "exited");
  if (plain === undefined || session.situation === undefined || session === plain) return false;
  const times = (one: Session) => requestsIn(one).filter((sent) => isSameRequest(sent, request)).length;
  return times(session) <= times(plain);
}
