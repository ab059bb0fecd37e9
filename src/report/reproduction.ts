import type { Needs } from "#core/check/results/defect.ts";
import type { Finding } from "#core/check/results/verdict.ts";
import { headerValue, isSafe, type RequestSpec, type WholeExchange } from "#core/exchange/exchange.ts";
import { parseJson } from "#core/json/parse.ts";
import { integerOf, type JsonNode, member } from "#core/json/read.ts";
import type { Run } from "#core/run/result.ts";
import { type CurlCommand, curlCommand, idInPath } from "./curl.ts";
import { afterPause, inOneCommand, repeated, takingId, withSharedWords } from "./curl-in-turn.ts";

/** More creates than these explain nothing more. */
const mostSteps = 4;

/** If a step sends at least so many equal requests, their number is the point. */
const manyEqual = 10;

/** Those of a run, by their ids. */
type Exchanges = ReadonlyMap<number, WholeExchange>;

/**
 * Commands that reproduce a finding when they are pasted one after the other: the creates of what it is about,
 * with their ids carried in shell variables; then the request itself, or so many of it as use up the limit.
 */
export function reproductionOf(
  finding: Finding,
  exchanges: Exchanges,
  { target, words }: Run,
  needs: Needs = {},
): readonly CurlCommand[] {
  const last = exchanges.get(finding.exchange);
  if (last === undefined) return [];
  const times = Map.groupBy(needs.before ?? [], (id) => id);
  const earlier = [...times.keys()].flatMap((id) => exchanges.get(id) ?? []);
  const right = (needs.rightBefore ?? []).flatMap((id) => exchanges.get(id) ?? []);
  const named = exchangesBefore(finding, last, exchanges);
  const reads = [...earlier, ...right].filter(({ request }) => isSafe(request));
  const some = new Set([...named, ...earlier, ...reads.flatMap((one) => createsOf(one, exchanges))]);
  // What has to come right before stands last.
  const others = some.difference(new Set([last, ...right]));
  const before = [...[...others].sort((a, b) => a.id - b.id), ...right];
  const asked = askedId(last.request);
  const variables = new Map<string, string>();
  const inTurn = before.map((exchange, index): readonly CurlCommand[] => {
    const command = curlCommand(exchange.request, target, variables);
    const often = times.get(exchange.id)?.length ?? 1;
    const repeats = often > 1 ? [repeated(command, often, finding.place)] : [];
    const place = placeIn(exchange, asked);
    const id = place === undefined ? idIn(exchange) : asked;
    const isUsed = [...before.slice(index + 1), last].some(({ request }) => mentions(request, id));
    if (often > 1 && !isUsed && !named.includes(exchange)) return repeats;
    if (id === undefined || !isUsed || variables.has(id)) return [...repeats, command];
    const variable = `${words.thing.toUpperCase()}${variables.size === 0 ? "" : variables.size + 1}`;
    variables.set(id, variable);
    return [...repeats, takingId(command, variable, place)];
  });
  const first = inTurn.slice(0, before.length - right.length).flat();
  const justBefore = inTurn.slice(before.length - right.length).flat();
  const commands = [...first, ...justBefore];
  const command = curlCommand(last.request, target, variables);
  const waitSeconds = waitBefore(finding, last, exchanges);
  const later = shownLater(finding, last, exchanges);
  const pause = lagIn([...before, last, ...later], exchanges);
  const inTheEnd = later.map(({ request }) => curlCommand(request, target, variables));
  // Before a wait, one more uses the limit up.
  const toLimit = timesBefore(last, exchanges);
  const alike = (toLimit && toLimit + (waitSeconds ? 1 : 0)) ?? times.get(last.id)?.length;
  const [other, previous] = [commands.at(-2), commands.at(-1)];
  // Two that come right before it meet each other.
  if (needs.together === "time" && right.length > 1 && other && previous)
    return [...commands.slice(0, -2), inOneCommand(other, previous, "time"), command];
  const often = alike === undefined ? [] : [repeated(command, alike, finding.place)];
  if (needs.together && previous !== undefined && (alike === undefined || needs.together === "connection")) {
    const isFirst = needs.together === "time" && (right.at(-1)?.id ?? 0) > last.id;
    const pair = isFirst ? ([command, previous] as const) : ([previous, command] as const);
    return [...commands.slice(0, -1), ...often, inOneCommand(...pair, needs.together)];
  }
  // A figure that is wrong after one request has to have changed before it.
  const isSetBack = alike !== undefined && right.length > 0;
  const own = [
    ...often,
    ...(isSetBack ? justBefore : []),
    ...(waitSeconds ? [alike ? [] : command, { words: [`sleep ${waitSeconds}`] }].flat() : []),
    command,
  ];
  return withSharedWords([
    ...(isSetBack ? first : commands),
    ...(later.length > 0 ? own : afterPause(pause, own)),
    ...inTheEnd.slice(0, -1),
    ...afterPause(pause, inTheEnd.slice(-1)),
  ]);
}

