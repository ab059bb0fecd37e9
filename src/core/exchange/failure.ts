import { AnswerTooLarge, maxHeadBytes, maxHeaderLines } from "./decoding/answer-size.ts";
import type { Failure, FailureKind } from "./exchange.ts";
import { codeOf, lackInWords, lackOf } from "./own-machine.ts";
import { maxInterimResponses, TooManyInterimResponses } from "./transport/response-filters.ts";

export type Phase = Failure["phase"];

type Sentence = readonly [kind: FailureKind, message: string];

/** A certificate is not trusted, by the code that Node gives the reason. */
const certificateProblems: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "the target's TLS certificate has expired",
  CERT_NOT_YET_VALID: "the target's TLS certificate is not valid yet",
  CERT_REVOKED: "the target's TLS certificate is revoked",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the target's TLS certificate is self-signed; --ca FILE makes it trusted",
  SELF_SIGNED_CERT_IN_CHAIN:
    "the target's TLS certificate comes from an unknown root; --ca FILE makes it trusted",
  UNABLE_TO_GET_ISSUER_CERT:
    "the target's TLS certificate comes from an unknown authority; --ca FILE makes it trusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "the target's TLS certificate comes from an unknown authority; --ca FILE makes it trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "the target does not send the certificate of the authority that signed its own, or it is unknown; --ca FILE makes it trusted",
  CERT_UNTRUSTED: "the target's TLS certificate is not trusted",
  CERT_SIGNATURE_FAILURE: "the signature of the target's TLS certificate is wrong",
  ERR_TLS_CERT_ALTNAME_INVALID: "the target's TLS certificate is for another host name",
};

const networkProblems: Readonly<Record<string, Sentence>> = {
  ECONNREFUSED: ["refused", "the target refused the connection: nothing listens on that port"],
  ENOTFOUND: ["name-not-found", "the target's host name was not found"],
  EAI_AGAIN: ["name-not-found", "the target's host name could not be looked up: no name server answered"],
  EAI_FAIL: ["name-not-found", "the target's host name could not be looked up"],
  EAI_NONAME: ["name-not-found", "the target's host name was not found"],
  ENODATA: ["name-not-found", "the target's host name has no address"],
  EHOSTUNREACH: ["unreachable", "no network route leads to the target"],
  ENETUNREACH: ["unreachable", "no network route leads to the target"],
  EHOSTDOWN: ["unreachable", "the target's host is down"],
  ETIMEDOUT: ["unreachable", "the target's host did not answer the connection attempt"],
  ECONNRESET: ["reset", "the connection was reset"],
  ECONNABORTED: ["reset", "the connection was reset"],
  EPIPE: ["reset", "the connection was reset while the request was sent"],
};

const headTooLarge: Sentence = [
  "too-large",
  `the answer's status line and headers are larger than ${maxHeadBytes} bytes, and were not read on`,
];
const tooLarge = (what: string): Sentence => ["too-large", `${what}, and was not read on`];
const malformed: Sentence = ["malformed", "the answer is not HTTP/1.1 as RFC 9112 has it"];

/** What an error while connecting means; `step` says what was being tried. */
export function connectFailure(error: unknown, step: "tcp" | "tls" | "proxy"): Failure {
  const code = codeOf(error);
  const lack = lackOf(error);
  if (lack !== undefined) return failure([lack, lackInWords(lack, error)], "connect");
  const network = own(networkProblems, code);
  if (step === "proxy") {
    const message = `the proxy could not be used${network === undefined ? "" : ` (${code})`}`;
    return failure(["proxy", message], "connect");
  }
  const certificate = own(certificateProblems, code);
  if (certificate !== undefined) return failure(["tls", certificate], "connect");
  if (isTlsCode(code)) return failure(tlsProtocol(code), "connect");
  if (step === "tls") return failure(["tls", "the connection ended during the TLS handshake"], "connect");
  return failure(network ?? ["unreachable", "no connection to the target could be made"], "connect");
}

/**
 * What an error of an exchange on an open connection means, by its code alone: the messages of
 * libraries hold text of the target's. `partial` is there when status and headers had come.
 */
