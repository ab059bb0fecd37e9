import type { OperationId } from "../contract/operations.ts";
import type { Exchange, RequestSpec } from "../exchange/exchange.ts";
import type { StepRef } from "./case.ts";
import type { Facts } from "./facts.ts";
import type { Series } from "./series.ts";
import type { Unresolved } from "./unresolved.ts";
import type { Profile } from "./verdict.ts";

/** One request of the plan. */
export interface Step extends StepRef {
  /** The smallest profile that sends it. */
  readonly profile: Profile;
  readonly priority: Priority;
  /** It may be taken for an attack: a smaller profile than its own does not send it, however much room there is (ruling 14). */
  readonly mayLockOut?: true;
  /** Come into the plan with it, and are answered before; theirs are the facts that `request` may read. */
  readonly requires?: readonly StepRef[];
  /** Are answered before where they are in the plan, without coming into it; their answers are facts, too. */
  readonly waitsFor?: readonly StepRef[];
  /**
   * `opening`: before everything that writes; `closing`: after it and after `again`; `again`: after every step without a phase that does
   * not wait for it, so that it shows what all of them left behind (ruling 32).
   */
  readonly phase?: "opening" | "again" | "closing";
  /**
   * `write`: a request that is not safe, and may store something whatever it should do; `create`: one for which the
   * interface has the service store something. `change`: one that only changes or deletes what is there. Default `read`.
   */
  readonly effect?: "read" | "change" | "write" | "create";
  /** What the request is to the contract, which is asked before it goes out; undefined where it may be either. */
  readonly expectedValidity?: "valid" | "invalid";
  /** True when the preflight shows already what it would: it is then left out of the plan. Pure. */
  readonly alreadyShown?: (facts: Facts) => boolean;
  /** Stores something only so that there is enough of it: any other valid create that the plan adds takes its place. */
  readonly isFiller?: true;
  /** The request, or why none is sent, or a series of them. Pure. */
  readonly request: (facts: Facts) => RequestSpec | Unresolved | Series;
  /** The operation that it asks for, where that is known before the first answer and the rest of the request is not. */
  readonly asks?: OperationId;
  /** What a series sends at most while nothing is wrong, and how much of that is stored; any other step sends one request. */
  readonly atMost?: { readonly requests: number; readonly creates: number };
  /** What is sent once more after this answer; undefined where the answer stands. Pure. */
  readonly fallback?: (exchange: Exchange, facts: Facts) => RequestSpec | undefined;
  /**
   * False while the answer may still lag behind earlier writes: the request is then repeated, up to
   * `--consistency-wait`. Pure.
   */
  readonly retryUntil?: (exchange: Exchange, facts: Facts) => boolean;
}

/** Whether what it sends may change what the service holds. */
export function writes({ effect = "read" }: Pick<Step, "effect">): boolean {
  return effect !== "read";
}

/**
 * How much a case shows, from the most to the least. Beyond what a profile promises, cases are added in this order
 * while the numbers allow; where a cap leaves no room, they are left out in the opposite order.
 */
const priorities = [
  /** The case that a requirement is about. */
  "essential",
  /** What most implementers get wrong first. */
  "typical",
  "common",
  "frequent",
  "regular",
  "occasional",
  "unusual",
  "rare",
  /** Sent when nothing else is left. */
  "last",
] as const;

export type Priority = (typeof priorities)[number];

/** Sorts the higher first. */
export function byPriority(a: Priority, b: Priority): number {
  return priorities.indexOf(a) - priorities.indexOf(b);
}
