import { answeredWith, type Facts } from "#core/check/facts.ts";
import type { Advice, Cause, Tried } from "#core/check/results/defect.ts";
import { type Exchange, isSafe } from "#core/exchange/exchange.ts";
import { asked } from "../pets.ts";
import { type AdviceKind, adviceFor } from "./advice-by-contrast.ts";
import { leavingOut, twinsOf, unaskedFor, underWay } from "./around.ts";
import { rightBefore } from "./contrast/between.ts";
import { contrastInWords } from "./contrast/contrast.ts";
import type { PetContrast, Told } from "./contrasts.ts";
import { unusualBefore, wordsFor } from "./history.ts";
import { earlierOf, sourcesOf } from "./sequence.ts";
import type { Symptom } from "./symptom.ts";

/** What is said of a cause by what its broken answers have in common, and by what experiments showed. */
export interface Explained
  extends Pick<
    Cause,
    | "pattern"
    | "before"
    | "rightBefore"
    | "together"
    | "predecessors"
    | "beside"
    | "other"
    | "unasked"
    | "tried"
  > {
  /** Of what comes and goes: the exchange, so often that one of its answers is likely wrong; by hand at most 60 times, a create 10. */
  readonly often?: readonly number[];
  readonly advice: Advice | undefined;
  /**
   * `time`: the same request is answered rightly at other times, so that no mistake which one answer shows is why;
   * `likely-time`: when they came tells them apart; `asked`: what was asked does.
   */
  readonly by: "time" | "likely-time" | "asked" | undefined;
}

/** Conditions that a request which fails alone, after all others and on a connection of its own, does not need. */
const unneeded: ReadonlySet<AdviceKind> = new Set(["before", "until", "connection", "turn"]);

/** What an answer itself shows of where it came from. */
const plain: ReadonlySet<AdviceKind> = new Set(["instance", "connection", "address"]);

/** What was asked decides. */
const ofRequest: readonly AdviceKind[] = [
  "parameter",
  "field",
  "id",
  "created",
  "key",
  "outcome",
  "operation",
];

export function explain(told: Told, best: Symptom, tried: Tried | undefined, facts: Facts): Explained {
  const shown = best.exchange;
  const seen = seenIn(told, shown, tried);
  const contrasts = told.contrasts.filter((one) => isLeft(one, told, seen));
  const [first] = contrasts;
  const [kind, pattern] = decisive(told, contrasts, seen, best, facts);
  const subject = told.areFates ? (told.broken[0] ?? shown) : shown;
  const needed = (first?.traits ?? []).map((trait) => ({ ...trait, all: trait.before?.(subject) ?? [] }));
  const isNear = ({ kind }: PetContrast["traits"][number]) => kind === "before" || kind === "meeting";
  const [near] = needed.find(isNear)?.all ?? [];
  const sources = sourcesOf(best, facts);
  const isFromBody = sources.length > 0 && best.got === 201;
  const far = isFromBody ? [] : needed.flatMap((one) => (isNear(one) ? [] : one.all));
  const around = near && told.areFates ? [near.id, subject.id] : undefined;
  const twins = twinsOf(best, facts);
  const comesBefore = seen.failsAfter ?? seen.failsBeside ?? (seen.failsAlone ? undefined : near?.id);
  const leaving = leavingOut(shown, facts);
  const previous = rightBefore(shown, facts);
  // Who is let in may be taken for whoever was served, or failed, right before.
  const isLetIn = shown.request.credential.kind !== "valid";
  const known = isLetIn ? [previous, sources] : [sources, leaving ?? [], previous];
  const likely = [near ?? [], ...known, unusualBefore(shown, facts)].flat();
  const like = told.held.findLast((e) => e.id < shown.id && e.request.credential.kind === "valid");
  const isAfterRead = facts.exchanges.some((e) => e.id === seen.failsAfter && isSafe(e.request));
  const earlier = earlierOf(best, told, { needed: far, sources }, facts);
  // Later creates do not explain that lists lack the last pet, and seldom a 404.
  const isLast = (told.broken.at(-1)?.id ?? 0) > (told.held.at(-1)?.id ?? 0);
  const isUnexplained =
    kind === "later" && first === undefined && ((isLast && best.aspect.of === "body") || best.got === 404);
  // What sets a counter back is said by its requirement.
  const isOfCount = kind === "before" && best.at === "header x-ratelimit-remaining";
  const isOfList = best.operation === "listPets" && (best.shape === "too-many" || best.at === "field status");
  const isAfterList = facts.exchanges.some((e) => e.id === seen.failsAfter && answeredWith(e, 200));
  const isKept = (kind === "since" || (kind === "before" && isAfterList)) && !first && isOfList;
  const isReread = kind === "address" && best.got === 404 && far.some((e) => answeredWith(e, 200));
  const isBehind = kind === "since" && told.areFates !== undefined && best.operation === "listPets";
  return {
    ...(tried && { tried }),
    ...(pattern !== undefined && { pattern }),
    ...(seen.failsBeside === undefined && earlier),
    ...(kind === "now-and-then" && !seen.failsAlone && { often: often(shown, told) }),
    ...((around || comesBefore !== undefined) && { rightBefore: around ?? [comesBefore ?? 0] }),
    ...((kind === "connection" || isAfterRead) && { together: "connection" }),
    ...(kind === "meeting" && { together: "time" }),
    ...(twins && kind !== "before" && { before: [], rightBefore: twins, together: "time" }),
    ...underWay(best, told, facts),
    ...(likely.length > 0 && { predecessors: [...new Set(likely.map(({ id }) => id))] }),
    ...(like && { other: like.id }),
    ...unaskedFor(best, facts),
    advice:
      isUnexplained || isOfCount
        ? undefined
        : kind && adviceFor(isKept ? "kept" : isBehind ? "behind" : isReread ? "reread" : kind),
    by: sideOf(kind, told, seen),
  };
}

