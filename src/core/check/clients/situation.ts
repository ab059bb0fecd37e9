import type { HeaderLine } from "#core/exchange/exchange.ts";
import type { CaseRef } from "../case.ts";

/** The situation in which nothing is unusual: every suite of clients has one of this name. */
export const plain = "plain";

/** One request, to a situation that may answer it. */
export interface Moment {
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: number;
  readonly sentAtMs: number;
  /** What it asks for, as `ClientSuite.roleOf` says. */
  readonly role: string | undefined;
  readonly method: string;
  readonly target: string;
  /** Requests of the session without an answer yet, this one included. */
  readonly inFlight: number;
  /** No other situation waits for its turn. */
  readonly isAlone: boolean;
}

export type Reply =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers: readonly HeaderLine[];
      readonly body: string;
    }
  /** The connection is reset. `performed`: the service has carried the request out before. */
  | { readonly kind: "reset"; readonly performed: boolean }
  | { readonly kind: "cut" }
  /** The service's answer, so much later. */
  | { readonly kind: "late"; readonly afterMs: number }
  /** To the same path at the other origin. */
  | { readonly kind: "redirect"; readonly status: 303 | 307 };

/** A situation as it goes on: `service` where the service answers this request. */
export type Lesson = (moment: Moment) => Reply | "service" | "over";

export interface Situation {
  readonly name: string;
  /** What the service does: it completes "the service …". */
  readonly about: string;
  /** What a client has to do to meet it: it completes "the client …". */
  readonly needs: string;
  readonly shows: readonly string[];
  /** Which case of theirs, by requirement, where they have several. */
  readonly cases?: Readonly<Record<string, CaseRef>>;
  /** Seconds that a client takes here at most if it waits as long as it is asked to, besides its own work. */
  readonly longestSeconds: number;
  /** For how many seconds a client that waits sends nothing. Left out below 20. */
  readonly silentSeconds?: number;
  /** The situation in which everything else is the same. */
  readonly control?: string;
  /** What is answered in place of the service. Each begins when its request comes, in whichever order. */
  readonly lessons?: readonly SituationLesson[];
}

/** What is answered, from the first request that asks for one of these things. */
export interface SituationLesson {
  /** As `ClientSuite.roleOf` says it. */
  readonly asked: readonly string[];
  readonly begin: () => Lesson;
  /** It may end what a client does: it waits until no other situation begins any more. */
  readonly isLast?: true;
  /** How long each of its answers is held back, so that what was on its way has arrived before. */
  readonly holdMs: number;
  /** It begins beside another request that is under way. One that comes alone is held back until one comes, or for a moment. */
  readonly gathers?: true;
}
