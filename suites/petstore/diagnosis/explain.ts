import type { Facts } from "#core/check/facts.ts";
import type { Advice, Cause, Tried } from "#core/check/results/defect.ts";
import { requestName } from "#core/check/sent-again.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { idAsked } from "../pets.ts";
import { type AdviceKind, adviceFor } from "./advice-by-contrast.ts";
import { contrastInWords } from "./contrast/contrast.ts";
import { copiesIn } from "./contrast/copies.ts";
import { isOfContext, type PetContrast, type Told } from "./contrasts.ts";
import { unusualBefore, wordsFor } from "./history.ts";
import { earlierOf, sourcesOf } from "./sequence.ts";
import { aspectKey, type Symptom } from "./symptom.ts";

/** What is said of a cause by what its broken answers have in common, and by what experiments showed. */
export interface Explained
  extends Pick<
    Cause,
    "pattern" | "before" | "rightBefore" | "sameConnection" | "predecessors" | "other" | "tried"
  > {
  readonly kind: AdviceKind | undefined;
  /** Undefined where nothing tells the answers apart. */
  readonly advice: Advice | undefined;
  /**
   * `time`: the same request is answered rightly at other times, so that no mistake which one answer shows is why;
   * `likely-time`: when they came tells them apart; `asked`: what was asked does.
   */
  readonly by: "time" | "likely-time" | "asked" | undefined;
}

/** Conditions that a request which fails alone, after all others and on a connection of its own, does not need. */
const unneeded: ReadonlySet<string> = new Set(["before", "until", "connection", "company", "turn"]);

/** What stays would show again. */
const lasting: ReadonlySet<string> = new Set(["since", "stored"]);

export function explain(told: Told, best: Symptom, tried: Tried | undefined, facts: Facts): Explained {
  const shown = best.exchange;
  const seen = seenIn(told, shown, tried, facts);
  const [first, ...more] = told.contrasts.filter((one) => isLeft(one, told, seen));
  const copies = told.broken.filter(({ id }) => copiesIn(facts).has(id)).length;
  const areCopies = copies > 0;
  const sources = sourcesOf(best, facts);
  // A name is unique, so that what shows it of another request had it from there.
  const source =
    best.operation === "getPet" && aspectKey(best.aspect) === "field name" ? sources[0] : undefined;
  const kind = areCopies ? "copy" : source ? "before" : kindOf(told, first, seen);
  const subject = told.areFates ? (told.broken[0] ?? shown) : shown;
  const traits = areCopies ? [] : (first?.traits ?? []);
  const needed = traits.map((trait) => ({ kind: trait.kind, all: trait.before?.(subject) ?? [] }));
  const near = needed.flatMap((one) => (one.kind === "before" ? one.all.slice(-1) : []))[0];
  const rightBefore = seen.failsAfter ?? (seen.failsAlone ? undefined : near?.id);
  const far = needed.flatMap((one) => (one.kind === "before" ? [] : one.all));
  const likely = [...(near ? [near] : []), ...sources, ...unusualBefore(shown, facts)];
  const predecessors = new Set(likely.map(({ id }) => id));
  const like = told.held.findLast((e) => e.id < shown.id && e.request.credential.kind === "valid");
  const pattern = areCopies
    ? `${copies} of ${told.broken.length} wrong ${told.things[1]} are the right answers to other requests`
    : source
      ? `${seen.some}, with the name that exchange ${source.id} sent`
      : patternOf(told, first === undefined ? [] : [first, ...more], kind, seen, facts);
  // Were all such answers wrong, no others would have held.
  const areFew = told.broken.length * 2 < told.held.length;
  const isShown =
    areCopies ||
    source !== undefined ||
    told.areFates ||
    first?.traits.every(({ kind }) => plain.has(kind)) ||
    seen.failsSince ||
    (!seen.failsAlone && (told.same !== undefined || seen.passesAlone));
  return {
    ...(tried && { tried }),
    ...(pattern !== undefined && { pattern }),
    ...earlierOf(best, told, far, facts),
    ...(rightBefore !== undefined && { rightBefore }),
    ...(kind === "connection" && { sameConnection: true }),
    kind,
    ...(predecessors.size > 0 && { predecessors: [...predecessors] }),
    ...(like && { other: like.id }),
    advice: kind && adviceFor(kind),
    by:
      kind === undefined
        ? areFew
          ? "asked"
          : undefined
        : !timely.has(kind)
          ? "asked"
          : isShown
            ? "time"
            : "likely-time",
  };
}

/** What an answer itself shows of where it came from. */
const plain: ReadonlySet<AdviceKind> = new Set(["instance", "connection", "address"]);

const timely: ReadonlySet<AdviceKind> = new Set([
  ...(["later", "before", "stored", "since", "until", "address", "turn", "instance"] as const),
  ...(["copy", "connection", "company", "remaining", "now-and-then"] as const),
]);

type Seen = ReturnType<typeof seenIn>;