function often(shown: Exchange, { broken, held }: Told): readonly number[] {
  const times = Math.ceil((3 * (broken.length + held.length)) / broken.length);
  const { id, request } = broken.find((e) => isSafe(e.request)) ?? shown;
  return Array<number>(Math.min(request.method === "GET" ? 60 : 10, times)).fill(id);
}

function sideOf(
  kind: AdviceKind | undefined,
  { broken, held, areFates, same }: Told,
  { failsAlone, passesAlone, failsSince }: Seen,
): Explained["by"] {
  // Were all such answers wrong, no others would have held.
  if (kind === "changed" || kind === "gone") return undefined;
  if (kind === undefined) return broken.length * 2 < held.length ? "asked" : undefined;
  if (ofRequest.includes(kind)) return "asked";
  const isShown = plain.has(kind) || (areFates && kind !== "later") || failsSince;
  return isShown || (!failsAlone && (same !== undefined || passesAlone)) ? "time" : "likely-time";
}

type Seen = ReturnType<typeof seenIn>;

/** As likely at most may what a few experiments show come by chance. */
const byChance = 0.3;

/** What experiments showed, and where the request stands among its like. */
function seenIn({ broken, held, same }: Told, shown: Exchange, tried: Tried | undefined) {
  const { sent = 0, shown: times = 0 } = tried?.alone ?? {};
  const together = isSafe(shown.request) && tried?.together?.sent === 1 ? undefined : tried?.together;
  const isAlways = times > 0 && times === sent;
  const after = (isAlways ? undefined : tried?.after) ?? [];
  // What fails right after it does not need it to be under way.
  const isAfterIt = after.some((one) => one.exchange === together?.exchange && one.shown > 0);
  const [first, last] = [broken[0]?.id ?? 0, broken.at(-1)?.id ?? 0];
  // What fails often may fail by chance: two tries have to show it.
  const isChance = after.some((one) => one.shown > 0 && one.shown < one.sent);
  const enough = isChance || broken.length * 4 >= held.length ? 2 : 1;
  const share = broken.length / (broken.length + held.length);
  const all = [tried?.alone ?? [], together ?? [], after].flat();
  const apart = after.reduce((sum, one) => sum + (one.apart ?? 0), 0);
  const misses = all.reduce((sum, one) => sum + one.sent - one.shown, apart);
  const chanceOf = (times: number) => share ** times * (1 - share) ** misses;
  const failing = after.find((one) => one.shown === one.sent && one.shown >= enough);
  return {
    /** What was right before and later is not wrong by itself. */
    failsAlone: isAlways && !(same?.when === "before and later" && isSafe(shown.request)),
    passesAlone: times < sent,
    /** The exchange after which it failed again, and whether on its connection alone. */
    failsAfter: failing?.exchange,
    /** Chance hardly explains it, where any of them may fail. */
    isSure: failing !== undefined && after.length * chanceOf(failing.shown) < byChance,
    isOfConnection: failing?.apart !== undefined,
    /** The exchange beside which it failed each time: twice, where the cap on creates allows it. */
    failsBeside:
      together?.shown && together.shown === together.sent && chanceOf(together.shown) < byChance && !isAfterIt
        ? together.exchange
        : undefined,
    failsSince: (tried?.other.shown ?? 0) > 0 && shown.request.credential.kind !== "none",
    /** What was right before still is. */
    holdsSince: tried !== undefined && tried.other.sent > 0 && tried.other.shown === 0,
    /** None was right until the last of them came. */
    areFirst: !held.some(({ id }) => id < last),
    /** Nothing like them held since the first. One alone, not shown again, is no beginning. */
    isForGood: (broken.length > 1 || times > 0) && !held.some(({ id }) => id > first),
  };
}

