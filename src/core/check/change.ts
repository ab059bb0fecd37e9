import type { SpecPlace } from "../contract/reading/spec-error.ts";

export interface Change extends SchemaChange {
  /** `operationId`, else `GET:/path`; empty for what all of them share. */
  readonly operation: string;
  readonly part: ChangedPart;
  /** The place in the newer revision; in the older one if it was removed. */
  readonly place: SpecPlace;
}

type ChangedPart =
  | { readonly in: "operation" }
  | { readonly in: "security" }
  | { readonly in: "parameter"; readonly location: string; readonly name: string }
  | { readonly in: "body" }
  | { readonly in: "answer"; readonly status: string }
  | { readonly in: "header"; readonly status: string; readonly name: string };

/** How the values that a schema allows compare with those that it allowed before. */
export type Relation = "narrower" | "wider" | "other";

/** One keyword of a schema, or one member of an object, that differs between two revisions. */
export interface SchemaChange {
  /** From the body or parameter down: `[].ownerId`; empty for the whole. */
  readonly member: string;
  /** A JSON Schema keyword, or `member` for one that was added or removed. */
  readonly keyword: string;
  /** In a few words; undefined where there is none. */
  readonly was: string | undefined;
  readonly is: string | undefined;
  readonly relation: Relation;
}
