import { type OperationMethod, operationMethods } from "#core/contract/operations.ts";
import { NotRecorded } from "#core/contract/recorded.ts";
import { canUndo, decodeBody } from "#core/exchange/decoding/decode.ts";
import {
  type Answer,
  type Credential,
  type Exchange,
  headerValue,
  isCutOut,
  isSafe,
  type SentRequest,
} from "#core/exchange/exchange.ts";
import { textOf, type WireAnswer, type WireExchange } from "#core/exchange/wire-exchange.ts";
import { isCredentialName } from "#core/secrets/looks.ts";

/** The most values that one JSON body may hold, and the most bytes that come out of a compressed one. */
export const bodyBounds = { maxBytes: 10 << 20, maxValues: 1_000_000 };

/**
 * The exchange as checks read it. Undefined for a method that no operation can have, and for a request that asks for
 * what no document describes (a conditional request, a range).
 * @param id its place in the order of sending, from 1
 */
export function exchangeOf(wire: WireExchange, id: number): Exchange | undefined {
  const { outcome, sentAtMs, endedAtMs } = wire;
  const method = operationMethods.find((one) => one === wire.method);
  if (method === undefined || isAskedFor(wire)) return undefined;
  return {
    id,
    step: undefined,
    label: `${method} ${wire.target}`,
    request: requestOf(wire, method),
    times:
      sentAtMs === undefined || endedAtMs === undefined
        ? notRecorded.times
        : { sentAtMs, firstByteAtMs: undefined, endedAtMs },
    reusedConnection: false,
    inFlight: 1,
    repeats: undefined,
    outcome: outcome.kind === "failure" ? outcome : { kind: "answer", answer: answerOf(outcome) },
  };
}

const notRecorded = {
  times: new NotRecorded("the time"),
  headers: new NotRecorded("the request's header fields"),
  body: new NotRecorded("the request's body"),
  contentType: new NotRecorded("the request's Content-Type"),
  answerBody: new NotRecorded("the answer's body"),
} as const;

/** Statuses by which HTTP answers to fields of the request (RFC 9110). The interface does not name them. */
const askedBy: Readonly<Record<number, readonly string[]>> = {
  206: ["range"],
  304: ["if-none-match", "if-modified-since"],
  406: ["accept", "accept-language", "accept-charset", "accept-encoding"],
  412: ["if-match", "if-none-match", "if-unmodified-since", "if-modified-since"],
  416: ["range"],
  417: ["expect"],
};

function isAskedFor({ outcome, headers, unrecorded }: WireExchange): boolean {
  const fields = outcome.kind === "answer" ? askedBy[outcome.status] : undefined;
  if (fields === undefined) return false;
  return unrecorded === "headers" || headers.some(([name]) => fields.includes(name.toLowerCase()));
}

const atQuery = /\?(.*)/s;

function requestOf(wire: WireExchange, method: OperationMethod): SentRequest {
  const [path = "", query] = wire.target.split(atQuery);
  const body = bodyOf(wire);
  return {
    method,
    path,
    ...(query !== undefined && { query: [...new URLSearchParams(query)] }),
    headers: wire.unrecorded === "headers" ? notRecorded.headers : wire.headers,
    credential: credentialOf(wire),
    ...(body !== undefined && { body }),
  };
}

function bodyOf({ method, headers, body: bytes, unrecorded }: WireExchange): SentRequest["body"] {
  if (bytes === undefined) return isSafe({ method }) ? undefined : notRecorded.body;
  if (bytes.length === 0) return undefined;
  const type = headerValue(headers, "content-type");
  const isTypeKnown = unrecorded !== "headers" && !(type !== undefined && isCutOut(type));
  return { bytes, contentType: isTypeKnown ? type : notRecorded.contentType };
}

/** Without the key itself. Only the service knows which key is valid: one that it did not answer with 401. */
function credentialOf(wire: WireExchange): Credential {
  const { headers, outcome, unrecorded } = wire;
  const value = headerValue(headers, "authorization");
  const isRefused = outcome.kind === "answer" && outcome.status === 401;
  const isLeftOut = value === undefined && unrecorded !== undefined;
  if (value === undefined && !isLeftOut && !namesCredential(wire)) return { kind: "none" };
  const isBearer = value === undefined ? isLeftOut : /^bearer +\S|^\s*$/i.test(value) || isCutOut(value);
  if (isBearer && !isRefused) return { kind: "valid" };
  return {
    kind: "other",
    header: "Authorization",
    value: "{key}",
    about: isBearer ? "a key that was refused" : "no bearer token",
    secret: true,
  };
}

/** True where another field, or a parameter, may authenticate: a cookie, `X-Api-Key`, `?access_token=`. */
function namesCredential({ headers, target }: WireExchange): boolean {
  const [, query] = target.split(atQuery);
  const names = [...headers.map(([name]) => name), ...new URLSearchParams(query).keys()];
  return names.some(isCredentialName);
}

/** A body whose coding cannot be undone here counts as not recorded: its client may well have asked for that coding. */
function answerOf({ status, headers, body, isDecoded, recordedFields }: WireAnswer): Answer {
  const cutOutNames = headers.flatMap(([name, value]) => (isCutOut(value) ? [name.toLowerCase()] : []));
  const recordedNames = recordedFields?.map((name) => name.toLowerCase());
  const isCutOutWhole = body !== undefined && body.length < 100 && isCutOut(textOf(body));
  return {
    status,
    headers:
      recordedNames === undefined && cutOutNames.length === 0
        ? headers
        : { lines: headers, ...(recordedNames && { recordedNames }), cutOutNames },
    body:
      body !== undefined && !isCutOutWhole && (isDecoded || canUndo(headers))
        ? decodeBody(isDecoded ? [] : headers, body, bodyBounds)
        : notRecorded.answerBody,
  };
}
