import type { ClassifiableRequest } from "../contract/classification/classification.ts";
import type { OperationMethod } from "../contract/operations.ts";
import { NotRecorded, type Recorded, recorded } from "../contract/recorded.ts";
import type { JsonParseResult } from "../json/read.ts";
import type { Lack } from "./own-machine.ts";

/** A raw header line as it stood on the wire: name in its own case, value as text (bytes as Latin-1). */
export type HeaderLine = readonly [name: string, value: string];

/** Every line, in order, repeated ones too; or those of some fields alone, where no others were recorded. */
export type HeaderFields = readonly HeaderLine[] | SomeHeaderFields;

interface SomeHeaderFields {
  readonly lines: readonly HeaderLine[];
  /** In lower case: the fields that would be there if they had been sent. Undefined: all of them. */
  readonly recordedNames?: readonly string[];
  /** In lower case: fields that were sent, and whose values were cut out. */
  readonly cutOutNames?: readonly string[];
}

/**
 * What a request carries to authenticate. The key itself never stands in an exchange: evidence holds the placeholder
 * `{key}`, and the transport puts the key in its place.
 */
export type Credential =
  | { readonly kind: "none" }
  /** `Authorization: Bearer {key}`. */
  | { readonly kind: "valid" }
  /** Another header or value; `{key}` in the value stands for the real key. `about` says what it is, for people. */
  | {
      readonly kind: "other";
      readonly header: string;
      readonly value: string;
      readonly about: string;
      /** True where the value is derived from the real key (a near-miss, a wrong scheme): it is redacted like the key. */
      readonly secret: boolean;
      /**
       * How `value` is made from the key at the door, where `{key}` alone does not say it:
       * a near-miss or an encoding. Pure; its result never stands in evidence.
       */
      readonly derive?: (key: string) => string;
    };

/** One request as a check asks for it. */
export interface RequestSpec {
  readonly method: OperationMethod;
  /** Below the base address, percent-encoded already, without a query: `/things/1.5`. */
  readonly path: string;
  /** Sent in this order, percent-encoded by the client. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  /** Sent beside those that every request has, and those of the credential and the body. */
  readonly headers?: readonly HeaderLine[];
  readonly credential: Credential;
  readonly body?: RequestBody;
}

/** Whether its method is safe: any other may change what the service holds (RFC 9110, Safe Methods). */
export function isSafe({ method }: { readonly method: string }): boolean {
  return method === "GET" || method === "HEAD" || method === "OPTIONS" || method === "TRACE";
}

/** Whether it says how long its body is: with these methods also where it is empty (RFC 9110, Content-Length). */
export function announcesLength(method: string, length: number): boolean {
  return length > 0 || method === "POST" || method === "PUT" || method === "PATCH";
}

export interface RequestBody {
  readonly bytes: Uint8Array;
  /** The Content-Type sent; undefined: none is sent. */
  readonly contentType: string | undefined;
}

/** A request that somebody sent, as far as it was recorded. */
export interface SentRequest extends Omit<RequestSpec, "body" | "headers">, ClassifiableRequest {
  readonly method: OperationMethod;
}

/** Why there was no whole answer, where this machine lacks nothing. `no-tls`: what listens there does not speak TLS. */
export const failureKinds = [
  ...(["refused", "name-not-found", "unreachable", "tls", "no-tls", "proxy", "reset", "closed"] as const),
  ...(["timeout", "truncated", "too-large", "malformed", "aborted"] as const),
] as const;

export type FailureKind = Lack | (typeof failureKinds)[number];

export interface Failure {
  readonly kind: FailureKind;
  readonly phase: "connect" | "sending" | "headers" | "body";
  /** One sentence for people; for `tls` it names the cause (expired, self-signed, wrong host …). Holds no text of the target's. */
  readonly message: string;
  /** Status and headers where they had arrived before the failure. */
  readonly partial?: { readonly status: number; readonly headers: readonly HeaderLine[] };
}

