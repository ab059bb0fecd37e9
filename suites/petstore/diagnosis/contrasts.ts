import { type Facts, findingsOn, isAnswered, statusClass } from "#core/check/facts.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import { requestName } from "#core/check/sent-again.ts";
import { ifRecorded } from "#core/contract/recorded.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { headerValue } from "#core/exchange/headers.ts";
import { isCreated, petIn, sentName, sentText } from "../pets.ts";
import { type Contrast, contrastsOf, sharedAlone } from "./contrast/contrast.ts";
import { repeatedLists } from "./contrast/copies.ts";
import { type FeatureKind, featuresOf } from "./contrast/features.ts";
import { aspectKey, type Symptom } from "./symptom.ts";

export type PetContrast = Contrast<Exchange, FeatureKind>;

/** What tells the broken answers of a cause from those that held. */
export interface Told {
  readonly broken: readonly Exchange[];
  /** Those that held, of the same operation where the broken ones have one. */
  readonly held: readonly Exchange[];
  /** How many held beside these. */
  readonly elsewhere: number;
  /** What they are called: of one, and of several. */
  readonly things: readonly [string, string];
  /** The best first; none where nothing tells them apart. */
  readonly contrasts: readonly PetContrast[];
  /** What they alone are, though chance may explain it. */
  readonly alone: readonly string[];
  /** True where these are the creates of pets, and what became of the pets is compared. */
  readonly areFates?: true;
  /** When the same request as a wrong one was answered rightly. */
  readonly same?: SameRequest;
}

interface SameRequest {
  readonly wrong: number;
  readonly when: "before" | "later" | "before and later";
  /** Exchanges. */
  readonly right: readonly number[];
}

/**
 * The answers of a cause that are wrong in the same way as the best of them, and the right ones: first those of its own
 * requirement, then those of all that it breaks, and last all that were not found wrong.
 */
export function tellApart(
  best: Symptom,
  members: readonly Symptom[],
  observations: readonly Observation[],
  facts: Facts,
): Told {
  const at = aspectKey(best.aspect);
  const isOfStatus = best.aspect.of === "status";
  const alike = members.filter(({ aspect }) => aspectKey(aspect) === at);
  const { requirement } = best.observation;
  const own = alike.filter(({ observation }) => observation.requirement === requirement);
  const [narrow, wide] = [compared(own, observations, facts), compared(alike, observations, facts)];
  // A figure of a series is wrong only beside another.
  const isFigure = /^header x-ratelimit-/.test(at) && best.observation.finding.got.at === "integer";
  if (isFigure)
    return ofContext(tell({ ...wide, held: othersWith(best, wide.broken, facts) }, best.aspect, facts));
  if (at === "field id" && best.isValid) return tellRepeatedIds(best, alike, facts);
  const first = tell(narrow, best.aspect, facts);
  const second = tell(wide, best.aspect, facts);
  // Where both tell them apart, the one with more of them.
  const found = [first, second].filter(({ contrasts }) => contrasts.length > 0);
  const [most] = found.toSorted((a, b) => b.broken.length - a.broken.length);
  if (most !== undefined) return most;
  const isWrong = new Set(observations.flatMap((o) => (o.kind === "broken" ? [o.finding.exchange] : [])));
  const isOfKind = (e: Exchange) =>
    (e.request.credential.kind === "valid") === (best.exchange.request.credential.kind === "valid") &&
    (isOfStatus
      ? findingsOn(e, facts.contract).allowed === best.isAllowed
      : statusClass(e) === statusClass(best.exchange));
  const held = facts.exchanges.filter((e) => isOfKind(e) && !isWrong.has(e.id));
  const contrasts = tell({ ...wide, held }, { of: "status" }, facts).contrasts.filter(isOfContext);
  const told = first.same === undefined ? second : first;
  return contrasts.length > 0 ? { ...second, contrasts } : told;
}

const untold: Told = {
  broken: [],
  held: [],
  elsewhere: 0,
  things: ["answer", "answers"],
  contrasts: [],
  alone: [],
};

/** What the creates that drew an id of another pet have in common: only what came before them can be why. */
function tellRepeatedIds({ operation }: Symptom, alike: readonly Symptom[], facts: Facts): Told {
  if (operation !== "createPet") return untold;
  const wrong = new Set(alike.map(({ exchange }) => exchange.id));
  const creates = facts.exchanges.filter((e) => e.request.method === "POST" && isCreated(e));
  const broken = creates.filter(({ id }) => wrong.has(id));
  // The first of those that got one id may have got it rightly.
  const shared = new Set(broken.map((e) => petIn(e)?.id));
  const held = creates.filter((e) => !wrong.has(e.id) && !shared.has(petIn(e)?.id));
  const told = tell({ broken, held }, { of: "status" }, facts);
  return ofContext(told);
}