/** What experiments showed, and where the request stands among its like. */
function seenIn(told: Told, shown: Exchange, tried: Tried | undefined, { exchanges }: Facts) {
  const { sent = 0, shown: times = 0 } = tried?.alone ?? {};
  const name = requestName(shown.request);
  const [first] = told.broken;
  return {
    some: `${told.broken.length} of ${told.broken.length + told.held.length} ${told.things[1]}`,
    failsAlone: times > 0 && times === sent,
    passesAlone: times < sent,
    /** The exchange after which it failed again. */
    failsAfter: tried?.after.find((one) => one.shown > 0 && one.shown === one.sent)?.exchange,
    failsSince: (tried?.other.shown ?? 0) > 0,
    /** What was right before still is. */
    holdsSince: tried !== undefined && tried.other.sent > 0 && tried.other.shown === 0,
    /** None was right until the last of them came. */
    areFirst: !told.held.some(({ id }) => id < (told.broken.at(-1)?.id ?? 0)),
    isFirst:
      told.broken.length === 1 &&
      idAsked(shown) !== undefined &&
      !exchanges.some((e) => e.id < shown.id && requestName(e.request) === name),
    /** Nothing like them held since the first. One alone, not shown again, is no beginning. */
    isForGood:
      first !== undefined &&
      (told.broken.length > 1 || times > 0) &&
      !told.held.some(({ id }) => id > first.id),
  };
}

/** True where the experiments do not contradict it. */
function isLeft(
  contrast: PetContrast,
  { areFates }: Told,
  { failsAlone, passesAlone, holdsSince }: Seen,
): boolean {
  if (areFates) return true;
  if ((holdsSince || passesAlone) && contrast.traits.some(({ kind }) => lasting.has(kind))) return false;
  if (failsAlone) return !contrast.traits.some(({ kind }) => unneeded.has(kind));
  return !passesAlone || isOfContext(contrast);
}

function kindOf(
  { same, broken, held, elsewhere, areFates }: Told,
  contrast: PetContrast | undefined,
  { failsAlone, passesAlone, failsAfter, failsSince, holdsSince, isFirst, areFirst, isForGood }: Seen,
): AdviceKind | undefined {
  // A figure, or an id, that is wrong beside another: nothing was compared.
  if (broken.length === 0) return failsAfter === undefined ? undefined : "before";
  // Of two conditions the one that says when or where comes first: it names what would have to be mended.
  const trait = contrast?.traits.find(({ isContext }) => isContext) ?? contrast?.traits[0];
  if (failsAfter !== undefined && trait?.isContext !== true) return "before";
  if (failsSince && trait?.isContext !== true) return "since";
  if (trait !== undefined) return trait.kind;
  if (areFates) return held.length > 0 ? "later" : undefined;
  if (same?.when === "before" && !holdsSince && (failsAlone || (isForGood && !passesAlone))) return "since";
  if (failsAlone) return ofOneOperation(broken, held, elsewhere);
  if (same !== undefined) return same.when === "later" && areFirst ? "until" : "now-and-then";
  if (passesAlone) return isFirst ? "until" : "now-and-then";
  return ofOneOperation(broken, held, elsewhere);
}

/** So many right answers of others show that it is this operation. */
const othersToShow = 8;

function ofOneOperation(
  broken: readonly Exchange[],
  held: readonly Exchange[],
  elsewhere: number,
): AdviceKind | undefined {
  return broken.length > 1 && held.length === 0 && elsewhere >= othersToShow ? "operation" : undefined;
}

function aloneInWords({ broken, alone }: Told): string {
  if (alone.length === 0) return "";
  return `; what ${broken.length === 1 ? "it alone has" : "they alone share"}: ${alone.join("; ")}`;
}

function patternOf(
  told: Told,
  [first, ...more]: readonly PetContrast[],
  kind: AdviceKind | undefined,
  { some, failsAfter, failsAlone, isFirst }: Seen,
  facts: Facts,
): string | undefined {
  const { broken, held, elsewhere, things, same } = told;
  if (first !== undefined) return contrastInWords([first, ...more], things);
  if (failsAfter !== undefined)
    return `right after ${wordsFor(failsAfter, facts)} (exchange ${failsAfter}), and not by itself`;
  if (same !== undefined && !(failsAlone && same.when !== "before"))
    return `${some}: the request of exchange ${same.wrong} was answered correctly ${same.when} (exchange${same.right.length > 1 ? "s" : ""} ${same.right.join(" and ")})${aloneInWords(told)}`;
  if (kind === "until" && isFirst)
    return "the first time that this was asked for; sent again after the run, it was answered correctly";
  if (told.alone.length > 0) return `${some}${aloneInWords(told)}`;
  if (kind === "operation")
    return `all ${broken.length} ${things[1]}, and none of the ${elsewhere} other answers`;
  return (kind === "now-and-then" || kind === "later") && held.length > 0 ? some : undefined;
}
