import { answeredWith, derived, type Facts, findingsOn, statusClass } from "#core/check/facts.ts";
import { ifRecorded } from "#core/contract/recorded.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { isAfter } from "#core/exchange/exchange.ts";
import { integerOf } from "#core/json/read.ts";
import { asked, isCreated, sentField, sentJson, sentName, sentText } from "../pets.ts";

/** What a request before may have been, by its operation and its outcome, as a reader would name it. */
type Kind = readonly [words: string, is: (exchange: Exchange, facts: Facts) => boolean];

const isPost = ({ request }: Exchange) => request.method === "POST";
const isRefusedKey = (e: Exchange) => e.request.credential.kind !== "valid" && answeredWith(e, 401, 403);
const isListOf = (e: Exchange, { contract }: Facts) => contract.operationAt(e.request) === "listPets";

const hasNoJson = (e: Exchange): boolean => !sentJson(e).ok;
const isOfOtherType = ({ request }: Exchange): boolean =>
  !/^application\/json\b/i.test(ifRecorded(ifRecorded(request.body)?.contentType) ?? "");

/** The narrower first. */
export const kindsBefore: readonly Kind[] = [
  ["a request whose key was refused", isRefusedKey],
  ["a create whose body was no JSON", (e) => isPost(e) && !isRefusedKey(e) && hasNoJson(e)],
  [
    "a create with another Content-Type",
    (e) => isPost(e) && !isRefusedKey(e) && statusClass(e) === 4 && isOfOtherType(e),
  ],
  ["a create that was rejected", (e) => isPost(e) && !isRefusedKey(e) && statusClass(e) === 4],
  ["a read that was answered 404", (e) => !isPost(e) && answeredWith(e, 404)],
  [
    "a list that was rejected",
    (e, facts) => isListOf(e, facts) && !isRefusedKey(e) && answeredWith(e, 400, 422),
  ],
  ["a 5xx", (e) => statusClass(e) === 5],
  ["a 429", (e) => answeredWith(e, 429)],
  ["a 4xx", (e) => statusClass(e) === 4],
  ["a create with an id in its body", (e) => isPost(e) && isCreated(e) && sentField(e, "id") !== undefined],
  ["a create that was answered 201", (e) => isPost(e) && isCreated(e)],
  ["a list with a status filter", (e, facts) => isListOf(e, facts) && asked(e, "status") !== undefined],
  ["a list with a limit", (e, facts) => isListOf(e, facts) && asked(e, "limit") !== undefined],
  [
    "a read by id that was served",
    (e, { contract }) => contract.operationAt(e.request) === "getPet" && answeredWith(e, 200),
  ],
  ["a list that was served", (e, facts) => isListOf(e, facts) && answeredWith(e, 200)],
];

