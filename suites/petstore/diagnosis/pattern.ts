import { type Facts, isAnswered, statusClass } from "#core/check/facts.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { parseJson } from "#core/json/parse.ts";
import { asked, sentName, sentText } from "../pets.ts";
import { isHardlyChance } from "./clues.ts";
import { aspectKey, type Symptom } from "./symptom.ts";

/** What answers may have in common: completes "all 5 answers". */
interface Feature {
  readonly words: string;
  /** True of one that says only when they came, so that right answers may not have it. */
  readonly isMoment?: boolean;
  has(exchange: Exchange): boolean;
}

/**
 * Which of the answers that a requirement was judged on break it, where that is plain: all those with one feature, or some
 * of those to the same request. A clause; undefined where the answers do not show it.
 */
export function patternOf(
  { observation: { requirement }, aspect, got, isValid }: Symptom,
  members: readonly Symptom[],
  observations: readonly Observation[],
  facts: Facts,
): string | undefined {
  const own = observations.filter((o) => o.requirement === requirement);
  const broken = new Set(own.flatMap((o) => (o.kind === "broken" ? [o.finding.exchange] : [])));
  const held = new Set(own.flatMap((o) => (o.kind === "held" ? o.subjects : [])));
  const ids = new Set(
    members.flatMap(({ observation, exchange }) =>
      observation.requirement === requirement ? [exchange.id] : [],
    ),
  );
  const wrong = facts.exchanges.filter(({ id }) => ids.has(id));
  const right = facts.exchanges.filter(({ id }) => held.has(id) && !broken.has(id));
  // A counter, and an id that two pets have, are wrong only beside another.
  const at = aspectKey(aspect);
  if (at === "header x-ratelimit-remaining" || (at === "field id" && isValid)) return undefined;
  const common = broken.size === ids.size ? commonTo(wrong, right, aspect.of === "status", facts) : undefined;
  if (common !== undefined) return common;
  const isOfEach = aspect.of === "header" || (aspect.of === "field" && (got ?? 0) >= 400);
  return comingAndGoing(wrong, right, isOfEach ? (e) => kindKey(e, facts) : requestKey);
}

/** How improbable it has to be that a feature is shared by chance; of those that right answers have too, there are more to choose from. */
const seldom = { all: 0.05, some: 0.002 };

/** The feature of all wrong answers that the fewest right ones have too, unless chance explains it. */
function commonTo(
  wrong: readonly Exchange[],
  right: readonly Exchange[],
  isOfStatus: boolean,
  facts: Facts,
): string | undefined {
  const [first] = wrong;
  const shared =
    first === undefined ? [] : featuresOf(first, isOfStatus, facts).filter(({ has }) => wrong.every(has));
  const [best] = shared
    .map(({ words, has, isMoment }) => ({ words, isMoment, others: right.filter((e) => !has(e)).length }))
    .filter(({ isMoment, others }) => isMoment !== true || others === right.length)
    .sort((a, b) => b.others - a.others);
  if (best === undefined) return undefined;
  const all = wrong.length + right.length;
  const alike = all - best.others;
  const areAll = alike === wrong.length;
  const below = seldom[areAll ? "all" : "some"];
  if (!isHardlyChance({ all, marked: best.others, drawn: wrong.length }, below)) return undefined;
  const some = areAll
    ? alike === 1
      ? "the only answer"
      : `all ${alike} answers`
    : `${wrong.length} of the ${alike} answers`;
  return `${some} ${best.words}, and none of the ${best.others} others`;
}

/** From the plainest to those that say two things. */
function featuresOf(first: Exchange, isOfStatus: boolean, facts: Facts): readonly Feature[] {
  const operation = operationOf(first, facts);
  const asked = [...(operation === undefined ? [] : [operation]), ...queryOf(first, facts)];
  const others = [credentialOf(first), isOfStatus ? undefined : outcomeOf(first)].filter(
    (feature) => feature !== undefined,
  );
  const [credential, outcome] = others;
  return [
    ...asked,
    ...others,
    ...asked.flatMap((one) => others.map((other) => both(one, other))),
    ...(credential && outcome ? [both(outcome, credential)] : []),
    { words: `since exchange ${first.id}`, isMoment: true, has: ({ id }) => id >= first.id },
  ];
}

