import { caseRef } from "#core/check/case.ts";
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
import { type JsonNode, member, stringOf } from "#core/json/read.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { requestsWithRoundedIds } from "../exact-integers/checks.ts";
import { answeredJson, digitsOf, jsonOf, petsOf } from "../shared/answers.ts";
import { failureOf, failures } from "../shared/cases.ts";
import { ofSessions } from "../shared/client-checks.ts";
import { untested } from "../shared/reasons.ts";
import { carriesKey, named, requestsIn, sentAfter } from "../shared/requests.ts";
import { habitsIn } from "../shared/rounds.ts";

/** Ruling 39: how many more requests are allowed after a 401. */
const mostAfter401 = 2;

/** A client that sent nothing for so long after a 401 has stopped. */
const quietMs = 2_000;

const after401 = caseRef("after-a-401", "after a 401");

/** CLIENT-21. Subject: the first 401 to a request with the key. */
const stopsAfter401 = ofSessions("CLIENT-21", after401, (session, { held, broken, unresolved }, { key }) => {
  const carries = (one: ClientExchange) => carriesKey(one, key);
  const first = requestsIn(session).find((one) => statusOf(one) === 401 && carries(one));
  if (first === undefined) return [];
  const all = sentAfter(first, session).filter(carries);
  const goodAgain = all.findIndex((one) => (statusOf(one) ?? 500) < 300);
  // A service may have refused the key for a while; the exam goes on to refuse it while the client is to stop.
  if (session.isRecorded === true && goodAgain !== -1) return [unresolved(untested("key-good-again"), first)];
  const later = goodAgain === -1 ? all : all.slice(0, goodAgain);
  const [next] = later.slice(mostAfter401);
  const expected = `at most ${mostAfter401} requests more with the key after a 401`;
  if (next !== undefined) return [broken(next, expected, `${later.length} requests more`, first)];
  const isQuiet = session.endedAtMs - (later.at(-1) ?? first).endedAtMs >= quietMs;
  return session.end.kind === "exited" || isQuiet
    ? [held(first)]
    : [unresolved(untested("after-401-unknown", { end: endInWords(session) }), first)];
});

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
  if (again !== undefined && isSame && !isFoundIn(later.slice(0, at), rejected)) {
    if (habits.isSentAnyway(rejected) || habits.isNextRound(again, rejected))
      return unresolved(untested("sent-anyway", { request: named(rejected) }), rejected);
    const seen = `${named(again)} unchanged, ${timeInWords(again.sentAtMs - rejected.endedAtMs)} later`;
    return broken(again, `not the same request again after a ${status}`, seen, rejected);
  }
  return later.length > 0 || session.end.kind === "exited"
    ? held(rejected)
    : unresolved(untested("again-unknown", { end: endInWords(session) }), rejected);
}

/** Whether an answer since then holds the pet that was not found. */
function isFoundIn(since: readonly ClientExchange[], { target }: ClientExchange): boolean {
  return since.some((one) => petsOf(one).some(({ id }) => target === `/pets/${id}`));
}

/** CLIENT-24. Subject: a create that may have been carried out although it failed. */
const repeatsSafely: ClientCheck = {
  about: "CLIENT-24",
  cases: [failures.lostCreate, failures.failedCreate],
  judge: ({ sessions, contract }) =>
    sessions.flatMap((session) =>
      requestsIn(session)
        .filter((one) => one.method === "POST" && failureOf(one) !== undefined)
        .map((failed) => repeatedSafely(failed, session, sessions, contract)),
    ),
};

function repeatedSafely(
  failed: ClientExchange,
  session: Session,
  sessions: readonly Session[],
  contract: Evidence["contract"],
): Observation {
  const of = failureOf(failed) === failures.lost ? failures.lostCreate : failures.failedCreate;
  const { held, broken, unresolved } = observing("CLIENT-24", of);
  const later = sentAfter(failed, session);
  const again = later.find((one) => isSameRequest(one, failed));
  if (again === undefined)
    return later.length > 0 || session.end.kind === "exited"
      ? held(failed)
      : unresolved(untested("again-unknown", { end: endInWords(session) }), failed);
  const { isSentAnyway, isNextRound } = habitsIn(session, sessions);
  if (isSentAnyway(failed) || isNextRound(again, failed))
    return unresolved(untested("created-anyway"), failed);
  // Only that the client looked can be seen: from the list it may know whether the pet was created.
  const looks = later.filter(
    (one) =>
      one.method === "GET" &&
      /^\/pets(?:\?|$)/.test(one.target) &&
      statusOf(one) === 200 &&
      one.endedAtMs <= again.sentAtMs,
  );
  const found = looks.find((list) => holdsNewPet(list, failed, session));
  // So many pets a list without `limit` has at most.
  const most = petstore(contract).limit.default;
  if (found === undefined && looks.some((list) => wouldShow(list, failed, most))) return held(failed);
  const list = found ?? looks[0];
  const after =
    found !== undefined
      ? ", after a list that held the pet"
      : list === undefined
        ? ""
        : `, after a list that cannot show it, since it is full or of another status (${named(list)})`;
  const expected = "no second create before a list has shown that the first was not carried out";
  const seen = `the same create ${timeInWords(again.sentAtMs - failed.endedAtMs)} later${after}`;
  return broken(again, expected, seen, failed, ...(list === undefined ? [] : [list]));
}

/** Whether the pet would be in this list: it is not one of another status, and not full (ruling 6). */
function wouldShow(list: ClientExchange, create: ClientExchange, most: number | undefined): boolean {
  const query = new URLSearchParams(list.target.split(/\?(.*)/s)[1]);
  const status = query.get("status");
  const limit = Number(query.get("limit") ?? most);
  const wanted = create.body && textOf(jsonOf(create.body), "status");
  if (status !== null && wanted !== undefined && status !== wanted) return false;
  const listed = answeredJson(list);
  return listed?.kind === "array" && !(listed.items.length >= limit);
}

/** Whether a list holds a pet like the one that was to be created, with an id that the client had not seen before. */
function holdsNewPet(list: ClientExchange, create: ClientExchange, session: Session): boolean {
  const listed = answeredJson(list);
  if (listed?.kind !== "array" || create.body === undefined) return false;
  const wanted = jsonOf(create.body);
  const seen = requestsIn(session).filter((one) => one.endedAtMs <= create.sentAtMs);
  const before = new Set(seen.flatMap(petsOf).map(({ id }) => id));
  return listed.items.some((pet) => {
    const isAlike = textOf(pet, "name") === textOf(wanted, "name") && textOf(wanted, "name") !== undefined;
    const id = digitsOf(pet, "id");
    return isAlike && digitsOf(pet, "categoryId") === digitsOf(wanted, "categoryId") && !before.has(id);
  });
}

function textOf(node: JsonNode | undefined, field: "name" | "status"): string | undefined {
  return stringOf(member(node, field));
}

export const checks: readonly ClientCheck[] = [stopsAfter401, changesRejected, repeatsSafely];
