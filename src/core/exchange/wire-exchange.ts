import type { SchemaProblem } from "../contract/contract.ts";
import { aboutValue, isOfTakenOut, pictureOfNumber } from "../contract/credential-marks.ts";
import { operationMethods } from "../contract/operations.ts";
import { NotRecorded } from "../contract/recorded.ts";
import type { JsonNode } from "../json/json.ts";
import { pointerTokens } from "../json/read.ts";
import { isCredentialName } from "../secrets/looks.ts";
import { canUndo } from "./decoding/content-coding.ts";
import { decodeBody } from "./decoding/decode.ts";
import {
  type Answer,
  type Credential,
  type Exchange,
  type Failure,
  type HeaderLine,
  isSafe,
  type SentRequest,
} from "./exchange.ts";
import { headerValue, isCutOut } from "./headers.ts";

/** One request and its answer as others recorded or sent them. Instants are milliseconds since the Unix epoch. */
export interface WireExchange {
  readonly method: string;
  /** Below the base address, with the query as it stood: `/things?limit=1`. */
  readonly target: string;
  readonly headers: readonly HeaderLine[];
  readonly body: WireBody;
  /** Undefined where the recording has no times. */
  readonly sentAtMs: number | undefined;
  readonly endedAtMs: number | undefined;
  readonly outcome: WireAnswer | { readonly kind: "failure"; readonly failure: Failure };
  /**
   * `headers`: the list of the request's fields is not there, or not all of it. `authorization`: whoever recorded it
   * may have left out its credential. Undefined: all of it is there.
   */
  readonly unrecorded?: "headers" | "authorization";
}

export interface WireAnswer {
  readonly kind: "answer";
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: WireBody;
  /** True where the body's content codings are undone, whatever the fields say. */
  readonly isDecoded?: boolean;
  /** Where not every field was recorded: the names of those that would be there if they had been sent. */
  readonly recordedFields?: readonly string[];
}

/** A body's bytes. Undefined where it was not recorded, or not whole: nothing is judged by it. */
export type WireBody = Uint8Array | undefined;

/** A body for people; empty where it was not recorded. */
export function textOf(body: WireBody): string {
  return new TextDecoder().decode(body);
}

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
    request: requestOf({ ...wire, method }),
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

function requestOf(wire: Omit<WireExchange, "method"> & Pick<SentRequest, "method">): SentRequest {
  const [path = "", query] = splitAtQuery(wire.target);
  const { method } = wire;
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
function namesCredential({ headers, target }: Pick<WireExchange, "headers" | "target">): boolean {
  const [, query] = splitAtQuery(target);
  const names = [...headers.map(([name]) => name), ...new URLSearchParams(query).keys()];
  return names.some(isCredentialName);
}

/** A body whose coding cannot be undone here counts as not recorded: its client may well have asked for that coding. */
function answerOf({ status, headers, body, isDecoded, recordedFields }: WireAnswer): Answer {
  const cutOutNames = headers.flatMap(([name, value]) => (isCutOut(value) ? [name.toLowerCase()] : []));
  const recordedNames = recordedFields?.map((name) => name.toLowerCase());
  return {
    status,
    headers:
      recordedNames === undefined && cutOutNames.length === 0
        ? headers
        : { lines: headers, ...(recordedNames && { recordedNames }), cutOutNames },
    body:
      body !== undefined && !isCutOutText(body) && (isDecoded || canUndo(headers))
        ? decodeBody(isDecoded ? [] : headers, body, bodyBounds)
        : notRecorded.answerBody,
  };
}

function isCutOutText(body: Uint8Array): boolean {
  return body.length < 100 && isCutOut(textOf(body));
}

function splitAtQuery(target: string): readonly [path: string, query: string | undefined] {
  const at = target.indexOf("?");
  return at === -1 ? [target, undefined] : [target.slice(0, at), target.slice(at + 1)];
}

/** As `isOfTakenOut`, where a number may have been taken out as well. */
export function mayBeOfTakenOut(problem: SchemaProblem, body: JsonNode): boolean {
  const value = aboutValue(problem, body);
  const isPicture = value?.kind === "number" && value.raw === pictureOfNumber(value.raw);
  return isOfTakenOut(problem, body) || (isPicture && pointerTokens(problem.pointer).some(isCredentialName));
}
