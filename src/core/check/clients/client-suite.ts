import type { Contract } from "#core/contract/contract.ts";
import type { Clock } from "#core/exchange/clock/clock.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import type { ReceivedRequest } from "#core/exchange/transport/in-process.ts";
import type { CaseRef } from "../case.ts";
import { observerOf } from "../observe.ts";
import type { Advice } from "../results/defect.ts";
import type { Observation } from "../results/verdict.ts";
import type { SuiteBase } from "../suite.ts";
import type { ClientExchange, ClientRequest, Session } from "./session.ts";
import type { Situation } from "./situation.ts";

/**
 * What one interface asks of its clients, as exams are given it: what `Suite` is for servers. An exam knows nothing else
 * of an interface, so another one is another value of this type.
 */
export interface ClientSuite extends SuiteBase {
  readonly checks: readonly ClientCheck[];
  /** In the order in which a client meets them. One is called `plain`: nothing in it is unusual. */
  readonly situations: readonly Situation[];
  /** Where the interface begins at the service: `/v1`. */
  readonly basePath: string;
  /** What a request asks for (list, create, read), by which situations choose; undefined for anything else. */
  readonly roleOf: (request: ClientRequest) => string | undefined;
  /** Loads the service that answers where no situation does. */
  readonly service: () => Promise<OpenService>;
  /** Header fields that are added to every answer, of the service or of a situation. A field that it has already is kept. */
  readonly fieldsOfAnswers?: (answer: {
    readonly status: number;
    readonly headers: readonly HeaderLine[];
    readonly nowMs: number;
    /** How many the client has sent, this one included. */
    readonly requests: number;
  }) => readonly HeaderLine[];
  readonly reading: SessionReading;
  /**
   * Advice on one request that fails a requirement, if more is known than the requirement says of all. Pure.
   * @param related ids of the requests beside which it was found
   */
  readonly advice: (
    requirement: string,
    request: ClientExchange,
    session: Session,
    related: readonly number[],
  ) => Advice | undefined;
  /** Notes on a client's requests that change no verdict, a sentence each. Pure. */
  readonly notes: (requests: readonly ClientExchange[]) => readonly string[];
  /** Loads what shows that the checks find what they say. */
  readonly proof: () => Promise<ClientProof>;
}

/** Starts a correct service. It is unusual in the ways that these situations ask for. */
export type OpenService = (given: {
  /** The only one that it accepts. */
  readonly key: string;
  readonly now: () => number;
  readonly situations: readonly Situation[];
}) => (request: ReceivedRequest) => Promise<ServiceAnswer>;

export interface ServiceAnswer {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: Uint8Array;
  /** In pieces, with pauses between them. */
  readonly slowly?: true;
}

/** How the checks read what a client sent, so that reports read it in the same way. Pure. */
export interface SessionReading {
  /** The requests that the client is responsible for: not those that a browser sends by itself. */
  readonly requestsIn: (session: Session) => readonly ClientExchange[];
  /** The sessions of one client. Each then knows what the others show of it. */
  readonly knowingTogether: (sessions: readonly Session[]) => readonly Session[];
  /** Every 429 of a session, in the order of arrival. */
  readonly refusalsIn: (session: Session) => readonly Refusal[];
  /** The requests that the client sent when it had the answer; those in flight when it came are left out. */
  readonly sentAfter: (answered: ClientExchange, session: Session) => readonly ClientExchange[];
}

export interface Refusal {
  readonly exchange: ClientExchange;
  /** What Retry-After holds. Unusable: it is neither seconds nor a date, or names no time to come. */
  readonly form: "seconds" | "date" | "none" | "unusable";
  /** How long it asks to wait; 0 where it names no wait. */
  readonly askedMs: number;
  /** Requests before this moment are too early. It is a little before the end of the wait. */
  readonly untilMs: number;
}

/** Shows that the checks of clients find what they say, by scripted clients. */
export interface ClientProof {
  readonly clients: ReadonlyMap<string, ProofClient>;
  /** What requests ask for, in the order of tables. */
  readonly roles: readonly string[];
}

export interface ProofClient {
  /** The requirements that fail on it, and no others. None: it is unusual, but correct. */
  readonly fails: readonly string[];
  readonly run: ScriptedRun;
}

export type ScriptedRun = (given: {
  readonly clock: Clock;
  readonly key: string;
  readonly send: Wire;
  readonly random: () => number;
}) => Promise<{ readonly code: number; readonly output?: string | undefined }>;

/** How a scripted client sends: one request on one connection, which it closes at an abort. */
export type Wire = (
  request: ScriptedRequest,
  /** Another origin than the service's, where a redirect led to one. */
  origin?: "elsewhere",
) => Promise<ClientAnswer | undefined>;

interface ScriptedRequest {
  readonly method: string;
  /** Path and query, from the base path on. */
  readonly target: string;
  readonly headers: readonly HeaderLine[];
  readonly body?: string | Uint8Array;
  readonly connection?: number;
  readonly signal?: AbortSignal;
}

/** One answer, as a client reads it; none where the connection was lost. */
export interface ClientAnswer {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly text: string;
}

export interface KeyMatcher {
  /** The token of a bearer credential. */
  isKey(token: string): boolean;
  /** In any encoding in which reports look for it, or cut in two. */
  isIn(text: string): boolean;
}

export interface Evidence {
  readonly sessions: readonly Session[];
  readonly contract: Contract;
  readonly key: KeyMatcher;
  readonly situations: readonly Situation[];
}

/** One requirement of clients: its cases, and what the sessions show of them. Pure. */
export interface ClientCheck {
  readonly about: string;
  readonly cases: readonly CaseRef[];
  readonly judge: (evidence: Evidence) => readonly Observation[];
  /** What a client has to do to be judged, where no situation says it: it completes "a client that …". */
  readonly needs?: string;
}

/** Makes the observations of one case. A request of a client has no place that reports could mark. */
export function observing(requirement: string, of: CaseRef) {
  const observe = observerOf(requirement, of, (_: ClientExchange) => ({
    got: { status: undefined, at: undefined },
  }));
  return {
    ...observe,
    broken: (
      exchange: ClientExchange,
      expected: string,
      seen: string,
      ...related: readonly ClientExchange[]
    ): Observation => observe.broken(exchange, expected, { seen, place: undefined }, ...related),
  };
}
