import { answeredWith, type Facts, statusClass } from "#core/check/facts.ts";
import type { Advice, Cause, Needs, Tried } from "#core/check/results/defect.ts";
import { type Exchange, isSafe } from "#core/exchange/exchange.ts";
import { type AdviceKind, adviceFor, ofRequest } from "./advice-by-contrast.ts";
import { previousIn, shareAnswers, twinsOf, unaskedFor, underWay, withSameBody } from "./around.ts";
import type { Comparison, PetContrast } from "./comparison.ts";
import { rightBefore, sinceItsLike } from "./contrast/between.ts";
import { chance, contrastInWords } from "./contrast/contrast.ts";
import { unusualBefore, wordsFor } from "./history.ts";
import { earlierOf, mayDependOnMore, often, rejectedCreates, requestsToCount } from "./sequence.ts";
import { sourcesOf } from "./sources.ts";
import type { Symptom } from "./symptom.ts";

/** What the wrong answers of a cause have in common, and what experiments showed, says about it. */
export interface Explained
  extends Needs,
    Pick<Cause, "pattern" | "predecessors" | "beside" | "other" | "unasked" | "tried"> {
  /** For what comes and goes: an exchange, repeated until a wrong answer is likely; at most 60 times, a create 10 times. */
  readonly often?: readonly number[];
  readonly advice: Advice | undefined;
  /**
   * What distinguishes the wrong answers. `time`: the same request is answered correctly at other times; `chance`: so it is, and
   * nothing says when; `likely-time`: perhaps when they came; `asked`: what the request asked.
   */
  readonly by: "time" | "chance" | "likely-time" | "asked" | undefined;
}

/** Conditions that are refuted where the request fails again alone, on a new connection. */
const unneeded: ReadonlySet<AdviceKind> = new Set(["before", "until", "connection", "turn"]);

/** Conditions that the answer itself or its URL shows, with no experiment needed. */
const evident: ReadonlySet<AdviceKind> = new Set(["instance", "connection", "address"]);

