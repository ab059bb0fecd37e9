import type { Exchange, RequestSpec } from "../exchange/exchange.ts";
import type { Facts } from "./facts.ts";
import type { Series } from "./series.ts";
import type { Unresolved } from "./unresolved.ts";
import type { Profile } from "./verdict.ts";

/** One labelled request of the plan: a row of the table of cases. */
export interface Step {
  /** Unique in the plan, and what the report calls the case: `limit 101`. */
  readonly label: string;
  /** The smallest profile that takes the row. */
  readonly row: Profile;
  /** In what order rows beyond the profile are taken while the numbers allow, highest first; 1 to 9, and 0 for never. */
  readonly value: number;
  /** Labels that must be settled before; their answers, and those before them, are the facts that `request` may read. */
  readonly after?: readonly string[];
  /** Labels that it waits for where they are in the plan, without bringing them into it. */
  readonly behind?: readonly string[];
  /** True for a POST: it may store something, whatever it should do. */
  readonly posts?: boolean;
  /** Sent after every step that posts. */
  readonly closing?: boolean;
  /** True: sent before whatever posts. */
  readonly opening?: boolean;
  /** What the request is to the contract, which is asked before it goes out; undefined where either may be. */
  readonly meant?: "allowed" | "wrong";
  /** True when the service, as the interface has it, stores a pet for each request. */
  readonly stores?: boolean;
  /** True when the preflight shows already that it need not be sent: it is then left out of the plan. Pure. */
  readonly needless?: (facts: Facts) => boolean;
  /** The request, or why none is sent, or a series of them. Pure. */
  readonly request: (facts: Facts) => RequestSpec | Unresolved | Series;
  /** What a series sends at most while nothing is wrong, and how many pets that stores; any other step sends one request. */
  readonly atMost?: { readonly requests: number; readonly creates: number };
  /** What is sent in its place after this answer, once; undefined where the answer stands. Pure. */
  readonly otherwise?: (exchange: Exchange, facts: Facts) => RequestSpec | undefined;
  /**
   * False while the answer may still lag behind earlier writes: the request is then repeated, up to
   * `--consistency-wait`. Pure.
   */
  readonly settled?: (exchange: Exchange, facts: Facts) => boolean;
}
