import type { Failure } from "#core/exchange/exchange.ts";
import { connectFailure, exchangeFailure, type Phase } from "#core/exchange/failure.ts";
import { codeOf } from "#core/exchange/own-machine.ts";

export const clientLeft: Failure = { kind: "aborted", phase: "body", message: "the client left" };

export const proxyEnded: Failure = { kind: "aborted", phase: "body", message: "the proxy was ended" };

/** Where nobody can say what the target did: it sent what undici, or Node, does not read or pass on. */
interface Refused {
  /** What is not judged: "a request that undici does not send (UND_ERR_INVALID_ARG)". */
  readonly notJudged: string;
  readonly isRequest: boolean;
}

/** Thrown at an answer that cannot be passed on. */
export class NotPassable extends Error {
  override readonly name = "NotPassable";
}

/** What an error of undici says of the target. Holds no text of the target's. */
export function failureOf(error: Error, phase: Phase, target: URL): Failure | Refused {
  const code = codeOf(error);
  if (/^UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED|REQ_)/.test(code))
    return { notJudged: `a request that undici does not send (${code})`, isRequest: true };
  const failure =
    phase === "connect"
      ? connectFailure(error, target.protocol === "https:" ? "https" : "http")
      : exchangeFailure(error, phase);
  const isUnread = failure.kind === "malformed" || failure.kind === "too-large";
  if (!isUnread && !(error instanceof NotPassable)) return failure;
  const [, why = error.message] = /\((.+)\)$/.exec(error.message) ?? [];
  return { notJudged: `an answer that is not passed on as HTTP/1.1 (${why})`, isRequest: false };
}
