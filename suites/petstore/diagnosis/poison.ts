import type { Advice } from "../../../src/core/check/defect.ts";
import { answeredWith, derived, findingsOn, isAnswered } from "../../../src/core/check/facts.ts";
import { isList } from "../../../src/core/check/json-body.ts";
import type { Contract } from "../../../src/core/contract/contract.ts";
import { type Exchange, timesOf } from "../../../src/core/exchange/exchange.ts";
import { isCreated, isRightList, sentText } from "../pets.ts";
import { brokenDownSince } from "./now-and-then.ts";

interface Poison {
  /** The creates after which every list fails, the most unusual first: one of these pets breaks them. */
  readonly creates: readonly [Exchange, ...Exchange[]];
  /** Lists with a wrong key or parameter that are answered as these are among them. */
  readonly failedLists: ReadonlySet<number>;
}

/** A stored pet that breaks every list since: lists were served until some creates, and none is after them. */
export const poisonOf = derived((facts): Poison | undefined => {
  const { exchanges, contract } = facts;
  const lists = exchanges.filter(isAnswered).filter((e) => isRightList(e, contract));
  const served = lists.filter((e) => isList(e));
  const failed = lists.filter((e) => !served.includes(e));
  const [lastServed, first] = [served.at(-1), failed[0]];
  if (lastServed === undefined || first === undefined || served.length < 2 || failed.length < 3)
    return undefined;
  // Every failing list was sent after the last one that was served.
  if (first.id < lastServed.id) return undefined;
  // What fails with everything else is not broken by a pet.
  if (brokenDownSince(facts) < Number.POSITIVE_INFINITY) return undefined;
  const isBetween = (e: Exchange) =>
    timesOf(e).endedAtMs >= timesOf(lastServed).sentAtMs && timesOf(e).sentAtMs <= timesOf(first).endedAtMs;
  const [create, ...others] = exchanges
    .filter((e) => e.request.method === "POST" && isCreated(e))
    .filter((e) => isBetween(e) && e.id < first.id)
    .filter((e) => e.id > lastServed.id - lastServed.inFlight)
    .sort((a, b) => oddness(b, contract) - oddness(a, contract));
  const { status } = first.outcome.answer;
  const alike = exchanges
    .filter((e) => e.id > first.id && answeredWith(e, status))
    .filter((e) => contract.classify(e.request).operation === "listPets");
  const failedLists = new Set([...failed, ...alike].map(({ id }) => id));
  return create && { creates: [create, ...others], failedLists };
});

/** Ranks a body that should have been rejected above an unusual one, and that above a plain one. */
function oddness(create: Exchange, contract: Contract): number {
  if (!findingsOn(create, contract).allowed) return 2;
  const text = sentText(create);
  return /^[\x20-\x7e]*$/.test(text) && !text.includes("\\") ? 0 : 1;
}

const longestBody = 160;

export function adviceOfPoison({ creates: [create, ...others] }: Poison): Advice {
  const sent = sentText(create).slice(0, longestBody);
  const first = `POST /pets (exchange ${create.id}): ${sent}`;
  return {
    likelyCause:
      others.length === 0
        ? `Every list fails since this pet was stored by ${first}`
        : `Every list fails since ${others.length + 1} pets were stored, and one of them breaks it. The most unusual is that of ${first}`,
    howToFix:
      "Find that pet in the server's log of a failed list, and remove it from the store: nothing is listed until then. Reject such a body with 400, or have the list write whatever a create accepts.",
  };
}
