import { isAnswered } from "#core/check/facts.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import { isFailed, requestName } from "#core/check/sent-again.ts";
import { ifRecorded } from "#core/contract/recorded.ts";
import { type Exchange, headerValue } from "#core/exchange/exchange.ts";
import { petIn, petsIn, sentField, sentName, sentText } from "../pets.ts";
import { sentFields } from "./common-cause.ts";
import { figuresBeside } from "./contrast/between.ts";
import { type Contrast, contrastsOf } from "./contrast/contrast.ts";
import { featuresOf } from "./contrast/features.ts";
import { turns } from "./contrast/features-of-context.ts";
import { ordinal } from "./contrast/traits.ts";
import { inOrderHandled, isNewPet, isReadTooSoon, operationOf } from "./history.ts";
import type { Symptom } from "./symptom.ts";

/** The broken answers of a cause compared with those that held, and what distinguishes them. */
export interface Comparison {
  readonly best: Symptom;
  readonly broken: readonly Exchange[];
  /** Those of the same operation, if the broken answers have one operation. */
  readonly held: readonly Exchange[];
  /** How many answers of other operations held. */
  readonly elsewhere: number;
  /** The noun for the compared things: singular and plural. */
  readonly things: readonly [string, string];
  /** The best first; empty where nothing distinguishes them. */
  readonly contrasts: readonly Contrast[];
  /** Given where created pets are compared (by their creates) and not answers: what happened to the broken ones. */
  readonly fate?: "later" | "changed" | "behind" | "twice" | "copy";
  /** The pattern to print where no condition distinguishes them. */
  readonly words?: string;
  /** Where every Nth created pet is lost, and at least two: N. */
  readonly turn?: number;
  /** What other answers show of a lost pet, in words. */
  readonly became?: readonly [kind: "changed" | "gone" | "address", words: string] | undefined;
  /** Given where the request of a wrong exchange was also answered correctly: when, and in which exchanges. */
  readonly same?: {
    readonly wrong: number;
    readonly when: "before" | "later" | "before and later";
    readonly right: readonly number[];
  };
}

/** Compares the answers of a cause that are wrong in the same place as the best one with right answers to the same requirements. */
export function compareAnswers(
  best: Symptom,
  members: readonly Symptom[],
  observations: readonly Observation[],
): Comparison {
  const { at, aspect, observation, operation, facts } = best;
  const alike = members.filter((one) => one.at === at);
  // A rate-limit figure, or an id that was given twice, is wrong only in comparison with another one.
  if (/^header x-ratelimit-/.test(at) && observation.finding.got.at === "integer")
    return compareFigures(best, alike);
  if (at === "field id" && best.isValid && isGivenTwice(best)) return compareRepeatedIds(best, alike);
  const about = new Set(alike.map((one) => one.observation.requirement));
  const seen = observations.filter((o) => about.has(o.requirement));
  const isBroken = new Set(seen.flatMap((o) => (o.kind === "broken" ? [o.finding.exchange] : [])));
  // A case lists its subject first, and then at most three controls.
  const subjectsOf = (all: readonly number[]) => (all.length > 4 ? all : all.slice(0, 1));
  const isHeld = new Set(seen.flatMap((o) => (o.kind === "held" ? subjectsOf(o.subjects) : [])));
  // Compared with failures that come and go, every answer that was served is right.
  const isRight = (e: Exchange) =>
    best.comesAndGoes ? isAnswered(e) && !isFailed(e) : isHeld.has(e.id) && !isBroken.has(e.id);
  // A field that was not sent cannot be lost: such creates are not compared.
  const isOfSent = operation === "createPet" && sentFields.has(at);
  const isSent = (e: Exchange) => !isOfSent || sentField(e, aspect.name ?? "") !== undefined;
  const held = facts.exchanges.filter((e) => isRight(e) && isSent(e));
  // A list that does not show the pet says nothing about its fields.
  const isOfPet = (e: Exchange) =>
    aspect.of !== "field" || petsIn(e)?.every(({ id }) => id !== best.pet?.id) !== true;
  return compare(best, { broken: among(facts.exchanges, alike), held }, aspect.of, isOfPet);
}

