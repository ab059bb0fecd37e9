import { answeredWith, type Facts, isAnswered, statusClass } from "#core/check/facts.ts";
import { type Exchange, isAfter } from "#core/exchange/exchange.ts";
import { headerValue, recordedLines } from "#core/exchange/headers.ts";
import { announcedRate } from "#core/exchange/pacing/rate-headers.ts";
import { integerOf } from "#core/json/read.ts";
import { isCreated, sentField } from "#suites/petstore/pets.ts";
import {
  countsOf,
  firstOf,
  hasComeBefore,
  hasComeBetween,
  isRightBefore,
  kindsBefore,
  rightBefore,
  storedKinds,
} from "../history.ts";
import type { Feature } from "./contrast.ts";
import { bound, condition, either, everyNth, ordinal } from "./traits.ts";

type ContextKind =
  | ("before" | "stored" | "since" | "until" | "address")
  | ("turn" | "instance" | "connection" | "company" | "remaining");

type ContextFeature = Feature<Exchange, ContextKind>;

const context = <Kind extends ContextKind>(kind: Kind) => ({ kind, isContext: true }) as const;

/** Where an answer came from, and when. */
export function contextOf(facts: Facts): readonly ContextFeature[] {
  return [
    instances,
    ...connections(facts),
    ...turns(facts),
    ...addresses(facts),
    ...moments(facts),
    ...kindsBefore.map(([words, is]) =>
      condition<Exchange, ContextKind>(
        context("before"),
        `right after ${words}`,
        (e) => isRightBefore(e, facts, is),
        (e) => rightBefore(e, facts, is),
      ),
    ),
    ...kindsBefore.map(([words, is]) =>
      condition<Exchange, ContextKind>(
        context("before"),
        `that are the first of their operation after ${words}`,
        (e) => hasComeBetween(e, facts, is),
        (e) => facts.exchanges.filter((one) => one.id < e.id && is(one, facts)).slice(-1),
      ),
    ),
  ];
}

/** Headers whose value changes with each answer, or with what is in it. */
const ofEachAnswer =
  /^(?:date|age|content-.*|etag|last-modified|location|(?:x-)?ratelimit.*|retry-after|connection|keep-alive|transfer-encoding|www-authenticate|deprecation|sunset|x-request-id|vary)$/i;

/** By the answer's own headers. */
const instances: ContextFeature = ([first]) =>
  (isAnswered(first) ? recordedLines(first.outcome.answer.headers) : [])
    .filter(([name]) => !ofEachAnswer.test(name))
    .map(([name, value]) => ({
      ...context("instance"),
      words: `with ${name}: ${value.slice(0, 60)}`,
      has: (e) => isAnswered(e) && headerValue(e.outcome.answer.headers, name) === value,
    }));

/** A limit is nearly used up where less than this part of it is left. */
const fewLeft = 5;

function connections({ exchanges }: Facts): readonly ContextFeature[] {
  return [
    condition(
      context("connection"),
      "on a connection that had carried another request",
      (e) => e.reusedConnection,
      (e) => exchanges.filter((one) => isAfter(e, one) && answeredWith(one, 200)).slice(-1),
    ),
    condition(context("connection"), "on a connection of its own", (e) =>
      e.reusedConnection === undefined ? undefined : !e.reusedConnection,
    ),
    either(
      context("company"),
      ["sent while another request was under way", "sent while no other request was under way"],
      (e) => exchanges.some((other) => other !== e && !isAfter(e, other) && !isAfter(other, e)),
    ),
    condition({ ...context("remaining"), isAlone: true }, "where the rate limit was nearly used up", (e) => {
      const rate = announcedRate(e);
      return rate !== undefined && rate.remaining * fewLeft <= rate.limit;
    }),
  ];
}

/** What was asked before at the same address, and created before in the same category. */
function addresses({ exchanges }: Facts): readonly ContextFeature[] {
  const isGet = ({ request }: Exchange) => request.method === "GET";
  const address = ({ request: { path, query } }: Exchange) => JSON.stringify([path, query ?? []]);
  const reads = Map.groupBy(exchanges.filter(isGet), address);
  const earlier = (e: Exchange) =>
    isGet(e) ? (reads.get(address(e)) ?? []).filter(({ id }) => id < e.id) : [];
  const served = (e: Exchange) =>
    earlier(e).filter((one) => one.request.credential.kind === "valid" && answeredWith(one, 200));
  const creates = exchanges.filter((one) => one.request.method === "POST" && isCreated(one));
  const category = (e: Exchange) => integerOf(sentField(e, "categoryId"));
  return [
    condition(
      context("address"),
      "whose address was served to the valid key before",
      (e) => served(e).some((one) => isAfter(e, one)) || (served(e).length > 0 ? undefined : false),
      (e) => served(e).slice(0, 1),
    ),
    condition(
      context("address"),
      "whose address was asked for before a pet was created",
      (e) => creates.some((one) => one.id < e.id && earlier(e).some(({ id }) => id < one.id)),
      (e) => earlier(e).slice(0, 1),
    ),
    condition(
      context("address"),
      "whose address had not been asked for before",
      (e) => isGet(e) && earlier(e).length === 0,
    ),
    condition(context("before"), "after a create in the same category", (e) => {
      const own = category(e);
      return own !== undefined && creates.some((one) => one.id < e.id && category(one) === own);
    }),
  ];
}

