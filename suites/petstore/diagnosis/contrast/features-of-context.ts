import { answeredWith, type Facts, isAnswered, statusClass } from "#core/check/facts.ts";
import { bodyOf, textOf } from "#core/check/json-body.ts";
import { requestName } from "#core/check/sent-again.ts";
import {
  type Exchange,
  headerValue,
  isAfter,
  isSafe,
  recordedLines,
  timesOf,
} from "#core/exchange/exchange.ts";
import { asked, idAsked } from "#suites/petstore/pets.ts";
import type { AdviceKind } from "../advice-by-contrast.ts";
import {
  countsOf,
  createdPets,
  firstOfKind,
  inOrderHandled,
  isNewPet,
  kinds,
  operationOf,
  storedKinds,
} from "../history.ts";
import { byOrder } from "./between.ts";
import type { Feature, Trait } from "./contrast.ts";
import { bound, came, condition, everyNth, ordinal } from "./traits.ts";

const context = (kind: AdviceKind) => ({ kind, isContext: true }) as const;
const since = { ...context("since"), isAlone: true };

const when = (kind: AdviceKind, ...given: [string, Trait["has"], Trait["before"]?]) =>
  condition(context(kind), ...given);

/** Features of when an answer came, and on which connection. */
export function contextOf(facts: Facts, side: string): readonly Feature[] {
  const first = (words: string) => firstOfKind(facts).get(words);
  const isList = (e: Exchange) => operationOf(e, facts) === "listPets";
  const lateFirst = [storedKinds, kinds].flatMap((some) =>
    some.toSorted(([a], [b]) => (first(b)?.id ?? 0) - (first(a)?.id ?? 0)),
  );
  // Of several, the last is printed beside a count of pets: that which came last before the first lost pet.
  if (side === "fate") lateFirst.reverse();
  return [
    when(
      "connection",
      "on a connection that had carried another request",
      (e) => e.reusedConnection,
      (e) =>
        facts.exchanges.filter((one) => one.id < e.id && isAfter(e, one) && answeredWith(one, 200)).slice(-1),
    ),
    ...turns(facts),
    ...(side === "fate" ? [moments(facts)[0] ?? []].flat() : []),
    ...addresses(facts),
    // What a list shows is likelier to break it than what was rejected; else what came last.
    ...lateFirst.map(([words]): Feature => {
      const isOfStored = storedKinds.some(([one]) => one === words);
      const isFirst = (e: Exchange) => e === first(words);
      // A request may change the rate-limit headers of its own answer, and a pet break the list or the index that it is added to.
      const itself = isOfStored || (side === "header" || side === "fate" ? undefined : false);
      const before = () => [first(words) ?? []].flat();
      return (broken, held) => {
        const hasCome = (e: Exchange) => comesAfter(e, first(words), side === "header" && broken.includes(e));
        const has = (e: Exchange) =>
          (isList(e) || isNewPet(e) || !isOfStored) && (isFirst(e) ? itself : hasCome(e));
        return condition(since, `since the first ${words.slice(2)}`, has, before)(broken, held);
      };
    }),
    ...meetings(facts, side),
    ...(side === "fate" ? [] : moments(facts)),
    ...byOrder(facts),
  ];
}

/** Whether `own` was handled after `first`; undefined where both were under way at once. */
function comesAfter(own: Exchange, first: Exchange | undefined, isWrong: boolean): boolean | undefined {
  if (first === undefined || (own.id < first.id && !(isWrong && !isAfter(first, own)))) return false;
  return (own.id > first.id && isAfter(own, first)) || undefined;
}

/** Headers that do not identify an instance: their value changes with each answer or its content. */
const ofEachAnswer =
  /^(?:date|age|content-.*|etag|last-modified|location|(?:x-)?ratelimit.*|retry-after|connection|keep-alive|transfer-encoding|www-authenticate|deprecation|sunset|x-request-id|vary|x-content-type-options|allow)$/i;

/** Features of the answer's headers: one may identify an instance or a proxy, or say that a cache answered. */
export const instances: Feature = ([first]) =>
  (isAnswered(first) ? recordedLines(first.outcome.answer.headers) : [])
    .filter(([name]) => !ofEachAnswer.test(name))
    .map(([name, value]) => ({
      ...context(/cache/i.test(name) ? "address" : "instance"),
      words: `with ${name}: ${value.slice(0, 60)}`,
      has: (e) => isAnswered(e) && headerValue(e.outcome.answer.headers, name) === value,
    }));

