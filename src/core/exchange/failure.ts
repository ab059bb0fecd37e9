import type { Failure, FailureKind } from "./exchange.ts";
import { codeOf, lackInWords, lackOf } from "./own-machine.ts";

/** Status line and header fields together; no real service sends a larger head. */
export const maxHeadBytes = 64 * 1024;

/** A line of four bytes takes a hundred in memory and in a report: 64 KiB of them are 16,000. Servers send some 20. */
export const maxHeaderLines = 256;

/**
 * In a list of 100 things this is 20 kB for each of them. Six such bodies in
 * flight, their text and their values fit into the 200 MB that a run may take.
 */
export const defaultMaxBodyBytes = 2 * 1024 * 1024;

/** What `max-body` may be, in bytes. */
export const maxBodyRange = { least: 64_000, most: 64_000_000 } as const;

/** Chunk sizes, chunk extensions and trailers may take as much room again as the body itself. */
const framingFactor = 2;

/** How many bytes of one answer are read: the parser does not bound what stands around the chunks of a body. */
export function mostBytesFor(maxBodyBytes: number): number {
  return maxHeadBytes + framingFactor * maxBodyBytes;
}

export type Phase = Failure["phase"];

type Sentence = readonly [kind: FailureKind, message: string];

const isTrustedBy = "`ca: FILE` in the configuration makes it trusted";

/** Why a certificate is not trusted, by Node's error code. */
const certificateProblems: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "the target's TLS certificate has expired",
  CERT_NOT_YET_VALID: "the target's TLS certificate is not valid yet",
  CERT_REVOKED: "the target's TLS certificate is revoked",
  DEPTH_ZERO_SELF_SIGNED_CERT: `the target's TLS certificate is self-signed; ${isTrustedBy}`,
  SELF_SIGNED_CERT_IN_CHAIN: `the target's TLS certificate comes from an unknown root; ${isTrustedBy}`,
  UNABLE_TO_GET_ISSUER_CERT: `the target's TLS certificate comes from an unknown authority; ${isTrustedBy}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `the target's TLS certificate comes from an unknown authority; ${isTrustedBy}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `the target does not send the certificate of the authority that signed its own, or it is unknown; ${isTrustedBy}`,
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

const headSentence: Sentence = [
  "too-large",
  `the answer's status line and headers are larger than ${maxHeadBytes} bytes, and were not read on`,
];
const tooLarge = (what: string): Sentence => ["too-large", `${what}, and was not read on`];
const framingSentence = tooLarge("the trailers of the answer are larger than any that are read");
const malformed: Sentence = ["malformed", "the answer is not HTTP/1.1 as RFC 9112 has it"];

export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** The failure that an error while connecting stands for; `to` is the protocol of the other side. */
export function connectFailure(error: unknown, to: "http" | "https" | "proxy"): Failure {
  const code = codeOf(error);
  const lack = lackOf(error);
  if (lack !== undefined) return failure([lack, lackInWords(lack, error)], "connect");
  const network = own(networkProblems, code);
  if (to === "proxy") {
    const message = `the proxy could not be used${network === undefined ? "" : ` (${code})`}`;
    return failure(["proxy", message], "connect");
  }
  const certificate = own(certificateProblems, code);
  if (certificate !== undefined) return failure(["tls", certificate], "connect");
  if (isTlsCode(code)) return failure(tlsProtocol(code), "connect");
  if (to === "https" && (network === undefined || network[0] === "reset"))
    return failure(["tls", "the connection ended during the TLS handshake"], "connect");
  return failure(network ?? ["unreachable", "no connection to the target could be made"], "connect");
}

/** The failure that an error on an open connection stands for, by its code: messages of libraries may hold text from the target. */
export function exchangeFailure(error: unknown, phase: Exclude<Phase, "connect">): Failure {
  return failure(sentenceFor(error, phase), phase);
}