/** The later the first of them, the earlier. */
function byFirst(facts: Facts) {
  const first = ([, is]: (typeof kindsBefore)[number]) => firstOf(facts, is)[0]?.id ?? 0;
  return (one: (typeof kindsBefore)[number], other: (typeof kindsBefore)[number]) =>
    first(other) - first(one);
}

function moments(facts: Facts): readonly ContextFeature[] {
  const counts = countsOf(facts);
  const at = (e: Exchange) => counts.get(e.id);
  const since = { ...context("since"), isAlone: true };
  const until = { ...context("until"), isAlone: true };
  return [
    // A list may stumble over what is stored; otherwise the last of what came before is the likeliest.
    ...[...storedKinds].sort(byFirst(facts)).map(([words, is]) =>
      condition<Exchange, ContextKind>(
        { ...since, kind: "stored" },
        `since the first ${words.slice(2)}`,
        (e) => facts.contract.operationAt(e.request) === "listPets" && hasComeBefore(e, facts, is),
        () => firstOf(facts, is),
      ),
    ),
    ...[...kindsBefore].sort(byFirst(facts)).map(([words, is]) =>
      condition<Exchange, ContextKind>(
        since,
        `since the first ${words.slice(2)}`,
        (e) => hasComeBefore(e, facts, is),
        () => firstOf(facts, is),
      ),
    ),
    ...kindsBefore.flatMap(([words, is]): readonly ContextFeature[] => [
      condition(until, `before the first ${words.slice(2)}`, (e) => {
        const has = hasComeBefore(e, facts, is);
        return has === undefined ? undefined : !has;
      }),
    ]),
    bound(
      since,
      (e) => at(e)?.creates,
      { from: (n) => `after ${n} pets or more were created` },
      (e, n) => lastOf(facts, isNew, e).flatMap((one) => Array<Exchange>(n).fill(one)),
    ),
    bound(
      since,
      (e) => at(e)?.rejected,
      { from: (n) => `after ${n} rejected requests or more` },
      (e, n) =>
        lastOf(facts, (one) => statusClass(one) === 4, e).flatMap((one) => Array<Exchange>(n).fill(one)),
    ),
    bound(
      since,
      (e) => at(e)?.ofOperation,
      { from: (n) => `from the ${ordinal(n)} of them on` },
      (e, n) => Array<Exchange>(n - 1).fill(e),
    ),
    bound(
      since,
      (e) => at(e)?.requests,
      { from: (n) => `from the ${ordinal(n)} request of the run on` },
      (_, n) => facts.exchanges.slice(0, 1).flatMap((one) => Array<Exchange>(n - 1).fill(one)),
    ),
    bound(until, (e) => at(e)?.ofOperation, { upTo: (n) => `up to the ${ordinal(n)} of them` }),
    bound(until, (e) => at(e)?.requests, { upTo: (n) => `up to the ${ordinal(n)} request of the run` }),
  ];
}

const isNew = (e: Exchange) => e.request.method === "POST" && isCreated(e);

function lastOf({ exchanges }: Facts, is: (e: Exchange) => boolean, before: Exchange): readonly Exchange[] {
  return exchanges.filter((e) => is(e) && isAfter(before, e)).slice(-1);
}

export function turns(facts: Facts): readonly ContextFeature[] {
  const counts = countsOf(facts);
  return [
    everyNth(
      context("turn"),
      (e) => (isNew(e) ? counts.get(e.id)?.creates : undefined),
      (nth) => `that are every ${nth} one that was accepted`,
    ),
    everyNth(
      context("turn"),
      (e) => counts.get(e.id)?.ofOperation,
      (nth) => `that are every ${nth} one of their operation`,
    ),
    everyNth(
      context("turn"),
      (e) => counts.get(e.id)?.ofShape,
      (nth) => `that are every ${nth} one with these parameters`,
    ),
    everyNth(
      context("turn"),
      (e) => counts.get(e.id)?.requests,
      (nth) => `that are every ${nth} request of the run`,
    ),
  ];
}
