declare const ofTable: unique symbol;

/** A kind that stands in a table of reasons: never a text, so that redaction leaves it alone. */
type ReasonKind = string & { readonly [ofTable]: true };

/**
 * Why something was not tested: the kind, and beside it each fact that the words of that kind name, under its name. Only
 * `reasonsOf` makes one, so that it has no other members.
 */
export interface Reason {
  readonly kind: ReasonKind;
}

/** A text may hold what the target sent. */
type Fact = string | number | Reason;

/**
 * The words of each kind: a clause that completes "untested: …" or "inconclusive: …". `{name}` stands for a fact, and
 * `{number|list|lists}` for the word that its number asks for; `{things}` is the suite's own word. `src/report` fills them in.
 */
export type ReasonTable = Readonly<Record<string, string>>;

/** A row of such a table, in the form that leaves a run. */
export interface ReasonWords {
  readonly kind: ReasonKind;
  readonly words: string;
}

export function rowsOf(table: ReasonTable): readonly ReasonWords[] {
  return Object.entries(table).map(([kind, words]) => ({ kind: kind as ReasonKind, words }));
}

export type Places<Words extends string> = Words extends `${string}{${infer Place}}${infer Rest}`
  ? Place | Places<Rest>
  : never;
type Counted<Place> = Place extends `${infer Name}|${string}` ? Name : never;
type Named<Place> = Place extends `${string}|${string}` | "things" ? never : Place;

/** The facts that such words name. */
export type FactsIn<Words extends string> = {
  readonly [Name in Counted<Places<Words>>]: number;
} & { readonly [Name in Exclude<Named<Places<Words>>, Counted<Places<Words>>> & string]: Fact };
