import type { Change } from "#core/check/change.ts";
import type { Requirement } from "#core/check/requirement.ts";

/**
 * What a side that implements the older revision has to do for the newer one. `breaking`: it has to change. `additive`: it
 * may do more. `none`: nothing.
 */
type Effect = "breaking" | "additive" | "none";

export interface Effects {
  readonly server: Effect;
  readonly client: Effect;
}

/** In the order of weight. */
const effects: readonly Effect[] = ["breaking", "additive", "none"];

/** What a change asks of those who serve the operation and of those who call it. */
export function effectsOf(change: Change): Effects {
  const { part, keyword, is } = change;
  switch (part.in) {
    case "operation":
      return ofOperation(change);
    case "security":
      return { server: "breaking", client: change.relation !== "wider" ? "breaking" : ofOpened(change) };
    case "parameter":
    case "body":
      return ofRequest(change);
    case "answer":
      return ofBody(change);
    case "header":
      return keyword === "member" && is !== undefined
        ? { server: "breaking", client: "additive" }
        : ofAnswer(change);
  }
}

/** One way more, or none needed any more. */
function ofOpened({ was }: Change): Effect {
  return was === undefined ? "additive" : "none";
}

function ofOperation({ keyword, is, relation }: Change): Effects {
  switch (keyword) {
    case "operation":
      return is === undefined
        ? { server: "none", client: "breaking" }
        : { server: "breaking", client: "additive" };
    case "deprecated":
    case "x-stability":
      return { server: "none", client: is === undefined ? "none" : "additive" };
    case "callbacks":
      return {
        server: is === undefined ? "none" : "breaking",
        client: relation === "narrower" ? "additive" : "breaking",
      };
    case "servers":
      return { server: "breaking", client: "breaking" };
    default:
      // The day of removal: until then it is served, from then on it is not.
      return { server: "breaking", client: relation === "narrower" ? "breaking" : "additive" };
  }
}

/** A server must take what is newly allowed, and must not take what no longer is. */
function ofRequest({ keyword, is, relation }: Change): Effects {
  const isGone =
    keyword === "gone" ||
    (keyword === "member" && is === undefined) ||
    (keyword === "readOnly" && is !== undefined);
  if (isGone) return { server: "none", client: "breaking" };
  // Nobody has to send a new member.
  if (keyword === "member") return { server: "breaking", client: "additive" };
  return { server: "breaking", client: relation === "wider" ? "additive" : "breaking" };
}

/** A member or a media type more is for those who want it; one that is gone was there for those who ask for it. */
function ofBody(change: Change): Effects {
  const { keyword, was, is } = change;
  const isNew = (keyword === "member" && is !== undefined) || (keyword === "media type" && was === undefined);
  if (isNew || (keyword === "writeOnly" && is === undefined))
    return { server: "additive", client: "additive" };
  if (keyword === "media type" || keyword === "writeOnly") return { server: "breaking", client: "breaking" };
  return ofAnswer(change);
}

function ofAnswer({ relation }: Change): Effects {
  if (relation === "narrower") return { server: "breaking", client: "none" };
  if (relation === "wider") return { server: "additive", client: "breaking" };
  return { server: "breaking", client: "breaking" };
}

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

/** What is known of the requirements. */
interface Known {
  /** Under the newer revision. */
  readonly requirements: readonly Requirement[];
  /** Ids; empty where the suite does not know the operation that changed. */
  readonly concerned: (change: Change) => readonly string[];
}

/** The requirements that a change is about, by id. */
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
