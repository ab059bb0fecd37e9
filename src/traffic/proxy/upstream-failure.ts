import type { Failure } from "#core/exchange/exchange.ts";
import { lackInWords, lackOf } from "#core/exchange/own-machine.ts";

export const clientLeft: Failure = { kind: "aborted", phase: "body", message: "the client left" };

export const proxyEnded: Failure = { kind: "aborted", phase: "body", message: "the proxy was ended" };

const cutShort: Failure = {
  kind: "truncated",
  phase: "body",
  message: "the connection closed before the body was whole",
};

const reset: Failure = {
  kind: "reset",
  phase: "headers",
  message: "the target closed the connection before an answer",
};

const ofConnect: readonly (readonly [RegExp, Failure])[] = [
  [/^ECONNREFUSED$/, { kind: "refused", phase: "connect", message: "the target refused the connection" }],
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    { kind: "name-not-found", phase: "connect", message: "the target's name was not found" },
  ],
  [
    /^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    { kind: "unreachable", phase: "connect", message: "the target cannot be reached" },
  ],
  [
    /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/,
    { kind: "tls", phase: "connect", message: "no TLS connection to the target could be established" },
  ],
];

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
export function failureOf(error: Error, hasBegun: boolean): Failure | Refused {
  const code = "code" in error ? String(error.code) : error.name;
  const lack = lackOf(error);
  if (lack !== undefined) return { kind: lack, phase: "connect", message: lackInWords(lack, error) };
  // The connection ended within a body. The parser's errors have no code, or not that of the parser.
  const isParsers = error.name === "HTTPParserError";
  const isOfLength = code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH";
  if ((isOfLength && hasBegun) || (isParsers && /EOF/.test(error.message))) return cutShort;
  if (/^UND_ERR_(?:INVALID_ARG|NOT_SUPPORTED|REQ_)/.test(code))
    return { notJudged: `a request that undici does not send (${code})`, isRequest: true };
  // undici gives these no code of their own.
  const isUnexpected = /^bad (?:response|upgrade)$/.test(error.message);
  if (
    isParsers ||
    isOfLength ||
    isUnexpected ||
    error instanceof NotPassable ||
    code === "UND_ERR_HEADERS_OVERFLOW"
  ) {
    const [, why = error.message] = /\((.+)\)$/.exec(error.message) ?? [];
    return { notJudged: `an answer that is not passed on as HTTP/1.1 (${why})`, isRequest: false };
  }
  return ofConnect.find(([pattern]) => pattern.test(code))?.[1] ?? (hasBegun ? cutShort : reset);
}