export function explain(
  comparison: Comparison,
  best: Symptom,
  tried: Tried | undefined,
  facts: Facts,
): Explained {
  const shown = best.exchange;
  const seen = seenIn(comparison, best, tried, facts);
  const contrasts = comparison.contrasts.filter((one) => isLeft(one, comparison, seen, best));
  const [first] = contrasts;
  const [kind, pattern] = decisive(comparison, contrasts, seen, best, facts);
  const subject = comparison.fate ? (comparison.broken[0] ?? shown) : shown;
  const needed = (first?.traits ?? []).map((trait) => ({ ...trait, all: trait.before?.(subject) ?? [] }));
  const isNear = ({ kind }: PetContrast["traits"][number]) => kind === "before" || kind === "meeting";
  const [near] = needed.find(isNear)?.all ?? [];
  const sources = sourcesOf(best, facts);
  const isFromOther = sources.length > 0 && (best.got === 201 || best.got === 401);
  const far = isFromOther ? [] : needed.flatMap((one) => (isNear(one) ? [] : one.all));
  const other = near ?? (kind === "meeting" ? withSameBody(shown, facts) : undefined);
  const around = other && comparison.fate ? [other.id, subject.id] : undefined;
  const twins = seen.failsAlone ? undefined : twinsOf(best, facts);
  const shownAfter = tried?.after.find((one) => one.shown > 0 && one.shown === one.sent)?.exchange;
  const before = shownAfter ?? other?.id;
  const comesBefore = seen.failsAfter ?? seen.failsBeside ?? (seen.failsAlone ? undefined : before);
  const previous = rightBefore(shown, facts);
  // Without a valid key: the service may confuse this caller with that of the request right before.
  const isLetIn = shown.request.credential.kind !== "valid";
  // With it: what its handler rejected last may be left behind, whatever the guard in front of it refused since.
  const handled = ({ request }: Exchange) =>
    request.credential.kind === "valid" && facts.contract.operationAt(request) === best.operation;
  const rejected = sinceItsLike(shown, facts).find((e) => handled(e) && statusClass(e) === 4);
  const last = [previous, rejected ?? []].flat().sort((a, b) => Number(handled(b)) - Number(handled(a)));
  const rejects = rejectedCreates(best, facts);
  const known = isLetIn ? [previous, sources] : [sources, last.slice(0, 1), rejects, last];
  const likely = [near ?? [], ...known, unusualBefore(shown, facts)].flat();
  const like = comparison.held.findLast((e) => e.id < shown.id && e.request.credential.kind === "valid");
  // On one connection, as it was tried.
  const isAfterRead = facts.exchanges.some(
    (e) => e.id === comesBefore && e.id === (seen.failsAfter ?? shownAfter) && isSafe(e.request),
  );
  const earlier = earlierOf(best, comparison, { needed: far, sources }, facts);
  // Later creates cannot explain that lists lack the newest pet, and seldom explain a 404.
  const isLast = (comparison.broken.at(-1)?.id ?? 0) > (comparison.held.at(-1)?.id ?? 0);
  const isUnexplained =
    kind === "later" && first === undefined && ((isLast && best.aspect.of === "body") || best.got === 404);
  // The requirement's own advice says what resets a counter.
  const isOfCount = kind === "before" && best.at === "header x-ratelimit-remaining";
  const isOfList = best.operation === "listPets" && (best.shape === "too-many" || best.at === "field status");
  const isAfterList = facts.exchanges.some((e) => e.id === seen.failsAfter && answeredWith(e, 200));
  const isKept = (kind === "since" || (kind === "before" && isAfterList)) && !first && isOfList;
  const isBehind = kind === "since" && comparison.fate !== undefined && best.operation === "listPets";
  const isLost = comparison.fate === "later" || comparison.fate === "behind";
  const isBatch = isLost && (kind === "turn" || comparison.turn !== undefined);
  const isLate = kind === "now-and-then" && best.got === 404 && comparison.same?.when === "later";
  const narrower: readonly (readonly [kind: AdviceKind, is: boolean])[] = [
    ["created", isLate],
    ["kept", isKept],
    ["batch", isBatch],
    ["behind", isBehind],
  ];
  const advised = narrower.find(([, is]) => is)?.[0] ?? kind;
  // What refuses work for a while has to be used up first.
  const isUsedUp = best.got === 503 && !best.comesAndGoes;
  const isRepeated = (kind === "now-and-then" && !isLate && !isUsedUp) || kind === "instance";
  const isSpoilt = kind === "now-and-then" && isRepeated && !seen.failsAlone && comesBefore === undefined;
  // Each such request that was right may have changed what the next one gets.
  const isAgain = kind === "since" && !comparison.fate && !earlier.before && isSafe(shown.request);
  return {
    ...(tried && { tried }),
    ...(pattern !== undefined && { pattern }),
    ...(seen.failsBeside === undefined && earlier),
    ...(isAgain && { before: comparison.held.slice(0, requestsToCount).map(() => shown.id) }),
    ...(isRepeated && !seen.failsAlone && { often: often(shown, comparison, facts) }),
    ...((around || comesBefore !== undefined) && { rightBefore: around ?? [comesBefore ?? 0] }),
    ...(isSpoilt && rejects.length > 0 && { rightBefore: rejects.map(({ id }) => id) }),
    ...((kind === "connection" || isAfterRead) && { together: "connection" }),
    ...(kind === "meeting" && { together: "time" }),
    ...(twins && kind !== "before" && { before: [], rightBefore: twins, together: "time" }),
    ...underWay(best, comparison, facts),
    ...(mayDependOnMore(kind, comparison, best, sources.length > 0) && { wholeRun: true }),
    ...(likely.length > 0 && { predecessors: [...new Set(likely.map(({ id }) => id))] }),
    ...(like && { other: like.id }),
    ...unaskedFor(best, facts),
    advice: isUnexplained || isOfCount ? undefined : advised && adviceFor(advised),
    by: advised === "now-and-then" ? "chance" : sideOf(kind, comparison, seen, best),
  };
}

function sideOf(
  kind: AdviceKind | undefined,
  { broken, held, fate, same }: Comparison,
  { failsAlone, passesAlone, failsSince }: Seen,
  { at }: Symptom,
): Explained["by"] {
  if (kind === "changed" || kind === "gone") return undefined;
  // If many answers of the kind held, the wrong ones were asked for something special.
  if (kind === undefined) return broken.length * 2 < held.length ? "asked" : undefined;
  if (ofRequest.includes(kind)) return "asked";
  const isShown = evident.has(kind) || (kind === "later" ? at === "field id" : fate) || failsSince;
  return isShown || (!failsAlone && (same !== undefined || passesAlone)) ? "time" : "likely-time";
}

type Seen = ReturnType<typeof seenIn>;

