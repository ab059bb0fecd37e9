import { answeredWith, statusClass } from "#core/check/facts.ts";
import type { Tried } from "#core/check/results/defect.ts";
import { requestName } from "#core/check/sent-again.ts";
import { type Exchange, isSafe } from "#core/exchange/exchange.ts";
import { asked, idAsked } from "../pets.ts";
import type { AdviceKind } from "./advice-by-contrast.ts";
import type { Comparison } from "./comparison.ts";
import { rightBefore } from "./contrast/between.ts";
import { type Contrast, chance, contrastInWords, type Trait } from "./contrast/contrast.ts";
import { shareAnswers } from "./contrast/features-of-context.ts";
import { createdPets, isBefore, kinds } from "./history.ts";
import { areOfDefault } from "./sources.ts";
import { isLate, isMissing, type Symptom } from "./symptom.ts";

/** A conclusion counts where chance alone would give what was seen with less than this probability. */
const maxChance = {
  /** From experiments: about that of three failures in a row where half of the answers fail. */
  usual: 0.12,
  /** The same, where other answers speak against it. */
  contradicted: 0.01,
  /** That all wrong answers came first: one of five may, three of four not. */
  order: 0.24,
};

type After = Tried["after"][number];

/** A comparison with what the experiments showed, and when the wrong answers came relative to the right ones. */
export type Seen = ReturnType<typeof seenIn>;

export function seenIn(comparison: Comparison, tried: Tried | undefined) {
  const { best, broken, held, same } = comparison;
  const { request } = best.exchange;
  const { sent = 0, shown: times = 0 } = tried?.alone ?? {};
  const isAlways = times > 0 && times === sent;
  const other = tried?.other ?? { sent: 0, shown: 0 };
  const after = (isAlways ? undefined : tried?.after) ?? [];
  // A read may be right or wrong by chance when it is tried once, and a connection may be lost.
  const isOnce = tried?.together?.sent === 1 && (isSafe(request) || best.got === undefined);
  const together = isOnce ? undefined : tried?.together;
  const isLike = (e: Exchange) => requestName(e.request) === requestName(request);
  const [own, others] = [broken.filter(isLike).length, held.filter(isLike).length];
  // Of the same request, more may be wrong than of all. Where nothing was compared, as many may be wrong as right.
  const share = Math.max(
    broken.length === 0 ? 0.5 : broken.length / (broken.length + Math.max(1, held.length)),
    others > 0 ? own / (own + others) : 0,
  );
  const misses = missesIn([tried?.alone ?? [], together ?? [], after].flat());
  const chanceOf = (failures: number) => share ** failures * (1 - share) ** misses;
  const [first, last] = [broken[0], broken.at(-1)];
  // No like request was right since the first failure, of which there are several, or which failed again when sent again. Of what
  // was under way beside it, nobody knows.
  const alike = held.filter((e) => e.request.credential.kind === request.credential.kind);
  const areLast = (broken.length > 1 || times > 0) && !alike.some((one) => first && isBefore(first, one));
  // That all wrong answers come before the right ones, or after them. An invalid key is sent twice to see just that.
  const chanceOfOrder = request.credential.kind === "other" ? 0 : chance(broken.length, 0, alike.length);
  // One try may fail by chance.
  const failing = after.find((one) => one.shown === one.sent && one.shown + (one.apart ?? 0) > 1);
  const byChance = failing ? after.length * chanceOf(failing.shown) : 1;
  // Who is let in without a key may well depend on the connection, and so does what follows a body that was rejected before it was
  // read; what else fails on one alone comes and goes more often.
  const isUnread = (e: Exchange) => e.id === failing?.exchange && !isSafe(e.request) && statusClass(e) === 4;
  const isRightApart =
    failing?.apart !== undefined &&
    request.credential.kind === "valid" &&
    !best.facts.exchanges.some(isUnread);
  const isSpokenAgainst = failing && (times > 0 || isRightApart || areRightAfter(failing, held, best));
  const surelyAfter =
    byChance < (isSpokenAgainst ? maxChance.contradicted : maxChance.usual) ? failing : undefined;
  const failed = tried?.after.find((one) => one.shown > 0 && one.shown === one.sent);
  const isBeside = together !== undefined && together.shown > 0 && together.shown === together.sent;
  const isSurelyBeside = isBeside && times === 0 && chanceOf(together.shown) < maxChance.usual;
  return {
    ...comparison,
    /**
     * It failed each time it was sent alone. One that was right before and later needs something else to fail: a read always, a
     * create where chance may explain that it failed.
     */
    failsAlone:
      isAlways &&
      !(same?.when === "before and later" && (isSafe(request) || chanceOf(times) > maxChance.usual)),
    passesAlone: times < sent,
    failsAgain: times > 0,
    /** The exchange after which it failed again, where chance hardly explains that. */
    failsAfter: surelyAfter?.exchange,
    /** The exchange after which it failed each time, by chance or not. */
    failedAfter: failed?.exchange,
    /** After that, it never failed on another connection. */
    neverFailsApart: failed?.apart !== undefined,
    /** It failed after that exchange only on the same connection. */
    isOfConnection: surelyAfter?.apart !== undefined,
    /** The exchange that was under way each time it failed: twice, where the cap on creates allows it. */
    failsBeside: isSurelyBeside ? together.exchange : undefined,
    failsSince:
      isAlways &&
      other.shown > 0 &&
      other.shown === other.sent &&
      request.credential.kind !== "none" &&
      chanceOf(times + other.shown) * (areLast ? chanceOfOrder : 1) < maxChance.usual,
    /** A request that was right before the failures still is. */
    holdsSince: other.sent > 0 && other.shown === 0,
    /** All wrong answers came before the right ones, and hardly by chance. */
    areFirst: !alike.some((one) => last && isBefore(one, last)) && chanceOfOrder < maxChance.order,
    isForGood: areLast && share ** times * chanceOfOrder < maxChance.usual,
  };
}

