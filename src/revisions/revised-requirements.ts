import type { Change } from "#core/check/change.ts";
import type { Requirement } from "#core/check/requirement.ts";

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

/**
 * What a side that implements the older revision has to do for the newer one. `breaking`: it has to change. `additive`: it
 * may do more. `none`: nothing.
 */
export type Effect = "breaking" | "additive" | "none";

export interface Effects {
  readonly server: Effect;
  readonly client: Effect;
}

/** `words` completes "Server: …". */
type Duty = readonly [effect: Effect, words: string];

type Duties = readonly [server: Duty, client: Duty];

const must = (words: string): Duty => ["breaking", words];
const may = (words: string): Duty => ["additive", words];
const nothing: Duty = ["none", "nothing"];

/** What a change asks of those who serve the operation and of those who call it. */
export function dutiesOf(change: Change): Duties {
  switch (change.part.in) {
    case "operation":
      return ofOperation(change);
    case "security":
      return ofSecurity(change);
    case "parameter":
    case "body":
      return ofRequest(change);
    default:
      return ofAnswer(change);
  }
}

export function effectsOf(change: Change): Effects {
  const [[server], [client]] = dutiesOf(change);
  return { server, client };
}

function ofOperation({ keyword, was, is, relation }: Change): Duties {
  switch (keyword) {
    case "operation":
      return is === undefined
        ? [nothing, must("stop calling it")]
        : [must("implement it"), may("may call it")];
    case "deprecated":
      return [nothing, is === undefined ? nothing : may("prepare to leave it")];
    case "x-stability":
      return [nothing, is === undefined ? nothing : may("expect changes")];
    case "callbacks":
      if (is === undefined) return [nothing, must("be without them")];
      return [must("send them"), was === undefined ? may("may receive them") : must("handle them")];
    case "servers":
      return [must("serve it there"), must("send requests there")];
    default: {
      // The day of removal: until then it is served, from then on it is not.
      const has = relation === "narrower" ? must : may;
      return [must("serve it until that day, not after"), has("be without it by then")];
    }
  }
}

function ofSecurity({ keyword, was, is, relation }: Change): Duties {
  if (keyword === "scope")
    return relation === "wider"
      ? [must("serve without it"), nothing]
      : [must("require it"), must("send a token that has it")];
  if (was === undefined) return [must("accept it"), may("may send it")];
  if (is === undefined) return [must("reject it"), must("send another")];
  return relation === "wider"
    ? [must("serve without a credential"), nothing]
    : [must("require it"), must("send it")];
}

/** A server must take what is newly allowed, and must not take what no longer is. */
function ofRequest({ keyword, is, relation }: Change): Duties {
  const isGone =
    keyword === "gone" ||
    (keyword === "member" && is === undefined) ||
    (keyword === "readOnly" && is !== undefined);
  if (isGone) return [nothing, must("stop sending it")];
  // Nobody has to send a new member.
  if (keyword === "member" || relation === "wider") return [must("accept it"), may("may send it")];
  if (keyword === "required" || keyword === "parameter") return [must("require it"), must("send it")];
  return [must("apply it"), must(relation === "narrower" ? "send nothing else" : "follow it")];
}

/** A member or a media type more is for those who want it; one that is gone was there for those who ask for it. */
function ofAnswer({ part, keyword, was, is, relation }: Change): Duties {
  if (keyword === "media type")
    return was === undefined
      ? [may("may answer so"), may("may accept it")]
      : [must("answer otherwise"), must(is === undefined ? "accept another" : "accept it")];
  if (keyword === "writeOnly")
    return is === undefined
      ? [may("may send it"), may("may read it")]
      : [must("stop sending it"), must("do without it")];
  if (keyword === "member" && is !== undefined)
    return [part.in === "header" ? must("send it") : may("may send it"), may("may read it")];
  if (relation === "wider") {
    const isLess = keyword === "required" || keyword === "member" || keyword === "schema";
    return [may("may answer so"), must(isLess ? "do without it" : "handle it")];
  }
  if (relation === "other") return [must("answer so"), must("handle it")];
  return [must(keyword === "status" ? "answer otherwise" : "answer so"), nothing];
}