/** A conclusion counts where chance alone would give what was seen with less than this probability. */
const maxChance = {
  /** From experiments: about that of three failures in a row where half of the answers fail. */
  usual: 0.12,
  /** The same, where other answers speak against it. */
  contradicted: 0.01,
  /** That all wrong answers came first: one of five may, three of four not. */
  order: 0.24,
};

/** What the experiments showed, and when the wrong answers came relative to the right ones. */
function seenIn({ broken, held, same }: Comparison, best: Symptom, tried: Tried | undefined, facts: Facts) {
  const shown = best.exchange;
  const { sent = 0, shown: times = 0 } = tried?.alone ?? {};
  const other = tried?.other ?? { sent: 0, shown: 0 };
  const together = isSafe(shown.request) && tried?.together?.sent === 1 ? undefined : tried?.together;
  const isAlways = times > 0 && times === sent;
  const after = (isAlways ? undefined : tried?.after) ?? [];
  // A request that fails right after the other does not need it to be under way.
  const isAfterIt = after.some((one) => one.exchange === together?.exchange && one.shown > 0);
  const [first, last] = [broken[0]?.id ?? 0, broken.at(-1)?.id ?? 0];
  // No like request was right since the first failure, of which there are several, or which failed again when sent again.
  const areLast = (broken.length > 1 || times > 0) && !held.some(({ id }) => id > first);
  const all = [tried?.alone ?? [], together ?? [], after].flat();
  const apart = after.reduce((sum, one) => sum + (one.apart ?? 0), 0);
  const misses = all.reduce((sum, one) => sum + one.sent - one.shown, apart);
  const share = broken.length / (broken.length + Math.max(1, held.length));
  const chanceOf = (times: number) => share ** times * (1 - share) ** misses;
  // That all wrong answers come before the right ones, or after them. An invalid key is sent twice to see just that.
  const isOtherKey = shown.request.credential.kind === "other";
  const chanceOfOrder = isOtherKey ? 0 : chance(broken.length, 0, held.length);
  // One try may fail by chance.
  const failing = after.find((one) => one.shown === one.sent && one.shown + (one.apart ?? 0) > 1);
  // Where it failed alone, too, or others were right after a request like it, it takes more to show that this one is why.
  const areRightAfter = (id: number) => {
    const words = previousIn(id, best, facts);
    return held.some((e) => rightBefore(e, facts).some((one) => previousIn(one.id, best, facts) === words));
  };
  const byChance = failing ? after.length * chanceOf(failing.shown) : 1;
  const isSure =
    failing !== undefined &&
    byChance < maxChance.usual &&
    (byChance < maxChance.contradicted ||
      (times === 0 && (failing.apart !== undefined || !areRightAfter(failing.exchange))));
  return {
    /**
     * It failed each time it was sent alone. One that was right before and later needs something else to fail: a read always, a
     * create where chance may explain that it failed.
     */
    failsAlone:
      isAlways &&
      !(same?.when === "before and later" && (isSafe(shown.request) || chanceOf(times) > maxChance.usual)),
    passesAlone: times < sent,
    failsAgain: times > 0,
    /** The exchange after which it failed again, where chance hardly explains that. */
    failsAfter: isSure ? failing.exchange : undefined,
    /** It failed after that exchange only on the same connection. */
    isOfConnection: isSure && failing.apart !== undefined,
    /** The exchange that was under way each time it failed: twice, where the cap on creates allows it. */
    failsBeside:
      together?.shown &&
      together.shown === together.sent &&
      times === 0 &&
      chanceOf(together.shown) < maxChance.usual &&
      !isAfterIt
        ? together.exchange
        : undefined,
    failsSince:
      isAlways &&
      other.shown > 0 &&
      other.shown === other.sent &&
      shown.request.credential.kind !== "none" &&
      chanceOf(times + other.shown) * (areLast ? chanceOfOrder : 1) < maxChance.usual,
    /** A request that was right before the failures still is. */
    holdsSince: other.sent > 0 && other.shown === 0,
    /** All wrong answers came before the right ones, and hardly by chance. */
    areFirst: !held.some(({ id }) => id < last) && chanceOfOrder < maxChance.order,
    isForGood: areLast && share ** times * chanceOfOrder < maxChance.usual,
  };
}

