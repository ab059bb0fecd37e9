import type { Clock } from "../exchange/clock/clock.ts";
import type { HeaderLine } from "../exchange/exchange.ts";
import type { ClientExchange, Session } from "./session.ts";

/** What shows that the checks of clients find what they say: scripted clients, and what all of them have to meet. */
export interface ClientProof {
  /** With one fault each. */
  readonly faults: ProofClients;
  /** Unusual, but correct. */
  readonly variants: ProofClients;
  /** What requests ask for, in the order of tables. */
  readonly roles: readonly string[];
  readonly forms: readonly Form[];
}

/** By id. */
export type ProofClients = Readonly<Record<string, ProofClient>>;

export interface ProofClient {
  /** What it does, as it completes "a client that …". */
  readonly title: string;
  /** The musts that fail on it, and the shoulds, and no others. */
  readonly fails?: readonly string[];
  readonly warns?: readonly string[];
  readonly run: ScriptedRun;
}

/** Runs a scripted client; gives its exit code. */
export type ScriptedRun = (given: {
  readonly clock: Clock;
  readonly key: string;
  readonly send: Wire;
  readonly random: () => number;
}) => Promise<number>;

/** How a scripted client sends: one request on one connection, which it closes at an abort. */
export type Wire = (
  request: ClientRequest,
  /** Another origin than the service's, where a redirect led to one. */
  origin?: "elsewhere",
) => Promise<ClientAnswer | undefined>;

interface ClientRequest {
  readonly method: string;
  /** Path and query, from the base path on. */
  readonly target: string;
  readonly headers: readonly HeaderLine[];
  readonly body?: string;
  readonly connection?: number;
  readonly signal?: AbortSignal;
}

/** One answer, as a client reads it; none where the connection was lost. */
export interface ClientAnswer {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly text: string;
}

/** One form of an answer, and the requirements for which it matters. */
export interface Form {
  readonly ruling: number;
  readonly requirements: readonly string[];
  readonly words: string;
  readonly is: (exchange: ClientExchange, session: Session) => boolean;
  /** By what is asked for: why there is no such answer, or nothing to judge. */
  readonly without: ReadonlyMap<string, string>;
}