/** The connection stood until the head of the answer was there, and ended before its body did. */
export function isCutShort({ kind, phase }: Failure): boolean {
  return phase === "body" && (kind === "truncated" || kind === "reset" || kind === "closed");
}

/** What kept a body from being read as UTF-8 JSON text, or is worth a note. */
export type BodyProblem =
  | { readonly kind: "content-coding"; readonly message: string }
  /** `body`: larger than one body may be (`max-body`); `run`: larger than the room that the run has left. */
  | { readonly kind: "too-large"; readonly bound: "body" | "run"; readonly message: string }
  | { readonly kind: "invalid-utf8" }
  | { readonly kind: "byte-order-mark" };

export interface Answer {
  readonly status: number;
  readonly headers: HeaderFields;
  readonly body: Recorded<AnswerBody>;
}

export interface AnswerBody {
  /** After content codings (gzip, deflate, br) are undone, under a bound; see `problems` for where that failed. */
  readonly bytes: Uint8Array;
  /** The body as text (a byte order mark removed, invalid UTF-8 replaced). */
  readonly text: string;
  readonly problems: readonly BodyProblem[];
  /** The body as JSON, whatever its Content-Type; undefined when the body is empty, or was too large to keep. */
  readonly json: JsonParseResult | undefined;
}

/** What a request outside the plan finds out about: the key, the service, a lock-out, or the conditions of a failure. */
export type Rechecked = "key" | "service" | "lock-out" | "experiment";

/** A request that was sent after the verdicts, to find out what a failure depends on. No verdict rests on it. */
export interface Experiment {
  /** The requirement that failed, and the exchange that showed it. */
  readonly requirement: string;
  readonly of: number;
  /**
   * `alone`: its request once more; `setup`: what came before it; `after`: its request right after that, on the same
   * connection; `apart`: on another; `together`: its request while another is under way, which is `beside` it; `other`: one
   * that held, once more.
   */
  readonly asks: "alone" | "setup" | "after" | "apart" | "beside" | "together" | "other";
  /** The exchange whose request came right before, or was under way at the same time. */
  readonly after?: number;
}

declare const ofStep: unique symbol;

/** Identifies a step of a plan by its role and its case: `limit/101`. Not for display. */
export type StepId = string & { readonly [ofStep]: true };

/** One request of a step that sends a series of generated inputs. */
export interface SeriesPart {
  /** Which input was drawn, from 0, and then which smaller ones were tried in its place (fast-check's path). */
  readonly input: readonly number[];
}

export interface GeneratedInput {
  readonly step: StepId;
  readonly input: SeriesPart["input"];
}

/** Milliseconds since the Unix epoch, by the clock of the run, or of whoever recorded it. */
export interface Times {
  readonly sentAtMs: number;
  readonly firstByteAtMs: number | undefined;
  readonly endedAtMs: number;
}

/** The purpose of a request that is not simply the request of a step. */
export interface Purpose {
  /** Which request of a series it is; undefined for a step that sends one. */
  readonly part?: SeriesPart;
  /** For a request outside the plan: what it finds out about. */
  readonly recheck?: Rechecked;
  readonly experiment?: Experiment;
}

export type Outcome<OfAnswer> =
  | { readonly kind: "answer"; readonly answer: OfAnswer }
  | { readonly kind: "failure"; readonly failure: Failure };

export interface Timed {
  readonly times: Recorded<Times>;
}

/**
 * One request and what came back, or how it failed: the evidence that verdicts point at. Immutable. Traffic that others
 * recorded may lack parts of it.
 */