/** What may be unusual about a name. */
export const oddNames: readonly (readonly [words: string, pattern: RegExp])[] = [
  ["characters beyond the Basic Multilingual Plane", /[\u{10000}-\u{10ffff}]/u],
  ["characters outside ASCII", /[^\0-\x7f]/u],
  ["a quotation mark or a backslash", /["'`\\]/u],
  ["markup", /[<>&]/u],
  ["control characters", /\p{Cc}/u],
  ["whitespace at its ends, or twice in a row", /^\s|\s$|\s\s/u],
  ["digits or dots alone", /^[\d.]+$/u],
];

/** Pets that a store, or a list that shows them, may not bear. */
export const storedKinds: readonly Kind[] = [
  ...oddNames.map(
    ([what, pattern]): Kind => [
      `a pet with ${what} in its name was stored`,
      (e) => isPost(e) && isStored(e) && pattern.test(sentName(e) ?? ""),
    ],
  ),
  [
    "a pet with a categoryId beyond 32 bits was stored",
    (e) => isPost(e) && isStored(e) && isBeyond32(integerOf(sentField(e, "categoryId")) ?? 0n),
  ],
  [
    "a body with unescaped characters outside ASCII was stored",
    (e) => isPost(e) && isStored(e) && /[^\0-\x7f]/.test(sentText(e) ?? ""),
  ],
  [
    "a body was stored that should have been rejected",
    (e, { contract }) => isPost(e) && isStored(e) && !findingsOn(e, contract).allowed,
  ],
];

/** A create that was answered 5xx may have stored its pet all the same. */
const isStored = (e: Exchange) => isCreated(e) || statusClass(e) === 5;
const isBeyond32 = (value: bigint) => BigInt.asIntN(32, value) !== value;

/** The exchanges that the service may have handled right before each one: requests at the same time may overtake each other. */
export const possiblyRightBefore = derived(
  (facts): ReadonlyMap<number, readonly Exchange[]> =>
    new Map(
      facts.exchanges.map((own, place) => {
        // Of those that had ended, none that ended before another of them was sent.
        const near = facts.exchanges.slice(Math.max(0, place - reach), place + reach);
        const started = near.filter((e) => e !== own && !isAfter(e, own));
        return [
          own.id,
          started.filter((e) => !started.some((other) => isAfter(other, e) && isAfter(own, other))),
        ];
      }),
    ),
);

/** So many requests may be under way at once. */
const reach = 24;

/** True, or false, where whichever of them came right before is so. */
export function isRightBefore(own: Exchange, facts: Facts, is: Kind[1]): boolean | undefined {
  const before = possiblyRightBefore(facts).get(own.id) ?? [];
  if (before.length === 0) return false;
  const how = new Set(before.map((e) => is(e, facts)));
  return how.size > 1 ? undefined : how.has(true);
}

/** True where one such request came after the last one of the same operation that was served, and before this one. */
export function hasComeBetween(own: Exchange, facts: Facts, is: Kind[1]): boolean | undefined {
  const between = sinceLastAlike(facts).get(own.id) ?? [];
  const found = between.filter((e) => is(e, facts));
  if (found.length === 0)
    return (possiblyRightBefore(facts).get(own.id) ?? []).some((e) => is(e, facts)) ? undefined : false;
  return found.some((e) => isAfter(own, e)) ? true : undefined;
}

/** What was sent since the last request of the same operation that was served. */
const sinceLastAlike = derived((facts) =>
  sinceLast(facts, ({ request }) => facts.contract.operationAt(request)),
);

/** The same of those with the same parameters, whatever their values. */
const sinceLastOfShape = derived((facts) => sinceLast(facts, (e) => shapeOf(e, facts)));

function shapeOf({ request }: Exchange, { contract }: Facts): string {
  return [contract.operationAt(request), ...(request.query ?? []).map(([name]) => name)].join();
}

function sinceLast(
  { exchanges }: Facts,
  shapeOf: (exchange: Exchange) => unknown,
): ReadonlyMap<number, readonly Exchange[]> {
  const last = new Map<unknown, number>();
  return new Map(
    exchanges.map((e, place) => {
      const shape = shapeOf(e);
      const from = last.get(shape) ?? -1;
      if (statusClass(e) === 2) last.set(shape, place);
      return [e.id, exchanges.slice(from + 1, place)];
    }),
  );
}

/** The latest of those that may have come right before, and are so. */
export function rightBefore(own: Exchange, facts: Facts, is: Kind[1]): readonly Exchange[] {
  return (possiblyRightBefore(facts).get(own.id) ?? []).filter((e) => is(e, facts)).slice(-1);
}

/** What may have come right before, or since the last of its shape: the most unusual, then the last of the same operation. */
export function unusualBefore(own: Exchange, facts: Facts): readonly Exchange[] {
  const { contract } = facts;
  const near = [
    ...(sinceLastOfShape(facts).get(own.id) ?? []),
    ...(possiblyRightBefore(facts).get(own.id) ?? []),
  ].filter((e) => e.id < own.id);
  const operation = contract.operationAt(own.request);
  const isAlike = (e: Exchange) => contract.operationAt(e.request) === operation;
  const kind = (e: Exchange) => kindsBefore.findIndex(([, is]) => is(e, facts));
  // What went wrong at the same operation, then elsewhere; but who is let in may be taken for whoever was served last.
  const isLetIn = own.request.credential.kind !== "valid";
  const rank = (e: Exchange) => ((statusClass(e) === 2) !== isLetIn ? 2 : isAlike(e) ? 0 : 1);
  const [first, second, ...others] = near
    .filter((e) => kind(e) >= 0)
    .sort((a, b) => rank(a) - rank(b) || kind(a) - kind(b) || b.id - a.id)
    .filter((e, place, all) => all.findIndex((one) => kind(one) === kind(e)) === place);
  const last = near.findLast((e) => isAlike(e) && statusClass(e) === 2);
  return [...new Set([first ?? [], last ?? [], second ?? [], others].flat())];
}

/** What a reader would call an exchange: the narrowest kind that it is of. */
export function wordsFor(id: number, facts: Facts): string {
  const exchange = facts.exchanges.find((e) => e.id === id);
  const kind = exchange && kindsBefore.find(([, is]) => is(exchange, facts));
  return kind?.[0] ?? "another request";
}

/** Whether one such request had ended before; undefined where one may have been under way. */
export function hasComeBefore(own: Exchange, facts: Facts, is: Kind[1]): boolean | undefined {
  const [first] = firstOf(facts, is);
  if (first === undefined) return false;
  const [isLater, isEarlier] = [isAfter(own, first), isAfter(first, own)];
  // Within one instant of the clock the order of sending decides.
  if (isLater && isEarlier) return first.id < own.id;
  return isLater ? true : isEarlier ? false : undefined;
}

const firsts = derived((_) => new Map<Kind[1], readonly Exchange[]>());

export function firstOf(facts: Facts, is: Kind[1]): readonly Exchange[] {
  const known = firsts(facts);
  const found = known.get(is) ?? facts.exchanges.filter((e) => is(e, facts)).slice(0, 1);
  known.set(is, found);
  return found;
}

/** How many requests of each kind had been sent when one was, itself included. */
export interface Counts {
  readonly requests: number;
  readonly ofOperation: number;
  /** Of those with the same parameters, whatever their values. */
  readonly ofShape: number;
  readonly creates: number;
  readonly rejected: number;
}

export const countsOf = derived((facts): ReadonlyMap<number, Counts> => {
  const [ofOperation, ofShape] = [new Map<unknown, number>(), new Map<string, number>()];
  let [requests, creates, rejected] = [0, 0, 0];
  return new Map(
    facts.exchanges.map((e) => {
      const operation = facts.contract.operationAt(e.request);
      const nth = (ofOperation.get(operation) ?? 0) + 1;
      ofOperation.set(operation, nth);
      const shape = shapeOf(e, facts);
      const nthOfShape = (ofShape.get(shape) ?? 0) + 1;
      ofShape.set(shape, nthOfShape);
      requests += 1;
      const counts = { requests, ofOperation: nth, ofShape: nthOfShape, creates, rejected };
      const isNew = isPost(e) && isCreated(e);
      if (isNew) creates += 1;
      if (statusClass(e) === 4) rejected += 1;
      return [e.id, counts];
    }),
  );
});
