import { answeredWith, derived, type Facts, findingsOn, isAnswered, statusClass } from "#core/check/facts.ts";
import { textOf } from "#core/check/json-body.ts";
import type { OperationId } from "#core/contract/operations.ts";
import { type Exchange, headerValue, isAfter, timesOf } from "#core/exchange/exchange.ts";
import { canonicalText, integerOf } from "#core/json/read.ts";
import { asked, idAsked, isCreated, isList, petIn, petsIn, sentField, sentJson, sentName } from "../pets.ts";
import { petstore } from "../roles.ts";

type Is = (exchange: Exchange, facts: Facts) => boolean;

const isPost = ({ request }: Exchange) => request.method === "POST";
const asksList: Is = (e, facts) => operationOf(e, facts) === "listPets";
const isRefusedKey: Is = (e) => e.request.credential.kind !== "valid" && answeredWith(e, 401, 403);
const isRejected: Is = (e, facts) => statusClass(e) === 4 && !isRefusedKey(e, facts);

export function operationOf({ request }: Exchange, { contract }: Facts): OperationId | undefined {
  return contract.operationAt(request);
}

/** True of a create that was answered with 201 and a pet that has an id. */
export function isNewPet(e: Exchange): boolean {
  return isPost(e) && isCreated(e) && petIn(e)?.id !== undefined;
}

/** The read of a created pet's id that found none, since the pet was not there yet. */
export function askedTooSoon(create: Exchange, { exchanges }: Facts): Exchange | undefined {
  const isOfIt = (e: Exchange) => answeredWith(e, 404) && idAsked(e) === petIn(create)?.id;
  return exchanges.find((e) => isOfIt(e) && isAfter(create, e));
}

/** The pets that this run created, to find their creates from later answers; and how answers first show a pet. */
export const createdPets = derived(({ exchanges }) => {
  const creates = exchanges.filter((e) => isPost(e) && answeredWith(e, 200, 201, 202));
  const ids = new Set(creates.map(({ id }) => id));
  const byId = Map.groupBy(creates, (e) => petIn(e)?.id);
  const byName = Map.groupBy(creates, (e) => petIn(e)?.name);
  const rejected = new Set(
    exchanges.flatMap((e) => (isPost(e) && statusClass(e) === 4 ? (sentName(e) ?? []) : [])),
  );
  const shown = exchanges.flatMap((e) => (isNewPet(e) ? (petIn(e) ?? []) : (petsIn(e) ?? [])));
  const firstById = new Map(shown.map((pet) => [pet.id, pet] as const).reverse());
  return {
    /** True of the id of a pet that a create was answered with. */
    has: (id: bigint | undefined) => id !== undefined && byId.has(id),
    /** The pet with this id, as the first create or list that has it shows it. */
    firstShown: (id: bigint | undefined) => (id === undefined ? undefined : firstById.get(id)),
    /** True of a name that a body had which was rejected. */
    isRejected: (name: string | undefined) => name !== undefined && rejected.has(name),
    /** True of the id of a POST that was answered with a success. */
    isCreate: (id: number) => ids.has(id),
    /** The ids of the POSTs that created a pet with this id or name. */
    creating: (id: bigint | undefined, name?: string): readonly number[] => {
      const found = [
        ...(name === undefined ? [] : (byName.get(name) ?? [])),
        ...(id === undefined ? [] : (byId.get(id) ?? [])),
      ];
      return [...new Set(found.map((one) => one.id))];
    },
    /** True of an id that more than one pet has. */
    isShared: (id: bigint | undefined): boolean => {
      if (id === undefined) return false;
      const [first, second] = byId.get(id) ?? [];
      const bearers = (list: Exchange) => (petsIn(list) ?? []).filter((pet) => pet.id === id).length;
      const isOlder = (list: Exchange) => first !== undefined && list.id < first.id && bearers(list) > 0;
      return second !== undefined || exchanges.some((e) => isList(e) && (bearers(e) > 1 || isOlder(e)));
    },
  };
});

/** True of a read of an id that a pet got later: the same read is another thing then. */
export function isReadTooSoon(read: Exchange, facts: Facts): boolean {
  const id = idAsked(read);
  return (
    id !== undefined &&
    createdPets(facts)
      .creating(id)
      .some((create) => create > read.id)
  );
}

/** True where a pet got the name or the category of an earlier create that its own body lacks; 0 is not counted, as it may be a default. */
export function gaveField(earlier: Exchange, own: Exchange): boolean {
  const { name, categoryId } = petIn(own) ?? {};
  const body = sentJson(own);
  const isObject = body.ok && body.value.kind === "object";
  const isLacking = (field: string) => isObject && isPost(earlier) && sentField(own, field) === undefined;
  return (
    (isLacking("name") && !!name && sentName(earlier) === name) ||
    (isLacking("categoryId") && !!categoryId && integerOf(sentField(earlier, "categoryId")) === categoryId)
  );
}