/** How often the request did not fail where it was tried. */
function missesIn(tries: readonly (Pick<After, "sent" | "shown"> & { readonly apart?: number })[]): number {
  return tries.reduce((sum, { sent, shown, apart = 0 }) => sum + sent - shown + apart, 0);
}

/** True where others were right after a request like it, which was tried on this connection alone. */
function areRightAfter({ exchange: id, apart }: After, held: readonly Exchange[], best: Symptom): boolean {
  if (apart !== undefined) return false;
  const own = wordsFor(id, best);
  return held.some((e) => rightBefore(e, best.facts).some((one) => wordsFor(one.id, best) === own));
}

/** An exchange in words: its narrowest kind; beside a list that is too long, the limit of another list. */
function wordsFor(id: number, { shape, facts }: Symptom): string {
  const exchange = facts.exchanges.find((e) => e.id === id);
  const limit = shape === "too-many" && exchange ? asked(exchange, "limit") : undefined;
  if (limit) return `a list with limit=${limit}`;
  return kinds.find(([, is]) => exchange && is(exchange, facts))?.[0] ?? "another request";
}

/** What distinguishes the wrong answers of a cause, as far as experiments do not contradict it. */
export interface Condition {
  /** Undefined where nothing is known. */
  readonly kind: AdviceKind | undefined;
  /** The kind whose advice says more about answers like these. */
  readonly advised: AdviceKind | undefined;
  /** In words, to be printed. */
  readonly pattern: string | undefined;
  /** The contrast that it is, where it is one. */
  readonly first: Contrast | undefined;
  /** The exchange that has to come right before, or to be under way … */
  readonly near: Exchange | undefined;
  /** … and those that have to come some time before. */
  readonly far: readonly Exchange[];
}

/** All that is known of a cause. */
export interface Known extends Seen, Condition {
  /** The exchanges whose values the wrong answer has. */
  readonly sources: readonly Exchange[];
  /** Before a valid create that is rejected: wrong ones that were. */
  readonly rejected: readonly Exchange[];
}

