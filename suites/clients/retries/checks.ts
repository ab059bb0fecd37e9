import { type CaseRef, caseRef } from "#core/check/case.ts";
import { type ClientCheck, type Evidence, observing } from "#core/check/clients/client-suite.ts";
import {
  type ClientExchange,
  endInWords,
  isSameRequest,
  type Session,
  statusOf,
  timeInWords,
} from "#core/check/clients/session.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import { requestsWithRoundedIds } from "../exact-integers/checks.ts";
import { petsOf } from "../shared/answers.ts";
import { failureOf, failures } from "../shared/cases.ts";
import { type Observing, ofSessions } from "../shared/client-checks.ts";
import { untested } from "../shared/reasons.ts";
import { carriesKey, named, requestsIn, sentAfter } from "../shared/requests.ts";
import { habitsIn } from "../shared/rounds.ts";
import { type Tries, triesIn } from "../shared/tries.ts";
import {
  added,
  isNeverLonger,
  isSame,
  isShrinking,
  latenessOf,
  possibleWaits,
  randomGrowth,
} from "../shared/waits.ts";
import { isWithoutWait, noWaitMs, ordinaryGaps } from "./at-once.ts";

/** Ruling 39: how many more requests are allowed after a 401. */
const mostAfter401 = 2;

/** Ruling 39: how many tries are allowed, the first included. */
const mostTries = 5;

/** A client that sent nothing for so long after a 401 has stopped. */
const quietMs = 2_000;

const after401 = caseRef("after-a-401", "after a 401");

/** CLIENT-21. Subject: the first 401 to a request with the key. */
const stopsAfter401 = ofSessions("CLIENT-21", after401, stopped);

function stopped(
  session: Session,
  { held, broken, unresolved }: Observing,
  { key }: Evidence,
): readonly Observation[] {
  const carries = (one: ClientExchange) => carriesKey(one, key);
  const first = requestsIn(session).find((one) => statusOf(one) === 401 && carries(one));
  if (first === undefined) return [];
  const all = sentAfter(first, session).filter(carries);
  const goodAgain = all.findIndex((one) => (statusOf(one) ?? 500) < 300);
  // A service may have refused the key for a while; the exam goes on to refuse it while the client is to stop.
  if (session.isRecorded === true && goodAgain !== -1) return [unresolved(untested("key-good-again"), first)];
  const later = goodAgain === -1 ? all : all.slice(0, goodAgain);
  const [next] = later.slice(mostAfter401);
  if (next !== undefined)
    return [
      broken(
        next,
        `at most ${mostAfter401} requests more with the key after a 401`,
        `${later.length} requests more`,
        first,
      ),
    ];
  const isQuiet = session.endedAtMs - (later.at(-1) ?? first).endedAtMs >= quietMs;
  return session.end.kind === "exited" || isQuiet
    ? [held(first)]
    : [unresolved(untested("after-401-unknown", { end: endInWords(session) }), first)];
}

/** CLIENT-22. Subject: a 400 to a create, a 404 to a read, but of an id that the client rounded (CLIENT-12 says that). */
const changesRejected: ClientCheck = {
  about: "CLIENT-22",
  cases: [failures.badRequest, failures.notFound],
  judge: ({ sessions }) =>
    sessions.flatMap((session) => {
      const rounded = requestsWithRoundedIds(session);
      return requestsIn(session)
        .filter((one) => (statusOf(one) === 400 || statusOf(one) === 404) && !rounded.has(one))
        .map((rejected) => changed(rejected, session, sessions));
    }),
};