/** True where the experiments do not contradict it. */
function isLeft(
  contrast: PetContrast,
  { areFates }: Told,
  { failsAlone, passesAlone, holdsSince }: Seen,
): boolean {
  const kinds = contrast.traits.map(({ kind }) => kind);
  if (areFates) return true;
  // What stays would show again.
  if ((holdsSince || passesAlone) && kinds.includes("since")) return false;
  return failsAlone
    ? !kinds.some((kind) => unneeded.has(kind))
    : !passesAlone || contrast.traits.some(({ isContext, kind }) => isContext || kind === "outcome");
}

/** What decides, as far as it is known, and which answers show it. */
function decisive(
  { same, broken, held, elsewhere, things, areFates, became, words }: Told,
  contrasts: readonly PetContrast[],
  seen: Seen,
  best: Symptom,
  facts: Facts,
): readonly [kind: AdviceKind | undefined, pattern?: string | undefined] {
  const { failsAlone, passesAlone, failsAfter, failsBeside, failsSince, holdsSince, areFirst, isForGood } =
    seen;
  const some = `${broken.length} of ${broken.length + held.length} ${things[1]}`;
  const [first, ...others] = contrasts;
  const kindOf = (one: PetContrast | undefined) => one?.traits[0]?.kind;
  // Of what came right before, the narrowest says it; of what began, both what came and how much of it; of data, both.
  const isBoth = ["since", "field"].includes(kindOf(first) ?? "");
  const more = others.filter((one) => kindOf(one) !== kindOf(first) || isBoth);
  // Of two conditions the one that says when or where comes first: it names what would have to be mended.
  const trait = first?.traits.find(({ isContext }) => isContext) ?? first?.traits[0];
  const pattern = first && contrastInWords([first, ...more], things);
  const alike =
    same && !(failsAlone && same.when !== "before")
      ? `${some}: the request of exchange ${same.wrong} was answered correctly ${same.when} (exchange${same.right.length > 1 ? "s" : ""} ${same.right.join(" and ")})`
      : undefined;
  if (best.got === 200 && best.exchange.request.credential.kind === "none" && holdsSince)
    return ["address", "reads of pets that were read with the key before, and not one of another pet"];
  if (failsBeside !== undefined) {
    const other = `${wordsFor(failsBeside, facts)} was under way (exchange ${failsBeside})`;
    return ["meeting", `${words ?? some}; again while ${other}, and not by itself`];
  }
  if (failsAfter !== undefined && seen.isSure && trait?.isContext !== true) {
    const not = seen.isOfConnection ? "on another connection" : "by itself";
    return [
      seen.isOfConnection ? "connection" : "before",
      pattern ??
        `right after ${previousIn(failsAfter, best, facts)} (exchange ${failsAfter}), and not ${not}`,
    ];
  }
  // A figure, or an id, that is wrong beside another: nothing was compared.
  if (broken.length === 0) return [undefined, words];
  if (failsSince && trait?.isContext !== true) return ["since", pattern ?? alike];
  if (trait !== undefined)
    return [areFates === "twice" && trait.kind !== "meeting" ? "twice" : trait.kind, pattern];
  const share = words ?? (areFates ? undefined : alike) ?? (held.length > 0 ? some : undefined);
  if (became) return became;
  const isOfAll = areFates === "twice" || areFates === "copy";
  if (areFates && !passesAlone) return [held.length > 0 || isOfAll ? areFates : undefined, share];
  if (same?.when === "before" && !holdsSince && (failsAlone || (isForGood && !passesAlone)))
    return ["since", alike];
  if (!failsAlone && same?.when === "later" && areFirst) return ["until", alike];
  if (!failsAlone && (same !== undefined || passesAlone)) return ["now-and-then", share];
  return broken.length > 1 && held.length === 0 && elsewhere >= othersToShow
    ? ["operation", alike ?? `all ${broken.length} ${things[1]}, and none of the ${elsewhere} other answers`]
    : [undefined, alike];
}

/** Of a list that is too long, a limit before it says most. */
function previousIn(id: number, { shape }: Symptom, facts: Facts): string {
  const previous = facts.exchanges.find((e) => e.id === id);
  const limit = shape === "too-many" && previous ? asked(previous, "limit") : undefined;
  return limit ? `a list with limit=${limit}` : wordsFor(id, facts);
}

/** So many right answers of others show that it is this operation. */
const othersToShow = 8;
