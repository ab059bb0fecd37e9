import { type Clock, startDeadline } from "../clock/clock.ts";
import type { Failure, HeaderLine } from "../exchange.ts";
import { endedFailure } from "../failure.ts";
import type { Transport, WireMessage, WireRequest, WireResult } from "./transport.ts";

export interface ReceivedRequest extends WireMessage {
  /** Empty when the request has no body. */
  readonly body: Uint8Array;
}

export interface InProcessRequest extends ReceivedRequest {
  /** The number of the connection, from 1. */
  readonly connection: number;
}

/** An answer, or how the server lets the request fail (to play a reset without a socket). */
export type InProcessAnswer =
  | { readonly status: number; readonly headers: readonly HeaderLine[]; readonly body: Uint8Array }
  | { readonly failure: Failure };

export type InProcessHandler = (request: InProcessRequest) => Promise<InProcessAnswer>;

interface InProcessOptions {
  /** The latency of the way there and back together, called once an exchange; half of it passes before the handler. Default 0. */
  readonly latencyMs?: () => number;
  /** How many idle connections are kept for other requests. Default 0: each request has its own. */
  readonly keptConnections?: number;
}

/**
 * Speaks to a server in this process; server and suite share the clock. Time-outs are the clock's.
 * An exception of the handler rejects: it is a fault of this project, never of a target.
 */
export class InProcessTransport implements Transport {
  readonly #handler: InProcessHandler;
  readonly #clock: Clock;
  readonly #options: InProcessOptions;
  readonly #idle: number[] = [];
  #opened = 0;

  constructor(handler: InProcessHandler, clock: Clock, options: InProcessOptions = {}) {
    this.#handler = handler;
    this.#clock = clock;
    this.#options = options;
  }

  send(request: WireRequest): Promise<WireResult> {
    request.onStart?.();
    const clock = this.#clock;
    const sentAtMs = clock.now();
    const kept = request.newConnection ? undefined : this.#idle.pop();
    const connection = kept ?? ++this.#opened;
    const ended = (result: WireResult["result"]): WireResult => ({
      sentAtMs,
      firstByteAtMs: result.kind === "response" ? clock.now() : undefined,
      endedAtMs: clock.now(),
      reusedConnection: kept !== undefined,
      result,
    });
    const unanswered = (why: "timeout" | "aborted") =>
      ended({ kind: "failure", failure: endedFailure(why, "headers", request.timeoutMs) });
    if (request.signal?.aborted) return Promise.resolve(unanswered("aborted"));
    return new Promise((resolve, reject) => {
      const cancel = startDeadline(clock, request.timeoutMs, request.signal, (why) => {
        resolve(unanswered(why));
      });
      this.#answerTo(request, connection)
        .then((result) => resolve(ended(result)), reject)
        .finally(cancel);
    });
  }

  renew(): void {
    this.#idle.splice(0);
  }

  async close(): Promise<void> {}

  async #answerTo(request: WireRequest, connection: number): Promise<WireResult["result"]> {
    const { latencyMs, keptConnections = 0 } = this.#options;
    const wayMs = (latencyMs?.() ?? 0) / 2;
    if (wayMs > 0) await this.#clock.sleep(wayMs);
    const { method, target, headers, body = new Uint8Array() } = request;
    const answer = await this.#handler({ method, target, headers, body, connection });
    if (wayMs > 0) await this.#clock.sleep(wayMs);
    if ("failure" in answer) return { kind: "failure", failure: answer.failure };
    if (this.#idle.length < keptConnections) this.#idle.push(connection);
    return { kind: "response", ...answer };
  }
}