/** The earlier lists with the same filter and the same body, before a pet of that status was created. */
export function keptOf(list: Exchange, { exchanges }: Facts): readonly Exchange[] {
  const filter = asked(list, "status");
  const isMade = (e: Exchange) => isNewPet(e) && petIn(e)?.status === filter && isAfter(list, e);
  const last = exchanges.findLast(isMade);
  return exchanges.filter(
    (e) =>
      last && isAfter(last, e) && isList(e) && asked(e, "status") === filter && textOf(e) === textOf(list),
  );
}

/** True where the body has a status that a truthiness test treats as absent. */
export function hasFalsyStatus(e: Exchange): boolean {
  const status = sentField(e, "status");
  return status !== undefined && ["null", "false", "0", '""'].includes(canonicalText(status));
}

/** True where this field, and nothing else, is wrong with the body. */
function isWrongBy(field: string, e: Exchange, { contract }: Facts): boolean {
  const places = findingsOn(e, contract).problems.map(({ at }) => at);
  return places.length > 0 && places.every((at) => at === `/${field}`);
}

/** The limit that a list asked for, or the default. */
export function limitOrDefault(list: Exchange, { contract }: Facts): number {
  return Number(asked(list, "limit") ?? petstore(contract).limit.default);
}

/** True of a list with as many pets as its limit allows: further pets may be beyond it. */
export function isFullPage(list: Exchange, facts: Facts): boolean {
  return (petsIn(list) ?? []).length >= limitOrDefault(list, facts);
}

/** Kinds of requests, by operation and outcome, as they are named in patterns. The narrower first. */
export const kinds: readonly (readonly [words: string, is: Is])[] = [
  ["a request whose key was rejected", isRefusedKey],
  [
    "a create that was rejected for several mistakes",
    (e, facts) => isPost(e) && isRejected(e, facts) && findingsOn(e, facts.contract).problems.length > 1,
  ],
  ["a create whose body is not JSON", (e) => isPost(e) && answeredWith(e, 400) && !sentJson(e).ok],
  ...(["status", "categoryId", "name"] as const).map((field): readonly [string, Is] => [
    `a create that was rejected for its ${field}`,
    (e, facts) => isPost(e) && answeredWith(e, 400, 422) && isWrongBy(field, e, facts),
  ]),
  // One of another media type was not looked at.
  ["a create that was rejected", (e, facts) => isPost(e) && isRejected(e, facts) && !answeredWith(e, 415)],
  [
    "a read of an id that is no integer",
    (e, facts) => operationOf(e, facts) === "getPet" && statusClass(e) === 4 && idAsked(e) === undefined,
  ],
  ["a read that was answered 404", (e) => !isPost(e) && answeredWith(e, 404)],
  ["a list that was rejected", (e, facts) => asksList(e, facts) && isRejected(e, facts)],
  ["a 4xx", (e) => statusClass(e) === 4],
  [
    "a create without a status that was answered 201",
    (e) => isPost(e) && isCreated(e) && sentField(e, "status") === undefined,
  ],
  ["a create that was answered 201", (e) => isPost(e) && isCreated(e)],
  ["a list with a status filter", (e, facts) => asksList(e, facts) && asked(e, "status") !== undefined],
  ["a list with a limit", (e, facts) => asksList(e, facts) && asked(e, "limit") !== undefined],
  ["a read by id that was served", (e, facts) => operationOf(e, facts) === "getPet" && answeredWith(e, 200)],
  ["a list that was served", (e, facts) => asksList(e, facts) && answeredWith(e, 200)],
];

export const beyondAscii = /[^\0-\x7f]/u;