export function conditionOf(seen: Seen): Condition {
  const contrasts = seen.contrasts.filter((one) => isLeft(one, seen));
  const [first] = contrasts;
  const [kind, pattern] = decisive(contrasts, seen);
  const subject = subjectOf(seen);
  const withAll = (trait: Trait) => ({ ...trait, all: trait.before?.(subject) ?? [] });
  const needed = (first?.traits ?? []).map(withAll);
  const isNear = ({ kind }: Trait) => kind === "before" || kind === "meeting";
  const [near] = needed.find(isNear)?.all ?? [];
  // Pets that are lost since so many creates may be lost since one of them.
  const others = seen.fate && kind === "since" ? contrasts.slice(1).flatMap(({ traits }) => traits) : [];
  const since = others.map(withAll).filter(({ all }) => all.length === 1);
  const far = [...needed, ...since].flatMap((one) => (isNear(one) ? [] : one.all));
  return { kind, advised: narrowerThan(kind, first, seen) ?? kind, pattern, first, near, far };
}

/** The exchange that a condition is about: where pets are compared, the create of the first lost one. */
export function subjectOf({ best, fate, broken }: Comparison): Exchange {
  return fate ? (broken[0] ?? best.exchange) : best.exchange;
}

/** Conditions that are refuted where the request fails again alone, on a new connection. */
const unneeded: ReadonlySet<AdviceKind> = new Set(["before", "until", "connection", "turn"]);

/** True where the experiments do not contradict it. */
function isLeft(
  { traits }: Contrast,
  { best, fate, failsAlone, failsAgain, passesAlone, holdsSince }: Seen,
): boolean {
  const kinds = traits.map(({ kind }) => kind);
  // Bodies with like mistakes are sent one after another: when they were accepted, or caused an exception, explains nothing.
  const isHandled = best.got !== 201 && (best.got ?? 500) < 500;
  if (!best.isAllowed && !isHandled && kinds.includes("since")) return false;
  if (fate) return true;
  if (failsAgain && kinds.includes("until")) return false;
  // What began during the run and stays would fail again now.
  if ((holdsSince || passesAlone) && kinds.includes("since")) return false;
  return failsAlone
    ? !kinds.some((kind) => unneeded.has(kind))
    : !passesAlone || traits.some(({ isContext, kind }) => isContext || kind === "outcome");
}

type Decided = readonly [kind: AdviceKind | undefined, pattern?: string | undefined];

/** The kind of condition that explains the wrong answers, and the pattern in words. */
function decisive(contrasts: readonly Contrast[], seen: Seen): Decided {
  const [first] = contrasts;
  // Of two conditions, the one about when or where decides: it names what has to be fixed.
  const trait = first?.traits.find(({ isContext }) => isContext) ?? first?.traits[0];
  const pattern = inWords(contrasts, seen);
  const isContext = trait?.isContext === true;
  const tried = byExperiments(pattern, isContext, seen);
  if (tried !== undefined) return tried;
  // A rate-limit figure or an id that is wrong only in comparison with another one: there are no single wrong answers.
  if (seen.broken.length === 0) return [undefined, seen.words];
  if (seen.failsSince && !isContext) return ["since", pattern ?? alikeIn(seen)];
  if (trait === undefined) return withoutContrast(seen);
  return [seen.fate === "twice" && trait.kind !== "meeting" ? "twice" : trait.kind, pattern];
}

/** Other conditions of the same kind are not printed, except for these kinds, where the second adds something. */
const twofold: readonly (AdviceKind | undefined)[] = ["since", "field"];

function inWords([first, ...others]: readonly Contrast[], { things }: Comparison): string | undefined {
  if (first === undefined) return undefined;
  const kindOf = ({ traits: [one] }: Contrast) => one?.kind;
  const more = others.filter((one) => kindOf(one) !== kindOf(first) || twofold.includes(kindOf(first)));
  return contrastInWords([first, ...more], things);
}

