import { type Answered, type Facts, isAnswered } from "#core/check/facts.ts";
import { bodyOf, jsonOf } from "#core/check/json-body.ts";
import type { Advice } from "#core/check/results/defect.ts";
import { type Exchange, isAfter } from "#core/exchange/exchange.ts";
import { headerValue } from "#core/exchange/headers.ts";
import type { JsonNode } from "#core/json/json.ts";
import { integerOf, member, resolvePointer, stringOf } from "#core/json/read.ts";
import { asked, idAsked, isCreated, petIn, sentField, sentText } from "../pets.ts";
import type { CreatedPets } from "./created-pets.ts";
import { aspectKey, type Symptom } from "./symptom.ts";

/** What a symptom's own evidence says about its cause. */
export interface Clues {
  readonly symptom: Symptom;
  readonly facts: Facts;
  /** The answer's body as JSON. */
  readonly body: JsonNode | undefined;
  /** The value at the place. */
  readonly shown: JsonNode | undefined;
  /** What the request, or the create that stored the pet, had there; for a pet that was read, its id in the path. */
  readonly sent: string | bigint | undefined;
  readonly seen: Seen;
}

export function cluesOf(symptom: Symptom, created: CreatedPets, facts: Facts): Clues {
  const { exchange, observation, aspect } = symptom;
  const { place } = observation.finding;
  const body = jsonOf(exchange);
  const shown = body === undefined || place?.in !== "body" ? undefined : resolvePointer(body, place.pointer);
  return {
    symptom,
    facts,
    body,
    shown,
    sent: aspect.of === "field" ? sentValue(symptom, aspect.name, created, facts) : undefined,
    seen: seenIn(symptom, body, shown),
  };
}

type Seen = ReturnType<typeof seenIn>;

/** What the tables of hints compare. */
function seenIn(symptom: Symptom, body: JsonNode | undefined, shown: JsonNode | undefined) {
  const { exchange, observation, aspect, got, shape, operation, isAllowed } = symptom;
  const { place } = observation.finding;
  const answer = isAnswered(exchange) ? exchange.outcome.answer : undefined;
  return {
    /** Which side of the answer is wrong: `status`, `field id`, `header sunset`. */
    at: aspectKey(aspect),
    got,
    requirement: observation.requirement,
    operation,
    method: exchange.request.method,
    /** Whether the valid key was sent. */
    key: exchange.request.credential.kind === "valid",
    allowed: isAllowed,
    /** The query parameters `limit` and `status`. */
    limit: asked(exchange, "limit"),
    filter: asked(exchange, "status"),
    sent: sentText(exchange),
    shape,
    failed: exchange.outcome.kind === "failure" ? exchange.outcome.failure.kind : undefined,
    text: isAnswered(exchange) ? bodyOf(exchange).text : undefined,
    /** The kind of JSON of the whole body, and of the value at the place. */
    body: body?.kind,
    shown: shown?.kind,
    /** What the finding says is at the place. */
    found: observation.finding.got.at,
    pointer: place?.in === "body" ? place.pointer : undefined,
    /** The value at the place: a text, the digits of a number, a literal. */
    value: shown === undefined ? undefined : scalarIn(shown),
    /** The value of the header that is the place. */
    header: answer && place?.in === "header" ? headerValue(answer.headers, place.name) : undefined,
  };
}

function scalarIn(node: JsonNode): string | boolean | null | undefined {
  if (node.kind === "number") return node.raw;
  return node.kind === "string" || node.kind === "literal" ? node.value : undefined;
}

/** Where a mistake shows: all that is given is as seen, or matches it. */
type Where = { readonly [Name in keyof Seen]?: Seen[Name] | RegExp } & {
  readonly also?: (clues: Clues) => boolean;
};

export function isSeen({ also, ...where }: Where, clues: Clues): boolean {
  const seen: Readonly<Record<string, unknown>> = clues.seen;
  const isAsSeen = Object.entries(where).every(([name, due]) =>
    due instanceof RegExp ? seen[name] !== undefined && due.test(String(seen[name])) : due === seen[name],
  );
  return isAsSeen && (also?.(clues) ?? true);
}

/** A classic mistake, with the evidence that gives it away. */
export interface Hint extends Advice {
  fits(clues: Clues): boolean;
}

/** When it fits, the likely cause, and how to fix it. */
type Row<Subject> = readonly [
  fits: Where | ((subject: Subject, clues: Clues) => boolean),
  likelyCause: string,
  howToFix: string,
];

