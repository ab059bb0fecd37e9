import type { ServerRequest } from "../message.ts";
import type { Quota, RatePolicy, RateWindows } from "../rate-windows.ts";
import type { PetStore } from "../store.ts";
import type { Photo } from "./described.ts";
import type { Hooks } from "./hooks.ts";

export type Operation = "listPets" | "createPet" | "getPet" | "storeOrders" | Described;

/** Operations of a later revision alone. */
type Described = "listCategories" | "listPhotos" | "createPhoto" | "deletePhoto" | "listOrders" | "readStock";

/** Where a request leads. */
export type Route =
  | { readonly kind: "operation"; readonly operation: Operation; readonly petId: string }
  | { readonly kind: "unknown-path" }
  | { readonly kind: "unknown-method"; readonly allow: readonly string[] };

/** What one server holds between requests. */
export interface ServerState {
  readonly keys: ReadonlySet<string>;
  readonly store: PetStore;
  /** Of a later revision alone. */
  readonly photos: Photo[];
  readonly windows: RateWindows;
  /** Empty where no limit applies. */
  readonly policies: readonly RatePolicy[];
  readonly firstId: bigint;
  /** The first instant of the removal day, in ms since the epoch (UTC). */
  readonly removedFromMs: number;
}

export interface Call {
  readonly request: ServerRequest;
  /** The undecoded path, with the base path. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly route: Route;
  /** When it arrived, in ms since the epoch. */
  readonly nowMs: number;
  readonly hooks: Hooks;
  readonly state: ServerState;
  /** How the caller stands; set once the request was counted, stays unset where no limit applies. */
  quota: Quota | undefined;
}

/** Whether the request leads to this operation. */
export function leadsTo(call: Call, operation: Operation): boolean {
  return call.route.kind === "operation" && call.route.operation === operation;
}
