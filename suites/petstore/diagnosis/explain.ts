import { statusClass } from "#core/check/facts.ts";
import type { Advice, Cause, Tried } from "#core/check/results/defect.ts";
import { type Exchange, isSafe } from "#core/exchange/exchange.ts";
import { asked, hasKey, idAsked, petIn, petsIn, sentName, textIn } from "../pets.ts";
import { type AdviceKind, adviceFor, ofRequest } from "./advice-by-contrast.ts";
import type { Comparison } from "./comparison.ts";
import { conditionOf, type Known, seenIn } from "./condition.ts";
import { rightBefore, sinceItsLike } from "./contrast/between.ts";
import { othersMet, withSameBody } from "./contrast/features-of-context.ts";
import { operationOf, unusualBefore } from "./history.ts";
import { rejectedCreates } from "./rejected.ts";
import { type Sequence, sequenceOf } from "./sequence.ts";
import { sourcesOf } from "./sources.ts";
import type { Symptom } from "./symptom.ts";

/** What experiments send to find out what a failure depends on. */
type ToTry = Pick<Cause, "predecessors" | "beside" | "other" | "unasked">;

/** What the wrong answers of a cause have in common, and what experiments showed, says about it. */
export interface Explained extends Sequence, ToTry, Pick<Cause, "pattern" | "tried"> {
  readonly advice: Advice | undefined;
  readonly by: Side | undefined;
  /** True where a request that was answered correctly before was not when it was sent again. */
  readonly hasBegun: boolean;
}

export function explain(comparison: Comparison, tried: Tried | undefined): Explained {
  const { best } = comparison;
  const seen = seenIn(comparison, tried);
  const condition = conditionOf(seen);
  const { pattern } = condition;
  const known = { ...seen, ...condition, sources: sourcesOf(best), rejected: rejectedCreates(best) };
  return {
    ...(tried && { tried }),
    ...(pattern !== undefined && { pattern }),
    ...sequenceOf(known),
    ...toTry(known),
    advice: adviceOn(known),
    by: sideOf(known),
    hasBegun: seen.failsSince,
  };
}

/** Undefined where the requirement's own advice says more. */
function adviceOn({ best, kind, advised, first, broken, held }: Known): Advice | undefined {
  // Later creates cannot explain that lists lack the newest pet, and seldom explain a 404.
  const isLast = (broken.at(-1)?.id ?? 0) > (held.at(-1)?.id ?? 0);
  const isNewest = (isLast && best.aspect.of === "body") || best.got === 404;
  if (kind === "later" && first === undefined && isNewest) return undefined;
  // What resets a counter.
  if (kind === "before" && best.at === "header x-ratelimit-remaining") return undefined;
  return advised && adviceFor(advised);
}

function toTry(known: Known): ToTry {
  const { best, held, near } = known;
  const likely = [near ?? [], ...predecessors(known)].flat();
  const isLike = (e: Exchange) => e.id < best.exchange.id && e.request.credential.kind === "valid";
  const like = held.findLast(isLike);
  return {
    ...underWay(known),
    ...(likely.length > 0 && { predecessors: [...new Set(likely.map(({ id }) => id))] }),
    ...(like && { other: like.id }),
    ...unaskedFor(best),
  };
}

/** What may have to come right before, the likeliest first. */
function predecessors({ best: { exchange, operation, facts }, sources, rejected }: Known) {
  const previous = rightBefore(exchange, facts);
  const unusual = unusualBefore(exchange, facts);
  // Without a valid key: the service may confuse this caller with that of the request right before.
  if (exchange.request.credential.kind !== "valid") return [previous, sources, unusual];
  // With it: what its handler rejected last may be left behind, whatever the guard in front of it refused since.
  const isHandled = (e: Exchange) => hasKey(e) && operationOf(e, facts) === operation;
  const refused = sinceItsLike(exchange, facts).find((e) => isHandled(e) && statusClass(e) === 4);
  const last = [previous, refused ?? []].flat().sort((a, b) => Number(isHandled(b)) - Number(isHandled(a)));
  return [sources, last.slice(0, 1), rejected, last, unusual];
}

/**
 * A request of the same operation that was under way at the same time, if each wrong answer had one: that whose answer this one
 * shows or is, else the next for lists and reads, the previous for creates.
 */
function underWay({ best: { exchange, shown, facts }, broken, fate }: Known): Pick<Cause, "beside"> {
  const met = othersMet(exchange, facts);
  const haveAllMet = () => broken.every((e) => othersMet(e, facts).length > 0);
  if (exchange.request.credential.kind !== "valid" || fate || !haveAllMet()) return {};
  const [text, pet] = [textIn(shown), petIn(exchange)];
  const isSource = (e: Exchange) =>
    (pet && (idAsked(e) ?? petIn(e)?.id) === pet.id) || [asked(e, "status"), sentName(e)].includes(text);
  const [next, last] = [met.find(({ id }) => id > exchange.id), met.findLast(({ id }) => id < exchange.id)];
  const near = isSafe(exchange.request) ? (withSameBody(exchange, facts) ?? next ?? last) : (last ?? next);
  const found = (text && met.find(isSource)) || near;
  return found ? { beside: found.id } : {};
}

/** For a pet that was shown without a key: the path of a pet that no request read by id, to compare. */
function unaskedFor({ exchange, got, facts: { exchanges } }: Symptom): Pick<Cause, "unasked"> {
  const { credential, path } = exchange.request;
  if (credential.kind !== "none" || got !== 200 || idAsked(exchange) === undefined) return {};
  const read = new Set(exchanges.map(idAsked));
  const pet = exchanges.flatMap((e) => petsIn(e) ?? []).find(({ id }) => id !== undefined && !read.has(id));
  return pet ? { unasked: path.replace(/[^/]+$/, String(pet.id)) } : {};
}

/**
 * What distinguishes the wrong answers. `time`: the same request is answered correctly at other times; `chance`: so it is, and
 * nothing says when; `likely-time`: perhaps when they came; `asked`: what the request asked.
 */
type Side = "time" | "chance" | "likely-time" | "asked";

/** Conditions that the answer itself or its URL shows, with no experiment needed. */
const evident: ReadonlySet<AdviceKind> = new Set(["instance", "connection", "address"]);

function sideOf(known: Known): Side | undefined {
  const { best, kind, broken, held, fate, same, failsAlone, passesAlone, failsSince } = known;
  if (known.advised === "now-and-then") return "chance";
  if (kind === "changed" || kind === "gone") return undefined;
  // If many answers of the kind held, the wrong ones were asked for something special.
  if (kind === undefined) return broken.length * 2 < held.length ? "asked" : undefined;
  if (ofRequest.includes(kind)) return "asked";
  const isShown = evident.has(kind) || (kind === "later" ? best.at === "field id" : fate) || failsSince;
  return isShown || (!failsAlone && (same !== undefined || passesAlone)) ? "time" : "likely-time";
}
