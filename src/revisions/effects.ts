import type { Change } from "../core/contract/changes/operation-changes.ts";

/**
 * What a side that implements the older revision has to do for the newer one. `breaking`: it has to change. `additive`: it
 * may do more. `none`: nothing.
 */
export type Effect = "breaking" | "additive" | "none";

export interface Effects {
  readonly server: Effect;
  readonly client: Effect;
}

/** In the order of weight. */
export const effects: readonly Effect[] = ["breaking", "additive", "none"];

/** What a change asks of those who serve the operation and of those who call it. */
export function effectsOf(change: Change): Effects {
  const { part, keyword, is } = change;
  switch (part.in) {
    case "operation":
      return ofOperation(change);
    case "security":
      return { server: "breaking", client: change.relation === "wider" ? "none" : "breaking" };
    case "parameter":
    case "body":
      return ofRequest(change);
    case "answer":
      return keyword === "member" && is !== undefined
        ? { server: "additive", client: "additive" }
        : ofAnswer(change);
    case "header":
      return keyword === "member" && is !== undefined
        ? { server: "breaking", client: "additive" }
        : ofAnswer(change);
  }
}

function ofOperation({ keyword, is, relation }: Change): Effects {
  switch (keyword) {
    case "operation":
      return is === undefined
        ? { server: "none", client: "breaking" }
        : { server: "breaking", client: "additive" };
    case "deprecated":
      return { server: "none", client: is === undefined ? "none" : "additive" };
    default:
      // The day of removal: until then it is served, from then on it is not.
      return { server: "breaking", client: relation === "narrower" ? "breaking" : "additive" };
  }
}

/** A server must take what is newly allowed, and must not take what no longer is. */
function ofRequest({ keyword, is, relation }: Change): Effects {
  const isGone = keyword === "gone" || (keyword === "member" && is === undefined);
  if (isGone) return { server: "none", client: "breaking" };
  // Nobody has to send a new member.
  if (keyword === "member") return { server: "breaking", client: "additive" };
  return { server: "breaking", client: relation === "wider" ? "additive" : "breaking" };
}

function ofAnswer({ relation }: Change): Effects {
  if (relation === "narrower") return { server: "breaking", client: "none" };
  if (relation === "wider") return { server: "additive", client: "breaking" };
  return { server: "breaking", client: "breaking" };
}
