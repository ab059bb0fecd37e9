import type { Failure } from "../../core/exchange/exchange.ts";
import { lackInWords, lackOf } from "../../core/exchange/own-machine.ts";

export const cutShort: Failure = {
  kind: "truncated",
  phase: "body",
  message: "the connection closed before the body was whole",
};

export const malformed: Failure = {
  kind: "malformed",
  phase: "headers",
  message: "the answer is not HTTP",
};

export const clientLeft: Failure = { kind: "aborted", phase: "body", message: "the client left" };

export const proxyEnded: Failure = { kind: "aborted", phase: "body", message: "the proxy was ended" };

const byCode: readonly (readonly [RegExp, Failure])[] = [
  [/^ECONNREFUSED$/, { kind: "refused", phase: "connect", message: "the target refused the connection" }],
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    { kind: "name-not-found", phase: "connect", message: "the target's name was not found" },
  ],
  [
    /^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT)$/,
    { kind: "unreachable", phase: "connect", message: "the target cannot be reached" },
  ],
  [
    /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/,
    { kind: "tls", phase: "connect", message: "no TLS connection to the target could be established" },
  ],
];

export const reset: Failure = {
  kind: "reset",
  phase: "headers",
  message: "the target closed the connection before an answer",
};

/** What an error of Node's client says of the connection to the target. Holds no text of the target's. */
export function failureOf(error: NodeJS.ErrnoException): Failure {
  const { code = "" } = error;
  const lack = lackOf(error);
  if (lack !== undefined) return { kind: lack, phase: "connect", message: lackInWords(lack, error) };
  return byCode.find(([pattern]) => pattern.test(code))?.[1] ?? reset;
}