/** True where the experiments do not contradict it. */
function isLeft(
  contrast: PetContrast,
  { fate }: Comparison,
  { failsAlone, failsAgain, passesAlone, holdsSince }: Seen,
  { isAllowed, got }: Symptom,
): boolean {
  const kinds = contrast.traits.map(({ kind }) => kind);
  // Bodies with like mistakes are sent one after another: when they were accepted explains nothing.
  if (!isAllowed && got === 201 && kinds.includes("since")) return false;
  if (fate) return true;
  if (failsAgain && kinds.includes("until")) return false;
  // What began during the run and stays would fail again now.
  if ((holdsSince || passesAlone) && kinds.includes("since")) return false;
  return failsAlone
    ? !kinds.some((kind) => unneeded.has(kind))
    : !passesAlone || contrast.traits.some(({ isContext, kind }) => isContext || kind === "outcome");
}

/** The kind of condition that explains the wrong answers, and the pattern in words. */
function decisive(
  { same, broken, held, elsewhere, things, fate, became, words }: Comparison,
  contrasts: readonly PetContrast[],
  seen: Seen,
  best: Symptom,
  facts: Facts,
): readonly [kind: AdviceKind | undefined, pattern?: string | undefined] {
  const { failsAlone, failsAgain, passesAlone, failsAfter, failsBeside, failsSince } = seen;
  const { holdsSince, areFirst, isForGood } = seen;
  const some = `${broken.length} of ${broken.length + held.length} ${things[1]}`;
  const [first, ...others] = contrasts;
  const kindOf = (one: PetContrast | undefined) => one?.traits[0]?.kind;
  // Other conditions of the same kind are not printed, except for these kinds, where the second adds something.
  const isBoth = ["since", "field"].includes(kindOf(first) ?? "");
  const more = others.filter((one) => kindOf(one) !== kindOf(first) || isBoth);
  // Of two conditions, the one about when or where decides: it names what has to be fixed.
  const trait = first?.traits.find(({ isContext }) => isContext) ?? first?.traits[0];
  const pattern = first && contrastInWords([first, ...more], things);
  const alike =
    same && !(failsAlone && same.when !== "before")
      ? `${some}: the request of exchange ${same.wrong} was answered correctly ${same.when} (exchange${same.right.length > 1 ? "s" : ""} ${same.right.join(" and ")})`
      : undefined;
  if (best.got === 200 && best.exchange.request.credential.kind === "none" && holdsSince)
    return ["address", "only reads of pets that were read with the valid key before"];
  if (failsBeside !== undefined) {
    const other = `${wordsFor(failsBeside, facts)} was under way (exchange ${failsBeside})`;
    return ["meeting", `${words ?? some}; it failed again while ${other}, and did not fail alone`];
  }
  if (failsAfter !== undefined && trait?.isContext !== true) {
    const otherwise = seen.isOfConnection ? "on another connection" : "alone";
    return [
      seen.isOfConnection ? "connection" : "before",
      pattern ??
        `right after ${previousIn(failsAfter, best, facts)} (exchange ${failsAfter}), and not ${otherwise}`,
    ];
  }
  // A rate-limit figure or an id that is wrong only in comparison with another one: there are no single wrong answers.
  if (broken.length === 0) return [undefined, words];
  if (failsSince && trait?.isContext !== true) return ["since", pattern ?? alike];
  if (trait !== undefined)
    return [fate === "twice" && trait.kind !== "meeting" ? "twice" : trait.kind, pattern];
  const share = words ?? (fate ? undefined : alike) ?? (held.length > 0 ? some : undefined);
  if (became) return became;
  const isOfAll = fate === "twice" || fate === "copy";
  // What was stored twice was so, whether or not it happens again.
  if (fate && (!passesAlone || fate === "twice"))
    return [held.length > 0 || isOfAll ? fate : undefined, share];
  if (same?.when === "before" && (failsAlone || (!holdsSince && isForGood && !passesAlone)))
    return ["since", alike];
  if (!failsAgain && same?.when === "later" && areFirst) return ["until", alike];
  // One pet more than the limit is what a list with the next limit has.
  const areMixed = best.isAllowed && best.shape !== "too-many" && broken.length > 1;
  if (!failsAgain && areMixed && shareAnswers({ broken }, facts))
    return ["meeting", `${some}, each with the body of another request that was under way`];
  if (!failsAlone && (same !== undefined || passesAlone)) return ["now-and-then", share];
  return broken.length > 1 && held.length === 0 && elsewhere >= othersToShow
    ? ["operation", alike ?? `all ${broken.length} ${things[1]}, and none of the ${elsewhere} other answers`]
    : [undefined, alike];
}

/** So many right answers of other operations show that only this operation is wrong. */
const othersToShow = 8;
