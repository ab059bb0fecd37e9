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
import type { JsonNode } from "#core/json/json.ts";
import { member, stringOf } from "#core/json/read.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { digitsOf, jsonOf, petsOf } from "../shared/answers.ts";
import { failureOf, failures } from "../shared/cases.ts";
import { untested } from "../shared/reasons.ts";
import { named, requestsIn, sentAfter } from "../shared/requests.ts";
import { habitsIn } from "../shared/rounds.ts";

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
  const seen =
    found !== undefined
      ? ", after a list that held the pet"
      : list === undefined
        ? ""
        : `, after a list that cannot show it, since it is full or of another status (${named(list)})`;
  return broken(
    again,
    "no second create before a list has shown that the first was not carried out",
    `the same create ${timeInWords(again.sentAtMs - failed.endedAtMs)} later${seen}`,
    failed,
    ...(list === undefined ? [] : [list]),
  );
}

/** Whether the pet would be in this list: it is not one of another status, and not full (ruling 6). */
function wouldShow(
  { target, outcome }: ClientExchange,
  create: ClientExchange,
  most: number | undefined,
): boolean {
  const query = new URLSearchParams(target.split(/\?(.*)/s)[1]);
  const status = query.get("status");
  const limit = Number(query.get("limit") ?? most);
  const wanted = create.body && textOf(jsonOf(create.body), "status");
  if (status !== null && wanted !== undefined && status !== wanted) return false;
  const listed = outcome.kind === "answer" && outcome.body ? jsonOf(outcome.body) : undefined;
  return listed?.kind === "array" && !(listed.items.length >= limit);
}

/** Whether a list holds a pet like the one that was to be created, with an id that the client had not seen before. */
function holdsNewPet(list: ClientExchange, create: ClientExchange, session: Session): boolean {
  if (list.outcome.kind !== "answer" || list.outcome.body === undefined || create.body === undefined)
    return false;
  const [wanted, listed] = [jsonOf(create.body), jsonOf(list.outcome.body)];
  if (listed?.kind !== "array") return false;
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

export const checks: readonly ClientCheck[] = [repeatsSafely];