/** What came before, and nothing else, can be why. */
function ofContext({ same: _, ...told }: Told): Told {
  const contrasts = told.contrasts.filter(({ traits }) => traits.every(({ isContext }) => isContext));
  return contrasts.length > 0 ? { ...told, contrasts, alone: [] } : untold;
}

/** All other answers with that header. */
function othersWith({ aspect }: Symptom, broken: readonly Exchange[], { exchanges }: Facts) {
  const name = "name" in aspect ? aspect.name : "";
  return exchanges.filter(
    (e) => isAnswered(e) && !broken.includes(e) && headerValue(e.outcome.answer.headers, name) !== undefined,
  );
}

interface Compared {
  readonly broken: readonly Exchange[];
  readonly held: readonly Exchange[];
}

function compared(
  symptoms: readonly Symptom[],
  observations: readonly Observation[],
  { exchanges }: Facts,
): Compared {
  const about = new Set(symptoms.map(({ observation }) => observation.requirement));
  const own = observations.filter(({ requirement }) => about.has(requirement));
  const isBroken = new Set(own.flatMap((o) => (o.kind === "broken" ? [o.finding.exchange] : [])));
  const isHeld = new Set(own.flatMap((o) => (o.kind === "held" ? subjectsOf(o.subjects) : [])));
  const ids = new Set(symptoms.map(({ exchange }) => exchange.id));
  return {
    broken: exchanges.filter(({ id }) => ids.has(id)),
    held: exchanges.filter(({ id }) => isHeld.has(id) && !isBroken.has(id)),
  };
}

/** It says when or where an answer came, and not what was asked. */
export function isOfContext({ traits }: PetContrast): boolean {
  return traits.some((trait) => trait.isContext);
}

/** The subject of a case stands before its controls. */
const mostControls = 3;

function subjectsOf(subjects: readonly number[]): readonly number[] {
  return subjects.length > 1 + mostControls ? subjects : subjects.slice(0, 1);
}

export function tell(
  { broken, held: right }: Compared,
  side: Parameters<typeof featuresOf>[1],
  facts: Facts,
  more: ReturnType<typeof featuresOf> = [],
): Told {
  const operationOf = ({ request }: Exchange) => facts.contract.operationAt(request);
  const operations = new Set(broken.map(operationOf));
  const [operation = ""] = operations;
  const things = (operations.size === 1 ? nouns[operation] : undefined) ?? answers;
  const held = things === answers ? right : right.filter((e) => operationOf(e) === operation);
  const same = sameAnsweredRightly(broken, held, side.of);
  // A parameter that is ignored gives the same lists, too, but each time.
  const features = [...more, ...(same ? [repeatedLists(facts)] : []), ...featuresOf(facts, side)];
  const contrasts = contrastsOf(broken, held, features);
  const shared = contrasts.length > 0 ? [] : sharedAlone(broken, held, features);
  // A few answers share by chance when they came. That counts only where the same request is answered rightly at other times.
  const alone = shared.filter(({ isContext }) => same !== undefined || !isContext).map(({ words }) => words);
  return {
    ...{ broken, held, elsewhere: right.length - held.length, things, contrasts, alone },
    ...(same && { same }),
  };
}

const answers = ["answer", "answers"] as const;

const nouns: Readonly<Record<string, readonly [string, string]>> = {
  listPets: ["list", "lists"],
  getPet: ["read by id", "reads by id"],
  createPet: ["create", "creates"],
};

/** The same request as a wrong one was answered correctly at another time: both, where nothing that changed for good explains it. */
function sameAnsweredRightly(
  broken: readonly Exchange[],
  held: readonly Exchange[],
  side: string,
): SameRequest | undefined {
  // Of a header or a field, only answers of one kind are alike.
  const keyOf = (e: Exchange) => `${requestKey(e)} ${side === "status" ? "" : statusClass(e)}`;
  const right = Map.groupBy(held, keyOf);
  const last = broken.at(-1)?.id ?? 0;
  const found = broken.flatMap((one): readonly SameRequest[] => {
    const { id } = one;
    const ids = (right.get(keyOf(one)) ?? []).map((e) => e.id);
    const before = ids.findLast((other) => other < id);
    const later = ids.find((other) => other > id);
    if (later === undefined)
      return before === undefined ? [] : [{ wrong: id, when: "before", right: [before] }];
    // Right once, and then others are wrong again: it comes and goes.
    const isBoth = before !== undefined || later < last;
    const exchanges = before === undefined ? [later] : [before, later];
    return [{ wrong: id, when: isBoth ? "before and later" : "later", right: exchanges }];
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