function both(one: Feature, other: Feature): Feature {
  return { words: `${one.words} ${other.words}`, has: (e) => one.has(e) && other.has(e) };
}

function operationOf(first: Exchange, { contract }: Facts): Feature | undefined {
  const id = contract.operationAt(first.request);
  const operation = id === undefined ? undefined : contract.operations.get(id);
  return (
    operation && {
      words: `to ${first.request.method} ${operation.path}`,
      has: ({ request }) => contract.operationAt(request) === id,
    }
  );
}

function queryOf(first: Exchange, { contract }: Facts): readonly Feature[] {
  const isList = ({ request }: Exchange) => contract.operationAt(request) === "listPets";
  if (!isList(first)) return [];
  const has = (e: Exchange, name: "limit" | "status") => asked(e, name) !== undefined;
  const isAs = (e: Exchange, name: "limit" | "status") => isList(e) && has(e, name) === has(first, name);
  const [limit, status] = [has(first, "limit"), has(first, "status")];
  const [aLimit, aFilter] = [
    `${limit ? "with" : "without"} a limit`,
    `${status ? "with" : "without"} a status filter`,
  ];
  return [
    { words: `to lists ${aLimit}`, has: (e) => isAs(e, "limit") },
    { words: `to lists ${aFilter}`, has: (e) => isAs(e, "status") },
    { words: `to lists ${aLimit} and ${aFilter}`, has: (e) => isAs(e, "limit") && isAs(e, "status") },
    ...(["limit", "status"] as const).flatMap((name): Feature[] => {
      const value = asked(first, name) ?? "";
      return /^[a-z0-9]{1,12}$/.test(value)
        ? [{ words: `to lists with ${name}=${value}`, has: (e) => isList(e) && asked(e, name) === value }]
        : [];
    }),
  ];
}

function credentialOf(first: Exchange): Feature {
  const isValid = first.request.credential.kind === "valid";
  return {
    words: `${isValid ? "with" : "without"} the valid key`,
    has: ({ request }) => (request.credential.kind === "valid") === isValid,
  };
}

function outcomeOf(first: Exchange): Feature | undefined {
  if (!isAnswered(first)) return undefined;
  const { status } = first.outcome.answer;
  return {
    words: `with the HTTP status ${status}`,
    has: (e) => isAnswered(e) && e.outcome.answer.status === status,
  };
}

/** What is alike was answered correctly before one of them and after it: nothing that changed for good explains both. */
function comingAndGoing(
  wrong: readonly Exchange[],
  right: readonly Exchange[],
  keyOf: (exchange: Exchange) => string,
): string | undefined {
  for (const one of wrong) {
    const alike = right.filter((e) => statusClass(e) === statusClass(one) && keyOf(e) === keyOf(one));
    const before = alike.findLast(({ id }) => id < one.id);
    const after = alike.find(({ id }) => id > one.id);
    if (before !== undefined && after !== undefined)
      return `${wrong.length} of ${wrong.length + right.length} answers: a request like that of exchange ${one.id} was answered correctly both before and after it (exchanges ${before.id} and ${after.id})`;
  }
  return undefined;
}

/** Of headers, and of what each Error has, no more of the request matters. */
function kindKey(exchange: Exchange, { contract }: Facts): string {
  const status = isAnswered(exchange) ? exchange.outcome.answer.status : 0;
  return `${contract.operationAt(exchange.request)} ${exchange.request.credential.kind} ${status}`;
}

/** What was asked; of bodies that differ in a plain name and in an ordinary category alone, the same. */
function requestKey(exchange: Exchange): string {
  const { method, path, query, credential } = exchange.request;
  return JSON.stringify([method, path, query, credential.kind, bodyKey(exchange)]);
}

function bodyKey(exchange: Exchange): string {
  const [name, text] = [sentName(exchange), sentText(exchange)];
  const isPlain = name !== undefined && /^[\w.-]+$/.test(name) && parseJson(text).ok;
  // Of the categories that are used one is as good as another, unless it has many digits.
  return isPlain ? text.replace(name, "").replace(/("categoryId":)[0-9]{1,9}\b/, "$1") : text;
}
