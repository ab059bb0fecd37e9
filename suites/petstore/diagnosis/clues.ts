import { type Facts, isAnswered } from "#core/check/facts.ts";
import { bodyOf } from "#core/check/json-body.ts";
import type { Advice } from "#core/check/results/defect.ts";
import { headerValue } from "#core/exchange/headers.ts";
import type { JsonNode } from "#core/json/json.ts";
import { integerOf, member, stringOf } from "#core/json/read.ts";
import { asked, idAsked, sentField, textIn } from "../pets.ts";
import type { CreatedPets } from "./created-pets.ts";
import type { Symptom } from "./symptom.ts";

/** What one wrong answer shows, whatever came before it. */
export type Clues = ReturnType<typeof cluesOf>;

export function cluesOf(symptom: Symptom, created: CreatedPets, facts: Facts) {
  const { exchange, observation, body, shown } = symptom;
  const { place, got } = observation.finding;
  const { text, problems = [] } = isAnswered(exchange) ? bodyOf(exchange) : {};
  const { credential } = exchange.request;
  const lines = isAnswered(exchange) ? exchange.outcome.answer.headers : [];
  return {
    ...symptom,
    ...{ facts, text },
    requirement: observation.requirement,
    key: credential.kind === "valid",
    /** What an invalid key is, in words. */
    otherKey: credential.kind === "other" ? credential.about : undefined,
    limit: asked(exchange, "limit"),
    filter: asked(exchange, "status"),
    sent: sentAt(symptom, created, facts),
    /** In which ways the bytes of the body are not what they should be. */
    problems: problems.map(({ kind }) => kind).join(),
    /** The kind of JSON of the whole body, and of the value at the place. */
    bodyKind: body?.kind,
    shownKind: shown?.kind,
    /** What the finding says is at the place. */
    found: got.at,
    /** The value of the header that is the place, or the text or the digits at the place in the body. */
    value: place?.in === "header" ? headerValue(lines, place.name) : textIn(shown),
  };
}

/** What the request, or the create that stored the pet, had at the place; for a pet that was read, its id in the path. */
function sentAt({ exchange, pet, aspect }: Symptom, created: CreatedPets, { exchanges }: Facts) {
  if (aspect.of !== "field") return undefined;
  if (aspect.name === "id") return idAsked(exchange);
  const [creating] = pet === undefined ? [] : created.creating(pet);
  const create = exchange.request.method === "POST" ? exchange : exchanges.find(({ id }) => id === creating);
  const value = create && sentField(create, aspect.name);
  return stringOf(value) ?? integerOf(value);
}

/** Where a mistake shows: all that is given is as seen, or matches it. */
type Where = { readonly [Name in keyof Clues]?: Clues[Name] | RegExp } & {
  readonly also?: (clues: Clues) => boolean;
};

/** A mistake that shows in the shape of an answer. */
export interface Hint {
  readonly advice: Advice;
  fits(clues: Clues): boolean;
  /**
   * `asked`: what is asked decides, so that it says nothing where time does; `content`: it depends on what the store
   * holds, so that the same request may be answered rightly at another time.
   */
  readonly claims: "asked" | "content" | undefined;
}

/** When it fits, the likely cause, how to fix it, and what else that claims. */
type Row = readonly [fits: Where, likelyCause: string, howToFix: string, claims?: Hint["claims"]];

/** @param everywhere what holds for all rows */
export function hints(everywhere: Where, rows: readonly Row[]): readonly Hint[] {
  return rows.map(([where, likelyCause, howToFix, claims]) => ({
    advice: { likelyCause, howToFix },
    fits: (clues) => isSeen(everywhere, clues) && isSeen(where, clues),
    claims,
  }));
}

function isSeen({ also, ...where }: Where, clues: Clues): boolean {
  const seen: Readonly<Record<string, unknown>> = clues;
  const isAsSeen = Object.entries(where).every(([name, due]) =>
    due instanceof RegExp ? seen[name] !== undefined && due.test(String(seen[name])) : due === seen[name],
  );
  return isAsSeen && (also?.(clues) ?? true);
}

export function has(node: JsonNode | undefined, ...names: readonly string[]): boolean {
  return names.some((name) => member(node, name) !== undefined);
}