function among(exchanges: readonly Exchange[], symptoms: readonly Symptom[]): readonly Exchange[] {
  const ids = new Set(symptoms.map(({ exchange }) => exchange.id));
  return exchanges.filter(({ id }) => ids.has(id));
}

function compareFigures(best: Symptom, alike: readonly Symptom[]): Comparison {
  const { aspect, exchange, observation, facts } = best;
  const { name = "" } = aspect;
  const figureOf = (e: Exchange) => (isAnswered(e) ? headerValue(e.outcome.answer.headers, name) : undefined);
  const having = facts.exchanges.filter((e) => figureOf(e) !== undefined);
  // Limit should stay constant: every answer with the wrong value is wrong, and a return to the right value is not.
  const isWrong = (e: Exchange) =>
    name === "x-ratelimit-limit"
      ? figureOf(e) === figureOf(exchange)
      : alike.some(({ exchange: one }) => one.id === e.id);
  const broken = having.filter(isWrong);
  const held = having.filter((e) => !broken.includes(e));
  const comparison = compare(best, { broken, held }, aspect.of);
  // RATE-3: a Remaining above its own Limit is wrong whatever came before.
  if (
    name === "x-ratelimit-reset" ||
    (observation.requirement === "RATE-3" && comparison.contrasts.length > 0)
  )
    return comparison;
  const { features, ...steps } = figuresBeside(name, new Set(broken), facts);
  const contrasts = contrastsOf(steps.broken, steps.held, [...features, ...turns(facts)]);
  if (contrasts.length > 0) return { best, ...steps, elsewhere: 0, things: answers, contrasts };
  return name === "x-ratelimit-remaining" ? ofContext(comparison) : comparison;
}

/** A create with a wrong id always repeats one; a list does if several creates were answered with the id. */
function isGivenTwice({ operation, pet, facts }: Symptom): boolean {
  const those = facts.exchanges.filter((e) => isNewPet(e) && petIn(e)?.id === pet?.id);
  return operation === "createPet" || (operation === "listPets" && those.length > 1);
}

function compareRepeatedIds(best: Symptom, alike: readonly Symptom[]): Comparison {
  const creates = inOrderHandled(best.facts).all.filter(isNewPet);
  const ids = creates.map((e) => petIn(e)?.id);
  const repeated = creates.filter((e, place) => ids.indexOf(petIn(e)?.id) < place);
  const broken = best.operation === "createPet" ? among(creates, alike) : repeated;
  // The first create that got an id may have got it correctly: it counts as neither.
  const shared = new Set(broken.map((e) => petIn(e)?.id));
  const held = creates.filter((e) => !shared.has(petIn(e)?.id));
  const comparison = ofContext(compare(best, { broken, held }, "status"));
  const [first, ...more] = repeated.slice(0, 3).map((e) => {
    const [own, other] = [creates.indexOf(e), ids.indexOf(petIn(e)?.id)].map((place) => ordinal(place + 1));
    return `the ${own} got that of the ${other}`;
  });
  const words = `creates that got the id of an earlier create: ${[first, ...more].join(", ")}`;
  return first === undefined ? comparison : { ...comparison, words };
}

/** The comparison, with only the conditions on time and connection: no others can explain it. */
function ofContext({ same: _, ...comparison }: Comparison): Comparison {
  const contrasts = comparison.contrasts.filter(({ traits }) => traits.every(({ isContext }) => isContext));
  return { ...comparison, ...(contrasts.length === 0 && { broken: [], held: [], elsewhere: 0 }), contrasts };
}

