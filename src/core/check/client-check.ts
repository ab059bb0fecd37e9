import type { Contract } from "../contract/contract.ts";
import type { CaseRef } from "./case.ts";
import { observerOf } from "./observe.ts";
import type { ClientExchange, Session } from "./session.ts";
import type { Situation } from "./situation.ts";
import type { Unresolved } from "./unresolved.ts";
import type { Observation } from "./verdict.ts";

/** Whether what a client sent is, or contains, the key that it was given. */
export interface KeyMatcher {
  /** The token of a bearer credential. */
  isKey(token: string): boolean;
  /** In any encoding in which reports look for it, or cut in two. */
  isIn(text: string): boolean;
}

/** Everything that the checks of clients read. */
export interface Evidence {
  readonly sessions: readonly Session[];
  readonly contract: Contract;
  readonly key: KeyMatcher;
  readonly situations: readonly Pick<Situation, "name" | "shows" | "control">[];
}

/** One requirement of clients: its cases, and what the sessions show of them. Pure. */
export interface ClientCheck {
  readonly about: string;
  readonly cases: readonly CaseRef[];
  readonly judge: (evidence: Evidence) => readonly Observation[];
  /** Why nothing shows it of a client that does not do what it is about; undefined where every client does, or a situation has it. */
  readonly unmet?: Unresolved;
  /** It judges how the client ended: what the client printed may say why. */
  readonly judgesEnd?: true;
}

/** Makes the observations of one case. A request of a client has no place that reports could mark. */
export function observing(requirement: string, of: CaseRef) {
  const observe = observerOf(requirement, of, (_: ClientExchange) => ({
    got: { status: undefined, at: undefined },
  }));
  return {
    held: observe.held,
    broken: (
      exchange: ClientExchange,
      expected: string,
      seen: string,
      ...related: readonly ClientExchange[]
    ): Observation => observe.broken(exchange, expected, { seen, place: undefined }, ...related),
    unresolved: observe.unresolved,
  };
}