function someIn({ broken, held, things }: Comparison): string {
  return `${broken.length} of ${broken.length + held.length} ${things[1]}`;
}

/** The same, with the exchanges in which the same request was right. */
function alikeIn(seen: Seen): string | undefined {
  const { same } = seen;
  if (same === undefined || (seen.failsAlone && same.when !== "before")) return undefined;
  const { wrong, when, right } = same;
  const exchanges = `exchange${right.length > 1 ? "s" : ""} ${right.join(" and ")}`;
  return `${someIn(seen)}: the request of exchange ${wrong} was answered correctly ${when} (${exchanges})`;
}

/** What experiments show by themselves; one request after the other says less than a condition of time or order. */
function byExperiments(pattern: string | undefined, isContext: boolean, seen: Seen): Decided | undefined {
  const { best, failsBeside, failsAfter, holdsSince, isOfConnection } = seen;
  if (best.got === 200 && best.exchange.request.credential.kind === "none" && holdsSince)
    return ["address", "only reads of pets that were read with the valid key before"];
  if (failsBeside !== undefined) {
    const other = `${wordsFor(failsBeside, best)} was under way (exchange ${failsBeside})`;
    const some = seen.words ?? someIn(seen);
    return ["meeting", `${some}; it failed again while ${other}, and did not fail alone`];
  }
  if (failsAfter === undefined || isContext) return undefined;
  const after = `right after ${wordsFor(failsAfter, best)} (exchange ${failsAfter})`;
  return isOfConnection
    ? ["connection", pattern ?? `${after}, and not on another connection`]
    : ["before", pattern ?? `${after}, and not alone`];
}

/** So many right answers of other operations show that only this operation is wrong. */
const othersToShow = 8;

/** What the fates of pets, and the times of the answers, say where no contrast is left. */
function withoutContrast(seen: Seen): Decided {
  const { best, same, broken, held, elsewhere, things, fate, became, words } = seen;
  const { failsAlone, failsAgain, passesAlone, holdsSince, areFirst, isForGood } = seen;
  const [some, alike] = [someIn(seen), alikeIn(seen)];
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
  if (!failsAgain && areMixed && shareAnswers(broken, best.facts))
    return ["meeting", `${some}, each with the body of another request that was under way`];
  if (!failsAlone && (same !== undefined || passesAlone)) return ["now-and-then", share];
  return broken.length > 1 && held.length === 0 && elsewhere >= othersToShow
    ? ["operation", alike ?? `all ${broken.length} ${things[1]}, and none of the ${elsewhere} other answers`]
    : [undefined, alike];
}

/** The kind whose advice fits such answers better than that of the condition. */
function narrowerThan(
  kind: AdviceKind | undefined,
  first: Contrast | undefined,
  { best, broken, fate, turn, same, failsAfter }: Seen,
): AdviceKind | undefined {
  const isAtTimes = kind === "now-and-then" || kind === "since";
  if (isAtTimes && best.isAllowed && [400, 422].includes(best.got ?? 0)) return "validation";
  const isList = best.operation === "listPets";
  const isLong = best.shape === "too-many";
  if (kind === "now-and-then" && isLong && areOfDefault(best, broken)) return "kept";
  const isNew = createdPets(best.facts).creating(idAsked(best.exchange)).length > 0;
  if (kind === "now-and-then" && isMissing(best))
    return isNew && (same?.when === "later" || isLate(best)) ? "created" : "missed";
  const isOfQuery = isLong || (isList && best.at === "field status");
  const isAfterList = best.facts.exchanges.some((e) => e.id === failsAfter && answeredWith(e, 200));
  if ((kind === "since" || (kind === "before" && isAfterList)) && !first && isOfQuery) return "kept";
  const isLost = fate === "later" || fate === "behind";
  if (isLost && (kind === "turn" || turn !== undefined)) return "batch";
  return kind === "since" && fate !== undefined && isList ? "behind" : undefined;
}