export function exchangeFailure(
  error: unknown,
  phase: Exclude<Phase, "connect">,
  partial: Failure["partial"],
): Failure {
  if (error instanceof TooManyInterimResponses) {
    const message = `the target sent more than ${maxInterimResponses} 1xx responses, or one larger than ${maxHeadBytes} bytes, and no answer`;
    return failure(["malformed", message], phase);
  }
  if (error instanceof AnswerTooLarge) {
    const what = "the answer with its chunk sizes, chunk extensions and trailers";
    const framing = tooLarge(`${what} is larger than ${error.maxBytes} bytes`);
    return failure(error.part === "head" ? headTooLarge : framing, phase, partial);
  }
  return failure(sentenceFor(error, phase), phase, partial);
}

function sentenceFor(error: unknown, phase: Phase): Sentence {
  const code = codeOf(error);
  const message = error instanceof Error ? error.message : "";
  const lack = lackOf(error);
  if (lack !== undefined) return [lack, lackInWords(lack, error)];
  const inBody = phase === "body";
  const cut: Sentence = inBody
    ? ["truncated", "the connection ended before the body did"]
    : ["closed", "the target closed the connection before it answered"];
  if (code === "UND_ERR_HEADERS_OVERFLOW") return headTooLarge;
  // undici gives this for a malformed head with a Content-Length, too.
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH" && inBody) {
    return ["truncated", "the body does not have the length that Content-Length says"];
  }
  // undici's own words for what it did not expect; all else is the end of the connection.
  if (code === "UND_ERR_SOCKET" && !message.startsWith("bad ")) return cut;
  if (isParserError(error)) {
    return message.includes("Invalid EOF state") ? cut : malformed;
  }
  // undici asserts what its parser does not check, such as a status below 100.
  if (code.startsWith("UND_ERR_") || code === "ERR_ASSERTION") return malformed;
  if (isTlsCode(code)) return tlsProtocol(code);
  return own(networkProblems, code) ?? ["reset", "the connection failed"];
}

/** The run itself ended the exchange, for which it had `timeoutMs`. */
export function endedFailure(
  why: "timeout" | "aborted",
  phase: Phase,
  timeoutMs: number,
  partial?: Failure["partial"],
): Failure {
  if (why === "aborted") return failure(["aborted", "the request was given up by the run"], phase, partial);
  const waitedFor = {
    connect: "no connection came about",
    sending: "the target did not take the whole request",
    headers: "no answer came",
    body: "the body did not end",
  };
  const message = `${waitedFor[phase]} within the ${timeoutMs / 1000} s allowed (--timeout)`;
  return failure(["timeout", message], phase, partial);
}

export function tooManyHeaderLines(): Failure {
  return failure(tooLarge(`the answer has more than ${maxHeaderLines} header lines`), "headers");
}

export function bodyTooLarge(maxBytes: number, partial: Failure["partial"]): Failure {
  return failure(tooLarge(`the body is larger than ${maxBytes} bytes`), "body", partial);
}

function failure([kind, message]: Sentence, phase: Phase, partial?: Failure["partial"]): Failure {
  return partial === undefined ? { kind, phase, message } : { kind, phase, message, partial };
}

function tlsProtocol(code: string): Sentence {
  if (code.includes("CERTIFICATE_REQUIRED") || code.includes("ALERT_BAD_CERTIFICATE")) {
    return ["tls", "the target wants another client certificate (--client-cert, --client-key)"];
  }
  if (code.includes("WRONG_VERSION_NUMBER") || code.includes("PACKET_LENGTH_TOO_LONG")) {
    return ["no-tls", "the target does not speak TLS on that port"];
  }
  return ["tls", "no TLS version or cipher suits both sides, or the TLS protocol was broken"];
}

function isTlsCode(code: string): boolean {
  return code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_") || code === "EPROTO";
}

/** llhttp's errors; not every version of undici gives them their HPE_ code. */
function isParserError(error: unknown): boolean {
  return error instanceof Error && (error.name === "HTTPParserError" || codeOf(error).startsWith("HPE_"));
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
