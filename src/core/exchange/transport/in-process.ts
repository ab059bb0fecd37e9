import { type Clock, startDeadline } from "../clock/clock.ts";
import type { Failure, HeaderLine } from "../exchange.ts";
import { endedFailure } from "../failure.ts";
import type { Transport, WireRequest, WireResult } from "./transport.ts";

export interface ReceivedRequest {
  readonly method: string;
  /** As in the request line: it begins with the base path. */
  readonly target: string;
  readonly headers: readonly HeaderLine[];
  /** Empty when the request has no body. */
  readonly body: Uint8Array;
}

export interface InProcessRequest extends ReceivedRequest {
  /** Which connection it came on, from 1. */
  readonly connection: number;
}

/** An answer, or how the server lets the request fail (to play a reset without a socket). */
export type InProcessAnswer =
  | { readonly status: number; readonly headers: readonly HeaderLine[]; readonly body: Uint8Array }
  | { readonly failure: Failure };

export type InProcessHandler = (request: InProcessRequest) => Promise<InProcessAnswer>;

interface InProcessOptions {
  /** The way there and back together, asked for once an exchange; half goes before the handler. Default 0. */
  readonly latencyMs?: () => number;
  /** How many idle connections are kept for other requests. Default 0: each request has its own. */
  readonly keptConnections?: number;
}

/**
 * Speaks to a server in this process; server and suite share the clock. Time-outs are the clock's.
 * An exception of the handler rejects: it is a fault of this project, never of a target.
 */
export function inProcessTransport(
  handler: InProcessHandler,
  clock: Clock,
  options: InProcessOptions = {},
): Transport {
  const { keptConnections = 0 } = options;
  const idle: number[] = [];
  let opened = 0;

  const answerTo = async (request: WireRequest, connection: number): Promise<WireResult["result"]> => {
    const wayMs = (options.latencyMs?.() ?? 0) / 2;
    if (wayMs > 0) await clock.sleep(wayMs);
    const { method, target, headers, body } = request;
    const answer = await handler({ method, target, headers, body: body ?? new Uint8Array(), connection });
    if (wayMs > 0) await clock.sleep(wayMs);
    if ("failure" in answer) return { kind: "failure", failure: answer.failure };
    if (idle.length < keptConnections) idle.push(connection);
    return { kind: "response", ...answer };
  };

  const send = (request: WireRequest): Promise<WireResult> => {
    const sentAtMs = clock.now();
    const kept = request.newConnection ? undefined : idle.pop();
    const connection = kept ?? ++opened;
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
      const deadline = startDeadline(clock, request.timeoutMs, request.signal, (why) => {
        resolve(unanswered(why));
      });
      answerTo(request, connection).then(
        (result) => {
          deadline.cancel();
          resolve(ended(result));
        },
        (error: unknown) => {
          deadline.cancel();
          reject(error);
        },
      );
    });
  };

  return {
    send,
    renew: () => void idle.splice(0),
    close: async () => undefined,
  };
}
