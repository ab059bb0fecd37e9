import type { Facts } from "../../../../src/core/check/facts.ts";
import { isList } from "../../../../src/core/check/json-body.ts";
import { type Exchange, isAfter } from "../../../../src/core/exchange/exchange.ts";
import { isBefore } from "../../../../src/core/exchange/pacing/announcement.ts";
import { holdsCreated } from "./settling.ts";
import { type Sighting, sightingsBy, sightingsIn } from "./store.ts";

/** True once a list holds every created pet that belongs in it (ruling 6), and shows the others as they were last seen. */
export function isSettled(exchange: Exchange, facts: Facts): boolean {
  return holdsCreated(exchange, facts) && isAsSeenLast(exchange, facts);
}

/** False where a pet was seen otherwise not long ago: it may have changed, and one of the two answers may lag behind that. */
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