export interface Exchange extends Purpose, Timed {
  /** Its place in the order of sending, from 1. */
  readonly id: number;
  /** The plan's step that it was sent for; undefined where others sent it. */
  readonly step: StepId | undefined;
  /** The label of that step: `limit 101`. */
  readonly label: string;
  /** With `trace`, the trace id in its `traceparent`: 32 hex digits. */
  readonly traceId?: string;
  /** With `rounds` the round in which it was sent, from 2; undefined in the first. */
  readonly round?: number;
  readonly request: SentRequest;
  /** True when it went out on a connection that had carried another exchange. */
  readonly reusedConnection: boolean;
  /** How many exchanges were in flight when this one was sent, itself included. */
  readonly inFlight: number;
  /** The id of the failed exchange that this one repeats (ruling 26), or of the 429 that it repeats. */
  readonly repeats: number | undefined;
  readonly outcome: Outcome<Answer>;
}

/** An exchange of a run, as it is judged. If it comes from a recording, redacted parts are missing. */
export interface RunExchange extends Exchange {
  readonly request: RequestSpec;
  readonly times: Times;
}

/** An exchange of a run of which nothing is missing. */
export interface WholeExchange extends RunExchange {
  readonly outcome: Outcome<WholeAnswer>;
}

export interface WholeAnswer extends Answer {
  /** Every header line, in order, repeated ones too. */
  readonly headers: readonly HeaderLine[];
  readonly body: AnswerBody;
}

/** The times, for checks that need them. @throws NotRecorded */
export function timesOf({ times }: Timed): Times {
  return recorded(times);
}

/** True where `later` was sent when `earlier` had ended, at least `lagMs` before. @throws NotRecorded */
export function isAfter(later: Timed, earlier: Timed, lagMs = 0): boolean {
  return timesOf(later).sentAtMs >= timesOf(earlier).endedAtMs + lagMs;
}

const notRecorded = new NotRecorded("a field of the answer");

/** Lines from raw headers, in which names and values alternate: text, as Node gives it, or bytes of Latin-1, as undici does. */
export function linesOfRaw(raw: readonly (string | Buffer)[]): HeaderLine[] {
  const texts = raw.map((part) => (typeof part === "string" ? part : part.toString("latin1")));
  return texts.flatMap((name, at): HeaderLine[] => (at % 2 === 0 ? [[name, texts[at + 1] ?? ""]] : []));
}

/** The lines of a request with Accept: JSON, unless the request has an Accept of its own. */
export function withAccept(lines: readonly HeaderLine[] = []): HeaderLine[] {
  const isOwn = lines.some(([name]) => name === "Accept");
  return isOwn ? [...lines] : [["Accept", "application/json"], ...lines];
}

/** True of what people and tools write in place of a secret value: `[redacted]`, `***`, `<hidden>`. */
export function isCutOut(value: string): boolean {
  return /^(?:(?:[[<({](?:[\w-]{1,40} )?)?(?:redacted|hidden|removed|masked|filtered|sanitized|secret)\b.*|[*•xX]{3,})$/i.test(
    value.trim(),
  );
}

export function recordedLines(fields: HeaderFields): readonly HeaderLine[] {
  return "lines" in fields ? fields.lines : fields;
}

/**
 * The values of every line with that name, in any case (RFC 9110, 5.1), without the whitespace around them (5.5). Not
 * recorded where nobody knows whether the field was sent.
 */
export function recordedValues(fields: HeaderFields, name: string): Recorded<string[]> {
  const wanted = name.toLowerCase();
  if ("lines" in fields) {
    const { recordedNames, cutOutNames = [] } = fields;
    if (recordedNames?.includes(wanted) === false || cutOutNames.includes(wanted)) return notRecorded;
  }
  return (
    recordedLines(fields)
      .filter(([n]) => n.toLowerCase() === wanted)
      // Without the lookbehind, whitespace within a value would take quadratic time.
      .map(([, value]) => value.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, ""))
  );
}

/** The same, for checks that need them. @throws NotRecorded */
export function headerValues(fields: HeaderFields, name: string): string[] {
  return recorded(recordedValues(fields, name));
}

/** The value of the one line with that name; undefined when there is none or more than one. @throws NotRecorded */
export function headerValue(fields: HeaderFields, name: string): string | undefined {
  const values = headerValues(fields, name);
  return values.length === 1 ? values[0] : undefined;
}
