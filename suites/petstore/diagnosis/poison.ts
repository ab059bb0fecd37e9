import { answeredWith, derived, type Facts, findingsOn, isAnswered } from "#core/check/facts.ts";
import { isList } from "#core/check/json-body.ts";
import type { Advice } from "#core/check/results/defect.ts";
import { isFailed } from "#core/check/sent-again.ts";
import type { Contract } from "#core/contract/contract.ts";
import { type Exchange, timesOf } from "#core/exchange/exchange.ts";
import { asked, isCreated, isRightList, sentText } from "../pets.ts";
import { petstore } from "../roles.ts";
import { brokenDownSince } from "./now-and-then.ts";

interface Poison {
  /** Which lists fail. */
  readonly lists: "every list" | "every list that reaches far enough";
  /** The creates after which they fail, the most unusual first: one of these pets breaks them. */
  readonly creates: readonly [Exchange, ...Exchange[]];
  /** The lists, those with a wrong key or parameter that are answered as these are, and a create that failed as they do. */
  readonly failed: ReadonlySet<number>;
}

/** A stored pet that breaks the lists since. */
export const poisonOf = derived((facts) => poisonOfEveryList(facts) ?? poisonOfFarLists(facts));

/** Lists were served until some creates, and none is after them. */
function poisonOfEveryList(facts: Facts): Poison | undefined {
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
    .filter((e) => mayHaveStored(e) && isBetween(e) && e.id < first.id)
    .filter((e) => e.id > lastServed.id - lastServed.inFlight)
    .sort((a, b) => oddness(b, contract) - oddness(a, contract));
  const { status } = first.outcome.answer;
  const alike = exchanges
    .filter((e) => e.id > first.id && answeredWith(e, status))
    .filter((e) => contract.classify(e.request).operation === "listPets");
  return create && poison("every list", [create, ...others], [...failed, ...alike]);
}

/** So many requests may have overtaken each other, or pets of others may have come between. */
const slack = 8;

/**
 * Nothing fails but creates, and lists that are long enough to hold one pet: from the newest back, which reach it until
 * so many were created since, or from the oldest on.
 */
function poisonOfFarLists({ exchanges, contract }: Facts): Poison | undefined {
  const limitOf = (list: Exchange) => Number(asked(list, "limit") ?? petstore(contract).limit.default);
  const lists = exchanges
    .filter(isAnswered)
    .filter((e) => isRightList(e, contract) && asked(e, "status") === undefined);
  const [first] = lists.filter(isFailed);
  const creates = exchanges.filter(mayHaveStored);
  const failing = exchanges.filter(isFailed);
  const areOthers = failing.some((e) => !isRightList(e, contract) && e.request.method !== "POST");
  if (first === undefined || areOthers) return undefined;
  const breaks = (create: Exchange) => {
    const since = Map.groupBy(
      lists.filter(({ id }) => id > create.id),
      isFailed,
    );
    const [failed, served] = [since.get(true) ?? [], since.get(false) ?? []];
    const created = (list: Exchange) => creates.filter(({ id }) => id > create.id && id < list.id).length;
    return (
      failed.length >= 3 &&
      served.length >= 3 &&
      (Math.max(...served.map(limitOf)) < Math.min(...failed.map(limitOf)) ||
        (failed.every((list) => limitOf(list) > created(list) - slack) &&
          served.every((list) => limitOf(list) <= created(list) + slack)))
    );
  };
  const suspects = creates.filter((e) => e.id < first.id && oddness(e, contract) > 0 && breaks(e));
  const most = Math.max(...suspects.map((e) => oddness(e, contract)));
  const [create, ...others] = suspects.filter((e) => oddness(e, contract) === most);
  const failed = failing.filter((e) => isRightList(e, contract));
  return create && poison("every list that reaches far enough", [create, ...others], failed);
}

function poison(lists: Poison["lists"], creates: Poison["creates"], failed: readonly Exchange[]): Poison {
  const alike = creates.filter(isFailed);
  return { lists, creates, failed: new Set([...failed, ...alike].map(({ id }) => id)) };
}

/** A create that was answered 5xx may have stored its pet all the same. */
function mayHaveStored(exchange: Exchange): boolean {
  return exchange.request.method === "POST" && (isCreated(exchange) || isFailed(exchange));
}

/** Ranks a create that failed above a body that should have been rejected, that above an unusual one, and that above a plain one. */
function oddness(create: Exchange, contract: Contract): number {
  if (isFailed(create)) return 3;
  if (!findingsOn(create, contract).allowed) return 2;
  const text = sentText(create);
  return /^[\x20-\x7e]*$/.test(text) && !text.includes("\\") ? 0 : 1;
}

const longestBody = 160;

export function adviceOfPoison({ lists, creates: [create, ...others] }: Poison): Advice {
  const sent = sentText(create).slice(0, longestBody);
  const status = isAnswered(create) && isFailed(create) ? `, answered ${create.outcome.answer.status}` : "";
  const first = `POST /pets (exchange ${create.id}${status}): ${sent}`;
  const which = lists.replace("every", "Every");
  return {
    likelyCause:
      others.length === 0
        ? `${which} fails since this pet was stored by ${first}`
        : `${which} fails since ${others.length + 1} pets were stored, and one of them breaks it. The most unusual is that of ${first}`,
    howToFix:
      "Find that pet in the server's log of a failed list, and remove it from the store: no such list is served until then. Reject such a body with 400 before anything is stored, or have the list write whatever a create accepts.",
  };
}
