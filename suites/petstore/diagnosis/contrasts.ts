import { type Facts, isAnswered } from "#core/check/facts.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import { isFailed, requestName } from "#core/check/sent-again.ts";
import { ifRecorded } from "#core/contract/recorded.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { headerValue } from "#core/exchange/headers.ts";
import { petIn, petsIn, sentField, sentName, sentText } from "../pets.ts";
import type { AdviceKind } from "./advice-by-contrast.ts";
import { sentFields } from "./common-cause.ts";
import { figuresBeside } from "./contrast/between.ts";
import { type Contrast, contrastsOf } from "./contrast/contrast.ts";
import { featuresOf } from "./contrast/features.ts";
import { turns } from "./contrast/features-of-context.ts";
import { ordinal } from "./contrast/traits.ts";
import { inOrderHandled, isNewPet } from "./history.ts";
import type { Symptom } from "./symptom.ts";

export type PetContrast = Contrast<Exchange, AdviceKind>;

/** What tells the broken answers of a cause from those that held. */
export interface Told {
  readonly broken: readonly Exchange[];
  /** Of the same operation where the broken ones have one. */
  readonly held: readonly Exchange[];
  /** How many held beside these. */
  readonly elsewhere: number;
  /** What they are called: of one, and of several. */
  readonly things: readonly [string, string];
  /** The best first; none where nothing tells them apart. */
  readonly contrasts: readonly PetContrast[];
  /** Where these are the creates of pets, and what became of the pets is compared: what usually lies behind that. */
  readonly areFates?: "later" | "changed" | "behind" | "twice" | "copy";
  /** What is said where no condition tells them apart. */
  readonly words?: string;
  /** Every so many of the created pets, where two or more are lost and each has such a place. */
  readonly turn?: number;
  /** What other answers show of the lost one, in words. */
  readonly became?: readonly [kind: "changed" | "gone", words: string] | undefined;
  /** When the request of a wrong exchange was answered rightly, and by which exchanges. */
  readonly same?: {
    readonly wrong: number;
    readonly when: "before" | "later" | "before and later";
    readonly right: readonly number[];
  };
}

/** The answers of a cause that are wrong in the same way as the best of them, beside the right ones of what these break. */
export function tellApart(
  best: Symptom,
  members: readonly Symptom[],
  observations: readonly Observation[],
  facts: Facts,
): Told {
  const { at, aspect, observation, operation } = best;
  const alike = members.filter((one) => one.at === at);
  // A figure of a series is wrong only beside another, and an id that was given twice beside another pet's.
  if (/^header x-ratelimit-/.test(at) && observation.finding.got.at === "integer")
    return tellFigures(best, alike, facts);
  if (at === "field id" && best.isValid && isGivenTwice(best, facts))
    return tellRepeatedIds(best, alike, facts);
  const about = new Set(alike.map((one) => one.observation.requirement));
  const seen = observations.filter((o) => about.has(o.requirement));
  const isBroken = new Set(seen.flatMap((o) => (o.kind === "broken" ? [o.finding.exchange] : [])));
  // The subject of a case stands before its controls, of which there are at most three.
  const subjectsOf = (all: readonly number[]) => (all.length > 4 ? all : all.slice(0, 1));
  const isHeld = new Set(seen.flatMap((o) => (o.kind === "held" ? subjectsOf(o.subjects) : [])));
  // Whatever was served is right beside a failure that comes and goes.
  const isRight = (e: Exchange) =>
    best.comesAndGoes ? isAnswered(e) && !isFailed(e) : isHeld.has(e.id) && !isBroken.has(e.id);
  // Of what was not sent nothing could be lost.
  const isOfSent = operation === "createPet" && aspect.of === "field" && sentFields.has(aspect.name);
  const isSent = (e: Exchange) => !isOfSent || sentField(e, aspect.name) !== undefined;
  const held = facts.exchanges.filter((e) => isRight(e) && isSent(e));
  // A list that does not show the pet shows nothing of its fields.
  const isOfPet = (e: Exchange) =>
    aspect.of !== "field" || petsIn(e)?.every(({ id }) => id !== best.pet?.id) !== true;
  return tell({ broken: among(facts.exchanges, alike), held }, aspect.of, facts, isOfPet);
}

function among(exchanges: readonly Exchange[], symptoms: readonly Symptom[]): readonly Exchange[] {
  const ids = new Set(symptoms.map(({ exchange }) => exchange.id));
  return exchanges.filter(({ id }) => ids.has(id));
}

function tellFigures(
  { aspect, exchange, observation }: Symptom,
  alike: readonly Symptom[],
  facts: Facts,
): Told {
  const name = "name" in aspect ? aspect.name : "";
  const figureOf = (e: Exchange) => (isAnswered(e) ? headerValue(e.outcome.answer.headers, name) : undefined);
  const having = facts.exchanges.filter((e) => figureOf(e) !== undefined);
  // Of what should stay the same, each answer with the wrong value is wrong, and none that goes back to the right one.
  const isWrong = (e: Exchange) =>
    name === "x-ratelimit-limit"
      ? figureOf(e) === figureOf(exchange)
      : alike.some(({ exchange: one }) => one.id === e.id);
  const broken = having.filter(isWrong);
  const held = having.filter((e) => !broken.includes(e));
  const told = tell({ broken, held }, aspect.of, facts);
  // More than the own limit is wrong whatever came before.
  if (name === "x-ratelimit-reset" || (observation.requirement === "RATE-3" && told.contrasts.length > 0))
    return told;
  const { features, ...steps } = figuresBeside(name, new Set(broken), facts);
  const contrasts = contrastsOf(steps.broken, steps.held, [...features, ...turns(facts)]);
  if (contrasts.length > 0) return { ...steps, elsewhere: 0, things: answers, contrasts };
  return name === "x-ratelimit-remaining" ? ofContext(told) : told;
}

