import type { Facts } from "../../../../src/core/check/facts.ts";
import { isList } from "../../../../src/core/check/json-body.ts";
import type { Unresolved } from "../../../../src/core/check/unresolved.ts";
import { isAfter } from "../../../../src/core/exchange/exchange.ts";
import { isRightList } from "../../pets.ts";
import { untested } from "../../reasons.ts";
import { readOnlyOmission } from "../steps/requests.ts";
import {
  type AcceptedCreate,
  acceptedCreates,
  noneCreated,
  timesSent,
  wasRejected,
} from "./accepted-creates.ts";
import { isOwnName } from "./settling.ts";
import { isFull, type Sighting, sightingsBy } from "./store.ts";

/** Why no list shows what was created. */
export function noListShows(facts: Facts): Unresolved {
  if (facts.setting.readOnly) return readOnlyOmission;
  const accepted = acceptedCreates(facts);
  const [first] = accepted;
  if (first === undefined) return noneCreated(facts, "untested");
  const lists = facts.exchanges
    .filter(isList)
    .filter((list) => isRightList(list, facts.contract) && isAfter(list, first.exchange));
  const full = lists.filter((list) => isFull(list, facts)).length;
  return full > 0 && full === lists.length
    ? untested("all-lists-full", { lists: full })
    : untested("no-created-name", { lists: lists.length - full });
}

/** Answers after the 201 that show the pet, by its id, or, where the id differs, by a name that no other pet has. */
export function sightingsOf({ exchange, sent, created }: AcceptedCreate, facts: Facts): Sighting[] {
  const by = sightingsBy(facts);
  const isUnique =
    isOwnName(sent.name, facts) && timesSent(sent.name, facts) === 1 && !wasRejected(sent.name, facts);
  const seen = new Set([
    ...(created?.id === undefined ? [] : (by.id.get(created.id) ?? [])),
    ...(isUnique ? (by.name.get(sent.name) ?? []) : []),
  ]);
  return [...seen]
    .filter(({ answer }) => isAfter(answer, exchange))
    .sort((a, b) => a.answer.id - b.answer.id);
}
