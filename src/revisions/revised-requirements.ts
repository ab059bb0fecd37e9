import type { Change } from "#core/check/change.ts";
import type { Requirement } from "#core/check/requirement.ts";
import { type Effect, type Effects, effectsOf } from "./duties.ts";

/** In the order of weight. */
const effects: readonly Effect[] = ["breaking", "additive", "none"];

/** A requirement that the newer revision adds, changes or drops, and the changes that cause it. */
export interface RevisedRequirement {
  /** Of the catalogue; for an operation that no suite knows `OP:listThings/schema`. */
  readonly id: string;
  /** What it says under the newer revision; undefined for an operation that no suite knows. */
  readonly text: string | undefined;
  readonly changes: readonly (Change & Effects)[];
  /** The heaviest of its changes. */
  readonly server: Effect;
  readonly client: Effect;
}

interface Known {
  /** Under the newer revision. */
  readonly requirements: readonly Requirement[];
  /** Ids; empty where the suite does not know the operation that changed. */
  readonly concerned: (change: Change) => readonly string[];
}

export function requirementsOf(change: Change, concerned: Known["concerned"]): readonly string[] {
  const ids = concerned(change);
  return ids.length > 0 ? ids : [familyOf(change)];
}

/** A requirement a line: in the catalogue's order, then those of operations that no suite knows. */
export function revisedRequirements(
  changes: readonly Change[],
  { requirements, concerned }: Known,
): readonly RevisedRequirement[] {
  const all = changes.flatMap((change) => {
    const own = { ...change, ...effectsOf(change) };
    return requirementsOf(change, concerned).map((id) => ({ id, own }));
  });
  const byId = Map.groupBy(all, ({ id }) => id);
  const known = requirements.filter(({ id }) => byId.has(id));
  const texts = new Map(known.map(({ id, text }) => [id, text]));
  const order = [...texts.keys(), ...[...byId.keys()].filter((id) => !texts.has(id)).toSorted()];
  return order.map((id) => {
    const own = (byId.get(id) ?? []).map((one) => one.own);
    return {
      id,
      text: texts.get(id),
      changes: own,
      server: heaviest(own.map(({ server }) => server)),
      client: heaviest(own.map(({ client }) => client)),
    };
  });
}

function heaviest(of: readonly Effect[]): Effect {
  return effects.find((effect) => of.includes(effect)) ?? "none";
}

/** The generated requirement of an operation (ruling 34). */
function familyOf({ operation, part, keyword }: Change): string {
  const families: Readonly<Record<Change["part"]["in"], string>> = {
    operation: keyword === "operation" ? "status" : keyword,
    security: "auth",
    parameter: part.in === "parameter" ? `parameters/${part.name}` : "parameters",
    body: "body",
    answer: keyword === "status" ? "status" : keyword === "media type" ? "media-type" : "schema",
    header: "headers",
  };
  return operation === "" ? keyword : `OP:${operation}/${families[part.in]}`;
}
