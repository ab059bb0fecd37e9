import { type Facts, isAnswered } from "#core/check/facts.ts";
import { bodyOf, jsonOf } from "#core/check/json-body.ts";
import type { Advice } from "#core/check/results/defect.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { headerValue } from "#core/exchange/headers.ts";
import type { JsonNode } from "#core/json/json.ts";
import { integerOf, member, resolvePointer, stringOf } from "#core/json/read.ts";
import { asked, idAsked, isCreated, petIn, sentField } from "../pets.ts";
import type { CreatedPets } from "./created-pets.ts";
import { aspectKey, type Symptom } from "./symptom.ts";

/** What one wrong answer shows, whatever came before it. */
export interface Clues {
  readonly symptom: Symptom;
  readonly facts: Facts;
  /** The answer's body as JSON. */
  readonly body: JsonNode | undefined;
  /** What the request, or the create that stored the pet, had at the place; for a pet that was read, its id in the path. */
  readonly sent: string | bigint | undefined;
  readonly seen: Seen;
}

export function cluesOf(symptom: Symptom, created: CreatedPets, facts: Facts): Clues {
  const { exchange, observation, aspect } = symptom;
  const { place } = observation.finding;
  const body = jsonOf(exchange);
  const shown = body === undefined || place?.in !== "body" ? undefined : resolvePointer(body, place.pointer);
  const sent = aspect.of === "field" ? sentValue(symptom, aspect.name, created, facts) : undefined;
  return { symptom, facts, body, sent, seen: seenIn(symptom, body, shown) };
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
    /** Whether the valid key was sent. */
    key: exchange.request.credential.kind === "valid",
    allowed: isAllowed,
    /** The query parameters `limit` and `status`. */
    limit: asked(exchange, "limit"),
    filter: asked(exchange, "status"),
    shape,
    text: isAnswered(exchange) ? bodyOf(exchange).text : undefined,
    /** In which ways the bytes of the body are not what they should be. */
    problems: isAnswered(exchange)
      ? bodyOf(exchange)
          .problems.map(({ kind }) => kind)
          .join()
      : undefined,
    /** The kind of JSON of the whole body, and of the value at the place. */
    body: body?.kind,
    shown: shown?.kind,
    /** What the finding says is at the place. */
    found: observation.finding.got.at,
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

/** Where a mistake shows: all that is given is as seen, or matches it. */
type Where = { readonly [Name in keyof Seen]?: Seen[Name] | RegExp } & {
  readonly also?: (clues: Clues) => boolean;
};

/** A mistake that shows in the shape of an answer. */
export interface Hint extends Advice {
  fits(clues: Clues): boolean;
  /**
   * `all`: every such answer would be wrong, so that it says nothing where something tells some from others; `asked`: what
   * is asked decides, so that it says nothing where time does; `content`: it depends on what the store holds, so that the
   * same request may be answered rightly at another time.
   */
  readonly claims?: "all" | "asked" | "content";
}

/** When it fits, the likely cause, how to fix it, and what else that claims. */
type Row = readonly [fits: Where, likelyCause: string, howToFix: string, claims?: Hint["claims"]];

/** @param everywhere what holds for all rows */
export function hints(everywhere: Where, rows: readonly Row[]): readonly Hint[] {
  return rows.map(([where, likelyCause, howToFix, claims]) => ({
    ...(claims && { claims }),
    fits: (clues) => isSeen(everywhere, clues) && isSeen(where, clues),
    likelyCause,
    howToFix,
  }));
}

function isSeen({ also, ...where }: Where, clues: Clues): boolean {
  const seen: Readonly<Record<string, unknown>> = clues.seen;
  const isAsSeen = Object.entries(where).every(([name, due]) =>
    due instanceof RegExp ? seen[name] !== undefined && due.test(String(seen[name])) : due === seen[name],
  );
  return isAsSeen && (also?.(clues) ?? true);
}

export function has(node: JsonNode | undefined, ...names: readonly string[]): boolean {
  return names.some((name) => member(node, name) !== undefined);
}

/** True of an object with a member of which this holds. */
export function holds(node: JsonNode | undefined, fits: (value: JsonNode) => boolean): boolean {
  return node?.kind === "object" && node.members.some(({ value }) => fits(value));
}

/** A create that was answered with its pet. */
export function isNewPet(exchange: Exchange): boolean {
  return exchange.request.method === "POST" && isCreated(exchange) && petIn(exchange)?.id !== undefined;
}