function changed(rejected: ClientExchange, session: Session, sessions: readonly Session[]): Observation {
  const status = statusOf(rejected);
  const { held, broken, unresolved } = observing(
    "CLIENT-22",
    status === 400 ? failures.badRequest : failures.notFound,
  );
  const later = sentAfter(rejected, session);
  const habits = habitsIn(session, sessions);
  const at = later.findIndex((one) => isSameRequest(one, rejected));
  const again = later[at];
  // Hours later, in the traffic of others, somebody may ask anew.
  const isSame = at === 0 || habits.isMoreOftenThanUsual(rejected);
  if (again !== undefined && isSame && !isFoundIn(later.slice(0, at), rejected))
    return habits.isSentAnyway(rejected) || habits.isNextRound(again, rejected)
      ? unresolved(untested("sent-anyway", { request: named(rejected) }), rejected)
      : broken(
          again,
          `not the same request again after a ${status}`,
          `${named(again)} unchanged, ${timeInWords(again.sentAtMs - rejected.endedAtMs)} later`,
          rejected,
        );
  return later.length > 0 || session.end.kind === "exited"
    ? held(rejected)
    : unresolved(untested("again-unknown", { end: endInWords(session) }), rejected);
}

/** Whether an answer since then holds the pet that was not found. */
function isFoundIn(since: readonly ClientExchange[], { target }: ClientExchange): boolean {
  return since.some((one) => petsOf(one).some(({ id }) => target === `/pets/${id}`));
}

/** CLIENT-23. Subject: a list or a read that fails, and its tries in a row. */
const boundsRetries: ClientCheck = {
  about: "CLIENT-23",
  cases: [failures.unavailable, failures.lost],
  judge: ({ sessions }) => {
    const all = sessions.flatMap((session) => failedRequestsIn(session, sessions));
    const chains = all.map(({ tries }) => tries.waitsMs);
    const isAtOnce = isWithoutWait(chains, ordinaryGaps(sessions));
    const longer = new Set(all.flatMap((failed) => (isServedSoon(failed) ? [] : [failed.case])));
    return all
      .filter((failed) => !isServedSoon(failed) || !longer.has(failed.case))
      .map((failed) => judgedTries(failed, all, isAtOnce));
  },
};

/** One that was served at its second try shows neither a bound nor how waits grow: it says nothing beside others. */
function isServedSoon({ tries: { requests, isUnclear } }: FailedRequest): boolean {
  const last = requests.at(-1);
  return isUnclear !== true && requests.length < 3 && last !== undefined && failureOf(last) === undefined;
}

interface FailedRequest {
  readonly session: Session;
  readonly case: CaseRef;
  readonly tries: Tries;
  /** Without a first try at once, as of a connection that was closed while idle. */
  readonly waitsMs: readonly number[];
}

function failedRequestsIn(session: Session, sessions: readonly Session[]): readonly FailedRequest[] {
  const hasFailed = (one: ClientExchange) => one.method === "GET" && failureOf(one) !== undefined;
  if (!requestsIn(session).some(hasFailed)) return [];
  const habits = habitsIn(session, sessions);
  const isAnyway = (next: ClientExchange, last: ClientExchange) =>
    habits.isNextRound(next, last) || (habits.isAsOftenAsUsual(next) && habits.isAsSoonAsUsual(next, last));
  return triesIn(session, { ...habits, hasFailed, isAnyway }).map((tries) => {
    const [first] = tries.requests;
    const waitsMs =
      tries.waitsMs.length > 2 && (tries.waitsMs[0] ?? 0) < noWaitMs ? tries.waitsMs.slice(1) : tries.waitsMs;
    return { session, case: failureOf(first) ?? failures.unavailable, tries, waitsMs };
  });
}

/** How much flatness shows that waits do not grow: random ones may stay the same, or shrink, by chance. */
const enough = { ofOne: 3, ofAll: 4, ofRandom: 4, requests: 3 };

/** Waits are the same if they differ by so much of the shortest at most. */
const samePart = 0.05;

const isAlwaysLonger = (waits: readonly number[]): boolean => isNeverLonger(waits.toReversed());