/** Features of earlier requests to the same URL, and of earlier lists with the same body. */
function addresses(facts: Facts): readonly Feature[] {
  const { exchanges } = facts;
  const isGet = ({ request }: Exchange) => request.method === "GET";
  const address = ({ request: { path, query } }: Exchange) => JSON.stringify([path, query ?? []]);
  const text = (e: Exchange) => (isGet(e) && answeredWith(e, 200) ? bodyOf(e).text : "[]");
  const reads = Map.groupBy(exchanges.filter(isGet), address);
  const origins = Map.groupBy(exchanges, text);
  const earlier = (e: Exchange) =>
    isGet(e) ? (reads.get(address(e)) ?? []).filter(({ id }) => id < e.id) : [];
  const copied = (e: Exchange) => {
    const [first] = origins.get(text(e)) ?? [];
    return text(e) !== "[]" && first && asked(first, "status") !== asked(e, "status") ? [first] : [];
  };
  const isValid = ({ request }: Exchange) => request.credential.kind === "valid";
  const readsOf = Map.groupBy(exchanges, (e) => (answeredWith(e, 200) ? idAsked(e) : undefined));
  const isFirst = (e: Exchange) => createdPets(facts).has(idAsked(e)) && readsOf.get(idAsked(e))?.[0] === e;
  const isFiltered = (e: Exchange) => isValid(e) && asked(e, "status") !== undefined;
  const filtered = inOrderHandled(facts).all.filter(isFiltered);
  const served = (e: Exchange): readonly Exchange[] =>
    [filtered[filtered.indexOf(e) - 1] ?? []].flat().filter((one) => answeredWith(one, 200));
  const before = (words: string, those: (e: Exchange) => readonly Exchange[]) =>
    came(context("address"), words, those, isAfter);
  return [
    before("whose URL was answered with the valid key before", (e) =>
      earlier(e).filter((one) => isValid(one) && answeredWith(one, 200)),
    ),
    before("with the body of an earlier list with another filter", copied),
    // A regular expression that is used again begins where its last match ended.
    came(context("before"), "with a status filter after one with a status filter that was served", served),
    when("fresh", "that are the first of a pet that this run created", isFirst),
    when(
      "address",
      "whose URL was requested before a pet was created",
      (e) =>
        exchanges.some((one) => one.id < e.id && isNewPet(one) && earlier(e).some(({ id }) => id < one.id)),
      (e) => earlier(e).slice(0, 1),
    ),
  ];
}

/** The requests of its operation that were under way at the same time. */
export function metOf(e: Exchange, facts: Facts): readonly Exchange[] {
  const isAlike = (one: Exchange) => one !== e && operationOf(one, facts) === operationOf(e, facts);
  return facts.exchanges.filter((one) => isAlike(one) && !isAfter(e, one) && !isAfter(one, e));
}

/** Requests of the same operation that were under way at the same time: other ones, or any creates. */
export function othersMet(e: Exchange, facts: Facts): readonly Exchange[] {
  const isOther = ({ request }: Exchange) =>
    !isSafe(request) || requestName(request) !== requestName(e.request);
  return metOf(e, facts).filter(isOther);
}

/** Another request that was under way at the same time and got the same body. */
export function withSameBody(e: Exchange, facts: Facts): Exchange | undefined {
  return othersMet(e, facts).find((one) => textOf(one) === textOf(e));
}

/** True where each wrong answer to a read or a list has the body of another one that was under way. */
export function shareAnswers(broken: readonly Exchange[], facts: Facts): boolean {
  return broken.length > 0 && broken.every((e) => isSafe(e.request) && withSameBody(e, facts));
}

/**
 * Features of requests under way at the same time. Whether creates met in the store is unknown: some that did may be right. The one
 * that is answered last may have written back what it read before the others wrote.
 */
function meetings(facts: Facts, side: string): readonly Feature[] {
  const about = { kind: "meeting", isContext: side !== "fate" } as const;
  const words = "while another request of the same operation was under way";
  const met = came(about, words, (e) => metOf(e, facts).slice(-1));
  const outlasting = (e: Exchange) =>
    metOf(e, facts).filter((one) => isNewPet(one) && timesOf(one).endedAtMs > timesOf(e).endedAtMs);
  // One that was sent later may have read what the other wrote.
  const isLong = (e: Exchange, one: Exchange) => {
    const { sentAtMs, endedAtMs } = timesOf(e);
    return timesOf(one).sentAtMs < sentAtMs + (endedAtMs - sentAtMs) / 4;
  };
  return side === "fate"
    ? [met, came(about, "while another create was under way that was answered later", outlasting, isLong)]
    : [met];
}

/** Features of counts: from the Nth request on, after N pets. */
function moments(facts: Facts): readonly Feature[] {
  const at = (e: Exchange) => countsOf(facts).get(e.id);
  const created = (e: Exchange) => facts.exchanges.findLast((one) => isNewPet(one) && isAfter(e, one)) ?? e;
  const isRight = (one: Exchange, { id, request }: Exchange) =>
    one.id < id && requestName(one.request) === requestName(request) && (statusClass(one) ?? 5) < 5;
  const counted = (e: Exchange) => facts.exchanges.findLast((one) => isRight(one, e)) ?? e;
  return [
    bound(
      since,
      (e) => at(e)?.creates,
      { from: (n) => `after ${n} pets or more were created` },
      (e, n) => Array<Exchange>(n).fill(created(e)),
    ),
    // To reach the count again, the same request is repeated while it is still served.
    bound(
      since,
      (e) => at(e)?.requests,
      { from: (n) => `from the ${ordinal(n)} request of the run on` },
      (e, n) => Array<Exchange>(n - 1).fill(counted(e)),
    ),
  ];
}

/** Features of regular intervals: every Nth create, request of the operation, or request of the run. */
export function turns(facts: Facts): readonly Feature[] {
  const at = (e: Exchange) => countsOf(facts).get(e.id);
  const turn = (of: string, count: (e: Exchange) => number | undefined): Feature =>
    everyNth(context("turn"), count, (nth) => `at every ${nth} ${of}`);
  return [
    turn("accepted create", (e) => (isNewPet(e) ? 1 + (at(e)?.creates ?? 0) : undefined)),
    turn("request of their operation", (e) => at(e)?.ofOperation),
    turn("request of their operation with the valid key", (e) => at(e)?.withKey),
    turn("valid request of their operation", (e) => at(e)?.valid),
    turn("request of the run", (e) => at(e)?.requests),
  ];
}