/** Hints on symptoms of which `subjectOf` makes something. */
export function hintsOn<Subject>(
  subjectOf: (clues: Clues) => Subject | undefined,
  rows: readonly Row<Subject>[],
): readonly Hint[] {
  return rows.map(([fits, likelyCause, howToFix]) => ({
    fits: (clues) => {
      const subject = subjectOf(clues);
      if (subject === undefined) return false;
      return typeof fits === "function" ? fits(subject, clues) : isSeen(fits, clues);
    },
    likelyCause,
    howToFix,
  }));
}

export function hints(rows: readonly Row<Clues>[]): readonly Hint[] {
  return hintsOn((clues) => clues, rows);
}

/** Serves as a subject that says nothing more. */
export function where(condition: Where): (clues: Clues) => Clues | undefined {
  return (clues) => (isSeen(condition, clues) ? clues : undefined);
}

/** Only of a value that a later answer should show as it was sent. */
function sentValue(
  { exchange, pet }: Symptom,
  field: string,
  created: CreatedPets,
  { exchanges }: Facts,
): string | bigint | undefined {
  if (field === "id") return idAsked(exchange);
  const [creating] = pet === undefined ? [] : created.creating(pet);
  const create = exchange.request.method === "POST" ? exchange : exchanges.find(({ id }) => id === creating);
  const value = create && sentField(create, field);
  return stringOf(value) ?? integerOf(value);
}

export function has(node: JsonNode | undefined, name: string): boolean {
  return member(node, name) !== undefined;
}

export function hasId(node: JsonNode | undefined): boolean {
  return has(node, "id");
}

/** What was sent and what is shown in its place. */
export interface Altered<Value> {
  readonly was: Value;
  readonly is: Value;
}

export function alteredInteger({ sent, shown }: Clues): Altered<bigint> | undefined {
  const is = integerOf(shown);
  return typeof sent === "bigint" && is !== undefined && is !== sent ? { was: sent, is } : undefined;
}

export function alteredText({ sent, shown }: Clues): Altered<string> | undefined {
  const is = stringOf(shown);
  return typeof sent === "string" && is !== undefined && is !== sent ? { was: sent, is } : undefined;
}

/** True of an integer that a double holds, and of one that JavaScript writes for a double: the digits are zeros from the 18th on. */
export function isDouble(value: bigint): boolean {
  return BigInt(Number(value)) === value || String(Number(value)) === String(value);
}

/** What was answered before the request that is judged was sent. */
export function before({ symptom, facts }: Clues): readonly Answered[] {
  return facts.exchanges.filter(isAnswered).filter(({ id }) => id < symptom.exchange.id);
}

/** A create that was answered with its pet. */
export function isNewPet(exchange: Exchange): exchange is Answered {
  return exchange.request.method === "POST" && isCreated(exchange);
}

/** The create that was answered with the pet of this id. */
export function createOf({ exchanges }: Facts, id: bigint | undefined): Exchange | undefined {
  return exchanges.find((e) => isNewPet(e) && petIn(e)?.id === id);
}

export function isNull(node: JsonNode | undefined): boolean {
  return node?.kind === "literal" && node.value === null;
}

/** The likely cause of a status such as AVAILABLE, and how to fix it. */
export const statusInAnotherCase = [
  "The status is written in another case than the document's: the name of a constant, or what was stored before.",
  "Write each status letter by letter as the enumeration has it.",
] as const;

/** The likely cause where a list is as long as one without a limit, and how to fix it. */
export const limitIgnored = [
  "The limit is ignored: the list has as many pets as without one.",
  "Read the query parameter limit, and apply it to the query.",
] as const;

/** The likely cause where a list has one pet more than its limit, and how to fix it. */
export const onePetMore = [
  "One pet more than the limit is listed: the end of a range is off by one, or a pet that only shows whether there is a next page is not dropped.",
  "Drop what lies beyond the limit before answering.",
] as const;

/** True of two requests neither of which was answered before the other was sent. */
export function isAtOnce(one: Exchange, other: Exchange): boolean {
  return one !== other && !isAfter(one, other) && !isAfter(other, one);
}

/** Where it is less probable than this that a random draw has none of the marked ones, chance is hardly why it has none. */
const seldom = 0.05;

/** True where so many of all are marked that it can hardly be chance that none of those drawn is. */
export function isHardlyChance(
  given: Readonly<Record<"all" | "marked" | "drawn", number>>,
  below = seldom,
): boolean {
  const { all, marked, drawn } = given;
  let chance = 1;
  for (let i = 0; i < drawn; i += 1) chance *= Math.max(0, all - marked - i) / (all - i);
  return chance < below;
}
