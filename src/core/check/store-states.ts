import type { Exchange } from "../exchange/exchange.ts";
import type { Unresolved } from "./unresolved.ts";

/** How much the store of a run held, in steps that make a difference to what can be tested. */
export interface StoreStates {
  /** From the smallest: `empty store`, `1 to 20 things`. */
  readonly names: readonly string[];
  /** The one in which the store was when a request was sent. Pure. */
  readonly of: (exchange: Exchange) => string;
  /** Why no request met the store in this one. Pure. */
  readonly whyNot: (name: string) => Unresolved;
}