/** What may be unusual about a pet's name. */
export const oddNames: readonly (readonly [words: string, pattern: RegExp])[] = [
  ["characters outside ASCII", beyondAscii],
  ["a quotation mark or a backslash", /["'`\\]/u],
  ["control characters", /\p{Cc}/u],
  ["whitespace at its ends, or twice in a row", /^\s|\s$|\s\s/u],
  ["digits or dots alone", /^[\d.]+$/u],
];

/** Pets that may break a list that shows them. A create that was answered 5xx may have stored its pet, too. */
export const storedKinds = oddNames.map(([what, pattern]): (typeof kinds)[number] => [
  `a pet with ${what} in its name was stored`,
  (e) => isPost(e) && (isCreated(e) || statusClass(e) === 5) && pattern.test(sentName(e) ?? ""),
]);

/** The latest exchange of each kind before this one: the two most unusual first, then the last one of its operation that was served. */
export function unusualBefore(own: Exchange, facts: Facts): readonly Exchange[] {
  const filter = asked(own, "status");
  const isOther = (e: Exchange) => filter === undefined || asked(e, "status") !== filter;
  const before = facts.exchanges.filter((e) => e.id < own.id && isOther(e)).reverse();
  const isAlike = (e: Exchange) => operationOf(e, facts) === operationOf(own, facts);
  const isServed = (e: Exchange) => statusClass(e) === 2;
  const got = isAnswered(own) ? own.outcome.answer.status : 0;
  const isDue = got === (isPost(own) ? 201 : 200);
  // First those with the same wrong status, then rejected ones of the same operation. Without a valid key, served ones: the service may
  // confuse this caller with theirs.
  const letIn = own.request.credential.kind !== "valid";
  const rank = (e: Exchange) =>
    !isDue && answeredWith(e, got) ? -1 : isServed(e) !== letIn ? 2 : isAlike(e) ? 0 : 1;
  const kindOf = (e: Exchange) => kinds.findIndex(([, is]) => is(e, facts));
  const isFiltered = (e: Exchange) => (asked(e, "status") === undefined) === (filter === undefined);
  const latestOf = (all: readonly Exchange[]) => all.find(isFiltered) ?? all[0] ?? [];
  const latest = [...Map.groupBy(before, kindOf)]
    .sort(([a], [b]) => a - b)
    .flatMap(([, all]) => latestOf(all));
  const [first, second, ...others] = latest.sort((a, b) => rank(a) - rank(b));
  const last = before.find((e) => isAlike(e) && isServed(e));
  return [...new Set([first ?? [], second ?? [], last ?? [], others].flat())];
}

/** The first exchange of each kind, by the kind's words. */
export const firstOfKind = derived((facts): ReadonlyMap<string, Exchange | undefined> => {
  const all = [...kinds, ...storedKinds];
  return new Map(all.map(([words, is]) => [words, facts.exchanges.find((e) => is(e, facts))]));
});

/** True where `one` had ended when `other` was sent; of two at the same instant, where it was sent first. */
export function isBefore(one: Exchange, other: Exchange): boolean {
  return isAfter(other, one) && (one.id < other.id || !isAfter(one, other));
}

/**
 * The exchanges in the order in which the service handled them: by Remaining, if each answer has another value and no value
 * contradicts the times; else by when they were answered, which is a guess.
 */
export const inOrderHandled = derived(({ exchanges }) => {
  const all = exchanges.toSorted((a, b) => timesOf(a).endedAtMs - timesOf(b).endedAtMs || a.id - b.id);
  const counted = all.filter(isCounted);
  const figures = counted.map((e) => `${figuresOf(e).reset} ${figuresOf(e).remaining}`);
  const inTurn = counted.sort(
    (a, b) => resetOf(a) - resetOf(b) || figuresOf(b).remaining - figuresOf(a).remaining,
  );
  const mayBe = (e: Exchange, place: number) => {
    const next = inTurn[place + 1];
    return next === undefined || !isBefore(next, e);
  };
  if (new Set(figures).size === figures.length && inTurn.every(mayBe))
    for (const [place, e] of all.entries()) if (isCounted(e)) all[place] = inTurn.shift() ?? e;
  return { all, places: new Map(all.map((e, place) => [e, place])) };
});

function resetOf(e: Exchange): number {
  return Number(figuresOf(e).reset);
}

export function isCounted(e: Exchange): boolean {
  return e.request.credential.kind === "valid" && Number.isFinite(figuresOf(e).remaining);
}

export function figuresOf(e: Exchange) {
  const lines = isAnswered(e) ? e.outcome.answer.headers : [];
  const remaining = headerValue(lines, "X-RateLimit-Remaining") ?? "";
  return {
    reset: headerValue(lines, "X-RateLimit-Reset"),
    remaining: /^[0-9]+$/.test(remaining) ? Number(remaining) : Number.NaN,
  };
}

/**
 * For each exchange id, in the order handled, up to and with it: all requests; those of its operation, which a gateway counts; of
 * these, those with the valid key, which a handler behind the check of the key counts, and those that are valid, too, which one behind
 * all checks counts (undefined for others). And the pets created before.
 */
export const countsOf = derived((facts) => {
  const counted = new Map<string, number>();
  let created = 0;
  const counts = inOrderHandled(facts).all.map((e, place) => {
    const operation = operationOf(e, facts) ?? "";
    const count = (of: string) => counted.set(of, 1 + (counted.get(of) ?? 0)).get(of);
    const ofOperation = count(operation);
    const withKey = e.request.credential.kind === "valid" ? count(`${operation} with the key`) : undefined;
    const isValid = withKey !== undefined && findingsOn(e, facts.contract).allowed;
    const valid = isValid ? count(`${operation} valid`) : undefined;
    const creates = created;
    if (isPost(e) && isCreated(e)) created += 1;
    return [e.id, { requests: 1 + place, ofOperation, withKey, valid, creates }] as const;
  });
  return new Map(counts);
});
