import { isAnswered } from "#core/check/facts.ts";
import { bodyOf } from "#core/check/json-body.ts";
import type { Advice } from "#core/check/results/defect.ts";
import { headerValue } from "#core/exchange/exchange.ts";
import { integerOf, type JsonNode, member, stringOf } from "#core/json/read.ts";
import { asked, idAsked, sentField, textIn } from "../pets.ts";
import { createdPets } from "./history.ts";
import type { Symptom } from "./symptom.ts";

/** What a hint may look at: one wrong answer and its request. */
export type Clues = ReturnType<typeof cluesOf>;

export function cluesOf(symptom: Symptom) {
  const { exchange, observation, body, shown } = symptom;
  const { place, got } = observation.finding;
  const { text, problems = [] } = isAnswered(exchange) ? bodyOf(exchange) : {};
  const { credential } = exchange.request;
  const lines = isAnswered(exchange) ? exchange.outcome.answer.headers : [];
  return {
    ...symptom,
    text,
    requirement: observation.requirement,
    key: credential.kind === "valid",
    limit: asked(exchange, "limit"),
    filter: asked(exchange, "status"),
    sent: sentAt(symptom),
    /** The problems of the body's bytes: `invalid-utf8`, `byte-order-mark`, `content-coding`. */
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
function sentAt({ exchange, pet, aspect, facts }: Symptom) {
  if (aspect.of !== "field") return undefined;
  if (aspect.name === "id") return idAsked(exchange);
  const [creating] = pet === undefined ? [] : createdPets(facts).creating(pet.id, pet.name);
  const create =
    exchange.request.method === "POST" ? exchange : facts.exchanges.find(({ id }) => id === creating);
  const value = create && sentField(create, aspect.name ?? "");
  return stringOf(value) ?? integerOf(value);
}

/** Holds where each given clue has this value or matches this pattern, and `also` is true. */
type Condition = { readonly [Name in keyof Clues]?: Clues[Name] | RegExp } & {
  readonly also?: (clues: Clues) => boolean;
  /**
   * `asked`: the mistake depends on the request alone, so it is no explanation where the same request is answered correctly
   * at other times; `content`: it depends on what the store holds, so the same request may be answered correctly at other times.
   */
  readonly claims?: "asked" | "content";
};

/** A mistake that shows in the shape of an answer. */
export interface Hint extends Pick<Condition, "claims"> {
  readonly advice: Advice;
  fits(clues: Clues): boolean;
}

/** A hint as a row of a table. */
type Row = readonly [fits: Condition, likelyCause: string, howToFix: string];

/** @param everywhere what all rows share, except where a row itself says more */
export function hints(everywhere: Condition, rows: readonly Row[]): readonly Hint[] {
  return rows.map(([own, likelyCause, howToFix]) => {
    const { claims, ...condition } = { ...everywhere, ...own };
    return {
      advice: { likelyCause, howToFix },
      fits: (clues) => holds(condition, clues),
      ...(claims && { claims }),
    };
  });
}

function holds({ also, ...due }: Condition, clues: Clues): boolean {
  const seen: Readonly<Record<string, unknown>> = clues;
  const areAsDue = Object.entries(due).every(([name, value]) =>
    value instanceof RegExp
      ? seen[name] !== undefined && value.test(String(seen[name]))
      : value === seen[name],
  );
  return areAsDue && (also?.(clues) ?? true);
}

export function has(node: JsonNode | undefined, ...names: readonly string[]): boolean {
  return names.some((name) => member(node, name) !== undefined);
}
