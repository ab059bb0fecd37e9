import type { HeaderLine } from "#core/exchange/exchange.ts";
import type { WireBody, WireExchange } from "#core/exchange/wire-exchange.ts";
import { plain } from "./situation.ts";

export interface ClientRequest {
  /** Its place in the order of arrival over all sessions, from 1. */
  readonly id: number;
  readonly method: string;
  /** Below the base address, with the query as it stood: `/things?limit=1`. */
  readonly target: string;
  readonly headers: readonly HeaderLine[];
  /** Undefined where it was too long to keep. */
  readonly body: WireBody;
  readonly bodyBytes: number;
  /** The moment at which it arrived whole. */
  readonly sentAtMs: number;
  /** Another origin is the one to which the exam redirects. */
  readonly origin: "service" | "elsewhere";
  /** Which connection it came on; undefined where that is not known. */
  readonly connection: number | undefined;
}

export interface AnswerToClient {
  /** Before this moment, the client cannot have seen the answer. */
  readonly endedAtMs: number;
  readonly outcome: WireExchange["outcome"];
  /** The situation that answered it; undefined for an ordinary answer. */
  readonly situation: string | undefined;
}

export interface ClientExchange extends ClientRequest, AnswerToClient {}

/** A process of a client that was there after the client had ended. */
export interface LeftBehind {
  readonly pid: number;
  /** Its short name; its arguments may hold the key. */
  readonly name: string;
  /** It could not be ended: it runs as somebody else, or hangs in the kernel. */
  readonly isRunning: boolean;
}

export type SessionEnd =
  /** The command exited; null where a signal ended it. */
  | { readonly kind: "exited"; readonly code: number | null; readonly signal?: string }
  /** The exam ended it. */
  | { readonly kind: "ended"; readonly why: EndReason }
  /** Not known: the client may go on, or have finished. */
  | { readonly kind: "open" };

/** Why the exam ended a session itself. */
export type EndReason =
  | "hangs"
  | "floods"
  | "time"
  | "interrupted"
  /** It hung in other situations: this one was stopped, or not begun. */
  | "given-up";

/** A timer that was due `ms` before. */
export interface Late {
  readonly atMs: number;
  readonly ms: number;
}

export interface ClientEnd {
  readonly end: SessionEnd;
  /** What the command printed, the last of it, where there was one. */
  readonly output?: string;
  /** Processes that it started and did not end; those that the exam stopped itself are not among them. */
  readonly leftBehind?: readonly LeftBehind[];
}

/** What one client did from its start to its end, or what was recorded of it. */
export interface Session extends ClientEnd {
  /** The situation that was played; undefined where the exam played all, or none. */
  readonly situation: string | undefined;
  /** Somebody else recorded it: what was sent to other origins is not in it. */
  readonly isRecorded?: true;
  readonly exchanges: readonly ClientExchange[];
  readonly endedAtMs: number;
  /** Requests that came; more than `exchanges` where the bound was reached. */
  readonly requests: number;
  /**
   * The situations of this session, where it had several. Undefined where they are not known: then it counts for all.
   */
  readonly situations?: readonly string[];
  readonly isTls?: true;
  /** When the exam's own timers were late, and by how much: those of the client were, too, on the same machine. */
  readonly late?: readonly Late[];
  /** Operations that the client had under way at the same time in any of its sessions, by pairs. */
  readonly together?: readonly string[];
}

export function statusOf({ outcome }: ClientExchange): number | undefined {
  return outcome.kind === "answer" ? outcome.status : undefined;
}

export function isSameRequest(a: ClientExchange, b: ClientExchange): boolean {
  const isSameBody = a.body && b.body ? Buffer.compare(a.body, b.body) === 0 : a.body === b.body;
  return a.method === b.method && a.target === b.target && isSameBody;
}

/** The one in which nothing was unusual. */
export function plainAmong(sessions: readonly Session[]): Session | undefined {
  return sessions.find(({ situation }) => situation === plain);
}

/** How a session ended: it completes "the client …". */
export function endInWords({ end }: Session): string {
  if (end.kind === "open") return "sent nothing more";
  if (end.kind === "exited")
    return end.code === null
      ? `was ended by ${end.signal ?? "a signal"}`
      : `ended with exit code ${end.code}`;
  return {
    hangs: "hung until its time was up",
    floods: "sent more requests than any client needs, and was stopped",
    time: "was still going when the time of the exam was up",
    interrupted: "was interrupted",
    "given-up": "was stopped, since it hangs",
  }[end.why];
}

/** `2.02 s`, `7 ms`. */
export function timeInWords(ms: number): string {
  return Math.abs(ms) < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`;
}