/** Of a create: the list or the read after it that shows what is wrong, and of a rejected one the next create. */
function shownLater({ related }: Finding, last: WholeExchange, exchanges: Exchanges): WholeExchange[] {
  if (isSafe(last.request)) return [];
  const later = related.flatMap((id) => exchanges.get(id) ?? []);
  const shown = later.find(({ id, request }) => id > last.id && isSafe(request));
  if (shown === undefined) return [];
  // A rejected body may be stored together with the next create, or with one that was under way.
  const isNext = (one: WholeExchange) =>
    one.times.endedAtMs > last.times.endedAtMs &&
    one.times.sentAtMs < shown.times.endedAtMs &&
    idIn(one) !== undefined;
  const next = statusOf(last) >= 400 ? [...exchanges.values()].find(isNext) : undefined;
  return [next ?? [], shown].flat();
}

/** The creates before it of what a request names, or of this id; where several things share an id, of the latest. */
function createsOf({ id, request }: WholeExchange, exchanges: Exchanges, shown?: string): WholeExchange[] {
  const creating = new Map<string, WholeExchange>();
  for (const one of exchanges.values()) {
    const created = one.id < id ? idIn(one) : undefined;
    if (created !== undefined && (created === shown || mentions(request, created)))
      creating.set(created, one);
  }
  return [...creating.values()];
}

/** Which of the things in a list has that id, from 1. */
function placeIn(list: WholeExchange, id: string | undefined): number | undefined {
  if (id === undefined || !isSafe(list.request)) return undefined;
  return 1 + itemsOf(textIn(list)).findIndex((thing) => idOf(thing) === id) || undefined;
}

/** Of the answer. */
function textIn({ outcome }: WholeExchange): string {
  return outcome.kind === "answer" ? outcome.answer.body.text : "";
}

function itemsOf(text: string): readonly JsonNode[] {
  const body = parseJson(text);
  return body.ok && body.value.kind === "array" ? body.value.items : [];
}

function askedId({ path }: RequestSpec): string | undefined {
  return idInPath.exec(path)?.[1];
}

/** In the order of sending. */
function exchangesBefore(finding: Finding, last: WholeExchange, exchanges: Exchanges): WholeExchange[] {
  const { related, place } = finding;
  const named = related.flatMap((id) => exchanges.get(id) ?? []).filter(({ id }) => id < last.id);
  const isRead = isSafe(last.request);
  const found = new Set(
    named.filter((one) => {
      if (!isSafe(one.request))
        // For a create, the others are controls, except a wrong one that may have spoiled it.
        return isRead || (last.request.credential.kind === "valid" && statusOf(one) >= 400);
      // Of a series of answers the header is compared with the ones before.
      return place?.in === "header" || (place?.in === "body" && isRead && sameList(one, last));
    }),
  );
  const shown = isRead ? listedId(textIn(last), place) : undefined;
  const known = new Set([...found].map(idIn));
  const creates = createsOf(last, exchanges, shown);
  for (const one of creates) if (!known.has(idIn(one))) found.add(one);
  // Another server may have other ids: the first list that showed the one which a read asks for has them.
  const shows = (one: WholeExchange) => one.id < last.id && placeIn(one, askedId(last.request)) !== undefined;
  const list = isRead && creates.length === 0 ? [...exchanges.values()].find(shows) : undefined;
  if (list !== undefined) found.add(list);
  return [...found].sort((a, b) => a.id - b.id).slice(-(mostSteps - 1));
}

/** The id of the listed thing that the wrong place is in. */
export function listedId(text: string, place: Finding["place"]): string | undefined {
  const item = place?.in === "body" ? /^\/([0-9]+)/.exec(place.pointer)?.[1] : undefined;
  return item === undefined ? undefined : idOf(itemsOf(text)[Number(item)]);
}

