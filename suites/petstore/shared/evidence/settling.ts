import { type Answered, derived, type Facts } from "#core/check/facts.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import { type Exchange, isAfter } from "#core/exchange/exchange.ts";
import { isBefore } from "#core/exchange/pacing/rate-headers.ts";
import { asked, isList, petsIn } from "#suites/petstore/pets.ts";
import { untested } from "#suites/petstore/reasons.ts";
import { readOnlyOmission } from "../steps/requests.ts";
import {
  type AcceptedCreate,
  acceptedCreates,
  namesRejected,
  noneCreated,
  statusOfAccepted,
  timesSent,
} from "./accepted-creates.ts";
import { runMark } from "./marks.ts";
import { isFull, rightLists, type Sighting, sightingsBy, sightingsIn } from "./store.ts";

/** True once a list holds every created pet that belongs in it, or is full and so shows nothing (ruling 6). */
export function holdsCreated(exchange: Exchange, facts: Facts): boolean {
  if (!isList(exchange) || isFull(exchange, facts)) return true;
  return belonging(exchange, facts).every((accepted) => isIn(accepted, petsIn(exchange) ?? [], facts));
}

/** True for a list that holds a pet, or in which no created pet belongs; any other may still lag (ruling 6). */
export function holdsSome(exchange: Exchange, facts: Facts): boolean {
  if (!isList(exchange) || (petsIn(exchange) ?? []).length > 0) return true;
  return belonging(exchange, facts).length === 0;
}

/** The pets that were created before a list, belong in it by its status, and can be known there by their name. */
export function belonging(list: Answered, facts: Facts): readonly AcceptedCreate[] {
  const status = asked(list, "status");
  return acceptedCreates(facts).filter(
    (accepted) =>
      isBefore(accepted.exchange, list) &&
      isOwnName(accepted.sent.name, facts) &&
      (status === undefined || (statusOfAccepted(accepted) ?? statusInLists(accepted, facts)) === status),
  );
}

/** What all unfiltered lists show, if neither request nor 201 has a status: the service chose it (ruling 11). */
function statusInLists(accepted: AcceptedCreate, facts: Facts): string | undefined {
  const [first, ...others] = sightingsOf(accepted, facts)
    .filter(({ answer }) => isList(answer) && asked(answer, "status") === undefined)
    .map(({ pet }) => pet.status);
  return others.every((status) => status === first) ? first : undefined;
}

const ownMark = derived((facts) => runMark(facts).toLowerCase());

/** True for a name with this run's mark: any other may be the name of another pet, even one of an earlier run. */
export function isOwnName(name: string | undefined, facts: Facts): name is string {
  return name?.toLowerCase().includes(ownMark(facts)) === true;
}

/**
 * True where a list shows the pet. It is known by its name, if no more pets have that name than creates sent it. It
 * is known by its id if it has no name, or an altered name of this run, which other checks judge.
 */
export function isIn(
  accepted: AcceptedCreate,
  pets: readonly { readonly id: bigint | undefined; readonly name: string | undefined }[],
  facts: Facts,
): boolean {
  const { name: wanted } = accepted.sent;
  if (isOwnName(wanted, facts)) {
    const named = pets.filter(({ name }) => name === wanted).length;
    if (named > 0 && named >= timesSent(wanted, facts)) return true;
  }
  const created = accepted.created?.id;
  return (
    created !== undefined &&
    pets.some(({ id, name }) => id === created && (name === undefined || isOwnName(name, facts)))
  );
}

/** True once a list holds every created pet that belongs in it (ruling 6), and shows the others as they were last seen. */
export function isSettled(exchange: Exchange, facts: Facts): boolean {
  return holdsCreated(exchange, facts) && isAsSeenLast(exchange, facts);
}

/**
 * False where another answer showed a pet differently a moment ago: the pet may have changed, and one of the two
 * answers may lag.
 */
export function isAsSeenLast(exchange: Exchange, facts: Facts): boolean {
  const { id } = sightingsBy(facts);
  const { consistencyWaitMs } = facts.setting;
  return sightingsIn(exchange).every((now) =>
    (id.get(now.pet.id) ?? []).every(
      (before) =>
        !isBefore(before.answer, exchange) ||
        isAfter(exchange, before.answer, consistencyWaitMs) ||
        isSameState(before, now),
    ),
  );
}

/** A status may be left out of one operation's answers and shown in another's (ruling 11). */
function isSameState({ pet: one, answer }: Sighting, { pet: other, answer: later }: Sighting): boolean {
  const isCompared = isList(answer) === isList(later) || (one.status && other.status);
  return (
    one.name === other.name &&
    one.categoryId === other.categoryId &&
    (!isCompared || one.status === other.status)
  );
}

/** Why there is nothing that lists could show of what was created. */
export function noneToShow(facts: Facts): Unresolved | undefined {
  if (facts.setting.readOnly) return readOnlyOmission;
  return acceptedCreates(facts).length === 0 ? noneCreated(facts, "untested") : undefined;
}

export function noListShows(facts: Facts): Unresolved {
  const none = noneToShow(facts);
  const [first] = acceptedCreates(facts);
  if (none !== undefined || first === undefined) return none ?? noneCreated(facts, "untested");
  const lists = rightLists(facts).filter((list) => isAfter(list, first.exchange));
  const full = lists.filter((list) => isFull(list, facts)).length;
  return full > 0 && full === lists.length
    ? untested("all-lists-full", { lists: full })
    : untested("no-created-name", { lists: lists.length - full });
}

export function listsShowing(accepted: readonly AcceptedCreate[], facts: Facts): readonly Answered[] {
  return accepted.flatMap((one) =>
    sightingsOf(one, facts).flatMap(({ answer }) => (isList(answer) ? answer : [])),
  );
}

const createdIds = derived(
  (facts): ReadonlySet<bigint | undefined> =>
    new Set(acceptedCreates(facts).map(({ created }) => created?.id)),
);

/**
 * The answers after the 201 that show the pet: by its id, or by a name that no other pet has. The same name under the id of
 * another created pet is a mistake of that one.
 */
export function sightingsOf({ exchange, sent, created }: AcceptedCreate, facts: Facts): Sighting[] {
  const by = sightingsBy(facts);
  const isOfAnother = (id: bigint | undefined) => id !== created?.id && createdIds(facts).has(id);
  const isUnique =
    isOwnName(sent.name, facts) && timesSent(sent.name, facts) === 1 && !namesRejected(facts).has(sent.name);
  const seen = new Set([
    ...(created?.id === undefined ? [] : (by.id.get(created.id) ?? [])),
    ...(isUnique ? (by.name.get(sent.name) ?? []).filter(({ pet }) => !isOfAnother(pet.id)) : []),
  ]);
  return [...seen]
    .filter(({ answer }) => isAfter(answer, exchange))
    .sort((a, b) => a.answer.id - b.answer.id);
}