/** Of a create, that an id is wrong says so; of a list, that creates were answered with it. */
function isGivenTwice({ operation, pet }: Symptom, facts: Facts): boolean {
  const those = facts.exchanges.filter((e) => isNewPet(e) && petIn(e)?.id === pet?.id);
  return operation === "createPet" || (operation === "listPets" && those.length > 1);
}

function tellRepeatedIds({ operation }: Symptom, alike: readonly Symptom[], facts: Facts): Told {
  const creates = inOrderHandled(facts).all.filter(isNewPet);
  const ids = creates.map((e) => petIn(e)?.id);
  const repeated = creates.filter((e, place) => ids.indexOf(petIn(e)?.id) < place);
  const broken = operation === "createPet" ? among(creates, alike) : repeated;
  // The first of those that got one id may have got it rightly.
  const shared = new Set(broken.map((e) => petIn(e)?.id));
  const held = creates.filter((e) => !shared.has(petIn(e)?.id));
  const told = ofContext(tell({ broken, held }, "status", facts));
  const [first, ...more] = repeated.slice(0, 3).map((e) => {
    const [own, other] = [creates.indexOf(e), ids.indexOf(petIn(e)?.id)].map((place) => ordinal(place + 1));
    return `the ${own} that of the ${other}`;
  });
  const words = `creates with the id of an earlier one: ${[first, ...more].join(", ")}`;
  return first === undefined ? told : { ...told, words };
}

/** What came before, and nothing else, can be why. */
function ofContext({ same: _, ...told }: Told): Told {
  const contrasts = told.contrasts.filter(({ traits }) => traits.every(({ isContext }) => isContext));
  return { ...told, ...(contrasts.length === 0 && { broken: [], held: [], elsewhere: 0 }), contrasts };
}

export function tell(
  { broken, held: right }: Pick<Told, "broken" | "held">,
  side: string,
  facts: Facts,
  /** Which right answers could have been wrong in the same way. */
  isComparable: (held: Exchange) => boolean = () => true,
): Told {
  const operationOf = ({ request }: Exchange) => facts.contract.operationAt(request);
  const operations = new Set(broken.map(operationOf));
  const [operation = ""] = operations;
  const things = (operations.size === 1 ? nouns[operation] : undefined) ?? answers;
  const held = things === answers ? right : right.filter((e) => operationOf(e) === operation);
  const same = sameAnsweredRightly(broken, held.filter(isComparable), side);
  // What explains nearly is said of the form of answers, and of none that the same request has at another time.
  const isNear = !same && (side === "header" || side === "body");
  // Whether two creates met in the store shows from here but roughly.
  const isOfMeeting = ({ traits }: PetContrast) =>
    side === "fate" && traits.some(({ kind }) => kind === "meeting");
  const contrasts = contrastsOf(broken, held, featuresOf(facts, side)).filter(
    (one) => one.despite === 0 || isNear || isOfMeeting(one),
  );
  const elsewhere = right.length - held.length;
  return { broken, held, elsewhere, things, contrasts, ...(same && { same }) };
}

const answers = ["answer", "answers"] as const;

const nouns: Readonly<Record<string, readonly [string, string]>> = {
  listPets: ["list", "lists"],
  getPet: ["read by id", "reads by id"],
  createPet: ["create", "creates"],
  storeOrders: ["list of orders", "lists of orders"],
};

/** The same request as a wrong one was answered correctly at another time: both, where nothing that changed for good explains it. */
function sameAnsweredRightly(
  broken: readonly Exchange[],
  held: readonly Exchange[],
  side: string,
): Told["same"] {
  // Of a header or a field, only answers with one status are alike.
  const statusOf = (e: Exchange) => (isAnswered(e) ? e.outcome.answer.status : "");
  const keyOf = (e: Exchange) =>
    `${requestKey(e)} ${side === "status" || side === "fate" ? "" : statusOf(e)}`;
  const right = Map.groupBy(held, keyOf);
  const last = broken.at(-1)?.id ?? 0;
  const found = broken.flatMap((one): readonly NonNullable<Told["same"]>[] => {
    const ids = (right.get(keyOf(one)) ?? []).map(({ id }) => id);
    const before = ids.findLast((id) => id < one.id);
    const later = ids.find((id) => id > one.id);
    // Right once, and then others are wrong again: it comes and goes.
    const isBoth = later !== undefined && (before !== undefined || later < last);
    const when = isBoth ? "before and later" : later === undefined ? "before" : "later";
    const exchanges = [before ?? [], later ?? []].flat();
    return exchanges.length === 0 ? [] : [{ wrong: one.id, when, right: exchanges }];
  });
  return found.find(({ when }) => when === "before and later") ?? found[0];
}

/** What was asked, and with which credential; of bodies that differ in a plain name and in an ordinary category alone, the same. */
function requestKey(exchange: Exchange): string {
  const [name, text] = [sentName(exchange), sentText(exchange)];
  const isPlain = name !== undefined && /^[\w.-]{1,64}$/.test(name);
  const type = ifRecorded(ifRecorded(exchange.request.body)?.contentType) ?? "";
  const body = isPlain ? text.replace(name, "").replace(/("categoryId":)[0-9]{1,9}(?![.\deE])/, "$1") : text;
  const { credential } = exchange.request;
  const other = credential.kind === "other" ? `${credential.header} ${credential.value}` : "";
  return `${requestName(exchange.request)} ${other} ${type} ${body}`;
}