/** How flat the waits are: 0 where one of them grows. */
function flatness({ waitsMs }: Pick<FailedRequest, "waitsMs">): number {
  if (waitsMs.length < 2) return 0;
  // Without a timer, the times vary with the machine.
  const isAtOnce = Math.max(...waitsMs) < noWaitMs && !isAlwaysLonger(waitsMs);
  return isAtOnce || isSame(waitsMs, samePart)
    ? waitsMs.length
    : isNeverLonger(waitsMs)
      ? waitsMs.length - 1
      : 0;
}

/** Whether waits that go up and down do not grow, by their sums: those of a client that doubles its bound do. */
function isAtRandom({ waitsMs }: Pick<FailedRequest, "waitsMs">, all: readonly FailedRequest[]): boolean {
  const long = all.map((one) => one.waitsMs).filter(({ length }) => length >= enough.ofRandom);
  const isLong = waitsMs.length >= enough.ofRandom && long.length >= enough.requests;
  const isRandom = long.some((waits) =>
    waits.some((wait, at) => wait < (waits[at - 1] ?? 0) * (1 - samePart)),
  );
  return isLong && isRandom && isShrinking(waitsMs, randomGrowth) && isShrinking(added(long), randomGrowth);
}

/** Whether the waits may have grown on a busy machine, though they do not look so. */
function mayGrow(failed: FailedRequest, all: readonly FailedRequest[]): boolean {
  const { waitsMs, tries, session } = failed;
  const possible = possibleWaits(waitsMs, latenessOf(tries.requests, session));
  const wasAtRandom = flatness(failed) === 0;
  return possible.some((waits) =>
    wasAtRandom ? !isAtRandom({ waitsMs: waits }, all) : flatness({ waitsMs: waits }) === 0,
  );
}

/** Whether the waits may be the same, though they look as if they grew: the machine was late by more than they differ. */
function mayBeFlat({ waitsMs, tries, session }: FailedRequest): boolean {
  const lateMs = latenessOf(tries.requests, session);
  const [shortest, longest] = [Math.min(...waitsMs), Math.max(...waitsMs)];
  return waitsMs.length >= enough.ofOne && isSame([shortest, Math.max(shortest, longest - lateMs)], samePart);
}

/** Whether the waits of a request do not grow: its own say so, or those of all that failed in this way, together. */
function isFlat(failed: FailedRequest, all: readonly FailedRequest[]): boolean {
  const own = flatness(failed);
  if (own === 0 && isAtRandom(failed, all)) return true;
  if (own === 0 || own >= enough.ofOne) return own > 0;
  const like = all.filter((one) => one.case === failed.case && one.waitsMs.length > 1).map(flatness);
  return like.every((one) => one > 0) && like.reduce((sum, one) => sum + one, 0) >= enough.ofAll;
}

function judgedTries(failed: FailedRequest, all: readonly FailedRequest[], isAtOnce: boolean): Observation {
  const { session, case: of, tries } = failed;
  const { held, broken, unresolved } = observing("CLIENT-23", of);
  const [first] = tries.requests;
  const last = tries.requests.at(-1) ?? first;
  if (tries.isUnclear) return unresolved(untested("several-tasks"), first);
  const isTooMany = tries.waitsMs.length >= mostTries;
  const isWaitless = isAtOnce && tries.waitsMs.length > 1;
  const seemsFlat = isFlat(failed, all);
  if (!isTooMany && !isWaitless && (seemsFlat ? mayGrow(failed, all) : mayBeFlat(failed)))
    return unresolved(untested("busy-machine"), ...tries.requests);
  if (isTooMany || isWaitless || seemsFlat)
    return broken(
      first,
      `at most ${mostTries} tries, the first included, with growing waits`,
      `${tries.requests.length} tries of ${named(first)}, with waits of ${tries.waitsMs.map(timeInWords).join(", ")}`,
      last,
    );
  const isOver = session.end.kind === "exited" || failureOf(last) === undefined;
  return isOver || sentAfter(last, session).length > 0
    ? held(...tries.requests)
    : unresolved(untested("trying-unknown", { end: endInWords(session) }), first);
}

export const checks: readonly ClientCheck[] = [stopsAfter401, changesRejected, boundsRetries];