function sentenceFor(error: unknown, phase: Phase): Sentence {
  const code = codeOf(error);
  const lack = lackOf(error);
  if (lack !== undefined) return [lack, lackInWords(lack, error)];
  const inBody = phase === "body";
  if (isEndOfConnection(error, code, inBody)) {
    return inBody
      ? ["truncated", "the connection ended before the body did"]
      : ["closed", "the target closed the connection before it answered"];
  }
  if (code === "UND_ERR_HEADERS_OVERFLOW") return inBody ? framingSentence : headSentence;
  // undici asserts what its parser does not check, such as a status below 100.
  if (isParserError(error)) return [malformed[0], `${malformed[1]}${reasonOf(error)}`];
  if (code.startsWith("UND_ERR_") || code === "ERR_ASSERTION") return malformed;
  if (isTlsCode(code)) return tlsProtocol(code);
  return own(networkProblems, code) ?? ["reset", "the connection failed"];
}

function isEndOfConnection(error: unknown, code: string, inBody: boolean): boolean {
  // undici has one code for the end of a connection and for what it did not expect, in its own words.
  if (code === "UND_ERR_SOCKET") return !(error instanceof Error && error.message.startsWith("bad "));
  // While a head is read, it stands for any error after a Content-Length.
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") return inBody;
  return isParserError(error) && error.message.includes("Invalid EOF state");
}

/** True of an error of undici's parser: it has no code. */
export function isParserError(error: unknown): error is Error {
  return error instanceof Error && error.name === "HTTPParserError";
}

/** The parser's own words, which hold no text from the target. */
function reasonOf({ message }: Error): string {
  const [, reason = ""] = /\(([A-Z][\w -]+)\)$/.exec(message) ?? [];
  return reason === "" ? "" : ` (the parser says: ${reason})`;
}

/** The failure where the run itself ended the exchange, after `timeoutMs` or early. */
export function endedFailure(why: "timeout" | "aborted", phase: Phase, timeoutMs: number): Failure {
  if (why === "aborted") return failure(["aborted", "the request was given up by the run"], phase);
  const waitedFor = {
    connect: "no connection came about",
    sending: "the target did not take the whole request",
    headers: "no answer came",
    body: "the body did not end",
  };
  const message = `${waitedFor[phase]} within the ${timeoutMs / 1000} s allowed (timeout)`;
  return failure(["timeout", message], phase);
}

export const headTooLarge = failure(headSentence, "headers");
export const malformedHead = failure(malformed, "headers");

/** No real service sends more 1xx responses than this before one answer. */
export const maxInterimResponses = 20;

export const tooManyInterimResponses = failure(
  ["malformed", `the target sent more than ${maxInterimResponses} 1xx responses, and no answer`],
  "headers",
);

export const tooManyHeaderLines = failure(
  tooLarge(`the answer has more than ${maxHeaderLines} header lines`),
  "headers",
);

export function answerTooLarge(maxBytes: number): Failure {
  const what = "the answer with its chunk sizes, chunk extensions and trailers";
  return failure(tooLarge(`${what} is larger than ${maxBytes} bytes`), "body");
}

export function bodyTooLarge(maxBytes: number): Failure {
  return failure(tooLarge(`the body is larger than ${maxBytes} bytes`), "body");
}

function failure([kind, message]: Sentence, phase: Phase): Failure {
  return { kind, phase, message };
}

function tlsProtocol(code: string): Sentence {
  if (code.includes("CERTIFICATE_REQUIRED") || code.includes("ALERT_BAD_CERTIFICATE")) {
    return [
      "tls",
      "the target wants another client certificate (client-cert and client-key in the configuration)",
    ];
  }
  if (code.includes("WRONG_VERSION_NUMBER") || code.includes("PACKET_LENGTH_TOO_LONG")) {
    return ["no-tls", "the target does not speak TLS on that port"];
  }
  return ["tls", "no TLS version or cipher suits both sides, or the TLS protocol was broken"];
}

function isTlsCode(code: string): boolean {
  return code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_") || code === "EPROTO";
}

function own<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
