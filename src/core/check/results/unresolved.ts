import type { StepId } from "#core/exchange/exchange.ts";
import type { RootCause } from "./cause.ts";

/**
 * Why something could not be judged, or was not sent; one shape for a step, a case and a requirement.
 * `untested`: the target's ordinary state cannot show it; `inconclusive`: evidence was lost (a failed exchange, the
 * budget, a ban, a failed control); `not-applicable`: a fact takes it out, or it is shown elsewhere already.
 */
export type Unresolved = Explained | Caused;

/** By a reason of its own. */
export interface Explained {
  readonly kind: "untested" | "inconclusive" | "not-applicable";
  readonly reason: Reason;
  readonly remedy?: Remedy;
  /** The control that failed, where one did. */
  readonly cause?: ControlCause;
}

interface Caused {
  readonly kind: "inconclusive";
  readonly reason: undefined;
  readonly remedy?: undefined;
  readonly cause: RunCause;
}

export type VerdictCause = ControlCause | RunCause;

interface RunCause {
  readonly kind: "root-cause";
  readonly by: RootCause;
}

/** A control that did not get the answer it needs. It has the requirement that its own case failed, if any. */
interface ControlCause {
  readonly kind: "control";
  readonly step: StepId;
  readonly failed?: string;
}

/** What cannot be judged because of the run's one cause. */
export function causedBy(by: RootCause): Caused {
  return { kind: "inconclusive", reason: undefined, cause: { kind: "root-cause", by } };
}

/** Distinguishes an `Unresolved` from the result that it replaces: a request, a series, an exchange, a place at the gate. */
export function isUnresolved(value: object): value is Unresolved {
  return "reason" in value && "kind" in value;
}

/** What would make something tested: options of the run, or another change. */
export type Remedy =
  | { readonly options: readonly OptionGiven[] }
  /** A condition, or what to do: `a store that holds more`. */
  | { readonly change: string };

interface OptionGiven {
  /** Without its hyphens: `max-creates`. */
  readonly option: string;
  /** Undefined where the option takes none. */
  readonly value?: string | number;
}

type Given<Words extends string, More extends unknown[]> = [Places<Words>] extends [never | "things"]
  ? [facts?: Readonly<Record<string, never>>, ...more: More]
  : [facts: FactsIn<Words>, ...more: More];

/** Makes reasons of the kinds in a table, with exactly the facts that their words name. */
export function reasonsOf<Words extends ReasonTable>(_: Words) {
  type Kind = keyof Words & string;
  const reason = <Of extends Kind>(kind: Of, ...[facts]: Given<Words[Of], []>) =>
    ({ kind: kind as string, ...facts }) as Reason;
  /** Makes an `Unresolved` with such a reason, and its remedy if there is one. */
  const because =
    (kind: Explained["kind"]) =>
    <Of extends Kind>(of: Of, ...[facts, remedy]: Given<Words[Of], [remedy?: Remedy]>): Explained => ({
      kind,
      reason: { kind: of as string, ...facts } as Reason,
      ...(remedy && { remedy }),
    });
  return {
    reason,
    untested: because("untested"),
    inconclusive: because("inconclusive"),
    notApplicable: because("not-applicable"),
  };
}

declare const ofTable: unique symbol;

/** A kind that stands in a table of reasons: never a text, so that redaction leaves it alone. */
type ReasonKind = string & { readonly [ofTable]: true };

/**
 * Why something was not tested: a kind, and the facts that the words of that kind name. Only `reasonsOf` makes one,
 * so it has no other members.
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