function sameList({ request }: WholeExchange, last: WholeExchange): boolean {
  return (
    request.path === last.request.path && JSON.stringify(request.query) === JSON.stringify(last.request.query)
  );
}

function statusOf(one: WholeExchange | undefined): number {
  return one?.outcome.kind === "answer" ? one.outcome.answer.status : 0;
}

function idIn(create: WholeExchange): string | undefined {
  if (isSafe(create.request) || Math.floor(statusOf(create) / 100) !== 2) return undefined;
  const body = parseJson(textIn(create));
  return body.ok ? idOf(body.value) : undefined;
}

function idOf(thing: JsonNode | undefined): string | undefined {
  return integerOf(member(thing, "id"))?.toString();
}

/** True where a request names that id, in its path or as the `id` of its body. */
function mentions(request: RequestSpec, id: string | undefined): boolean {
  if (id === undefined) return false;
  const text = new TextDecoder().decode(request.body?.bytes);
  return askedId(request) === id || new RegExp(`"id"\\s*:\\s*${id}\\b`).test(text);
}

/** How many requests like this one came before it, where their number is the point: the limit that was announced. */
function timesBefore(last: WholeExchange, exchanges: Exchanges): number | undefined {
  const before = [...exchanges.values()].filter((one) => one.id < last.id);
  const alike = before.filter(
    (one) =>
      one.step === last.step &&
      one.part === last.part &&
      sameList(one, last) &&
      one.request.method === last.request.method,
  );
  const isUsedUp = before.some((one) => headerOf(one, "x-ratelimit-remaining") === "0");
  const isOver = statusOf(last) === 429 || (isUsedUp && alike.length > 0);
  const isRefused = isOver && last.repeats === undefined && last.request.credential.kind === "valid";
  if (alike.length < manyEqual && !isRefused) return undefined;
  // What stores something is never sent until a limit is reached.
  if (!isSafe(last.request)) return alike.length < manyEqual ? undefined : manyEqual;
  const announced = before.map((one) => headerOf(one, "x-ratelimit-limit") ?? "");
  // So many can be sent by hand.
  const limit = announced.findLast((text) => /^[1-9][0-9]{0,3}$/.test(text));
  return limit ? Number(limit) : isRefused ? Math.max(alike.length, before.length) : alike.length;
}

function headerOf({ outcome }: WholeExchange, name: string): string | undefined {
  return outcome.kind === "answer" ? headerValue(outcome.answer.headers, name) : undefined;
}

/** In seconds: what repeats a 429, or came after one that the finding names, was sent after a wait. Of several, the first shows it. */
function waitBefore({ related }: Finding, last: WholeExchange, exchanges: Exchanges): number | undefined {
  const is429 = (one: WholeExchange | undefined) => statusOf(one) === 429;
  const first = last.repeats ?? related.find((id) => id < last.id && is429(exchanges.get(id)));
  if (first === undefined || !is429(exchanges.get(first))) return undefined;
  const refused = [...exchanges.values()].filter((one) => one.id >= first && one.id < last.id && is429(one));
  // After the last of those that were under way together.
  const waits = refused.map((one, at) =>
    Math.ceil(((refused[at + 1] ?? last).times.sentAtMs - one.times.endedAtMs) / 1000),
  );
  return waits.find((seconds) => seconds > 0);
}

/** In less, no copy catches up; what took longer waited for something else, too. */
const lagMs = { shortest: 100, longest: 3000 };

/** In seconds: where answers of the run lagged, the last of the requests comes as long after the last write as it did. */
function lagIn(sequence: readonly WholeExchange[], exchanges: Exchanges): number | undefined {
  const [read, write] = [sequence.at(-1), sequence.findLast(({ request }) => !isSafe(request))];
  if (read === undefined || write === undefined || !hasLagged(exchanges)) return undefined;
  const ms = Math.min(lagMs.longest, read.times.sentAtMs - write.times.endedAtMs);
  return isSafe(read.request) && ms >= lagMs.shortest ? Math.ceil(ms / 100) / 10 : undefined;
}

/** True where a request was sent again until its answer showed what had been created. */
function hasLagged(exchanges: Exchanges): boolean {
  const steps = [...exchanges.values()].flatMap(({ step, part, repeats, request }) =>
    step !== undefined && part === undefined && repeats === undefined && isSafe(request) ? step : [],
  );
  return new Set(steps).size < steps.length;
}