export function compare(
  best: Symptom,
  { broken, held: right }: Pick<Comparison, "broken" | "held">,
  side: string,
  /** Which right answers show what is wrong in the broken ones. */
  isComparable: (held: Exchange) => boolean = () => true,
): Comparison {
  const { facts } = best;
  const operations = new Set(broken.map((e) => operationOf(e, facts)));
  const [operation = ""] = operations;
  const things = (operations.size === 1 ? nouns[operation] : undefined) ?? answers;
  const held = things === answers ? right : right.filter((e) => operationOf(e, facts) === operation);
  const inTime = broken.filter((e) => !isReadTooSoon(e, facts));
  const same = sameAnsweredRightly(inTime, held.filter(isComparable), side);
  // A condition with exceptions is good enough for headers and bodies only, and not if time decides.
  const isNear = !same && (side === "header" || side === "body");
  // Whether two creates met in the store is known only roughly, so exceptions are allowed.
  const isOfMeeting = ({ traits }: Contrast) =>
    side === "fate" && traits.some(({ kind }) => kind === "meeting");
  const contrasts = contrastsOf(broken, held, featuresOf(facts, side)).filter(
    (one) => one.despite === 0 || isNear || isOfMeeting(one),
  );
  const elsewhere = right.length - held.length;
  return { best, broken, held, elsewhere, things, contrasts, ...(same && { same }) };
}

const answers = ["answer", "answers"] as const;

const nouns: Readonly<Record<string, readonly [string, string]>> = {
  listPets: ["list", "lists"],
  getPet: ["read by id", "reads by id"],
  createPet: ["create", "creates"],
  storeOrders: ["list of orders", "lists of orders"],
};

/** Of failures that come and go, at most so many are expected for each right answer. */
const mostPerRight = 6;

/** Whether a request that was answered wrongly was answered correctly at another time: before, later or both. */
function sameAnsweredRightly(
  broken: readonly Exchange[],
  held: readonly Exchange[],
  side: string,
): Comparison["same"] {
  // What is nearly always wrong does not come and go.
  if (broken.length > mostPerRight * held.length) return undefined;
  // For headers and fields, only answers with the same status can be compared.
  const statusOf = (e: Exchange) => (isAnswered(e) ? e.outcome.answer.status : "");
  const keyOf = (e: Exchange) =>
    `${requestKey(e)} ${side === "status" || side === "fate" ? "" : statusOf(e)}`;
  const right = Map.groupBy(held, keyOf);
  const last = broken.at(-1)?.id ?? 0;
  const found = broken.flatMap((one): readonly NonNullable<Comparison["same"]>[] => {
    const ids = (right.get(keyOf(one)) ?? []).map(({ id }) => id);
    const before = ids.findLast((id) => id < one.id);
    const later = ids.find((id) => id > one.id);
    // Right once, and wrong again afterwards: it comes and goes.
    const isBoth = later !== undefined && (before !== undefined || later < last);
    const when = isBoth ? "before and later" : later === undefined ? "before" : "later";
    const exchanges = [before ?? [], later ?? []].flat();
    return exchanges.length === 0 ? [] : [{ wrong: one.id, when, right: exchanges }];
  });
  return found.find(({ when }) => when === "before and later") ?? found[0];
}

/**
 * A key of what was asked, with which credential; bodies that differ only in a plain name of this run and a small category get the
 * same key. A category of 0 may be taken for none.
 */
function requestKey(exchange: Exchange): string {
  const [name, text] = [sentName(exchange), sentText(exchange)];
  const isPlain = name !== undefined && /^conformance-[\w.-]{1,52}$/.test(name);
  const type = ifRecorded(ifRecorded(exchange.request.body)?.contentType) ?? "";
  const body = isPlain
    ? text.replace(name, "").replace(/("categoryId":)[1-9][0-9]{0,8}(?![.\deE])/, "$1")
    : text;
  const { credential } = exchange.request;
  const other = credential.kind === "other" ? `${credential.header} ${credential.value}` : "";
  return `${requestName(exchange.request)} ${other} ${type} ${body}`;
}
