import { failureKinds, type HeaderLine } from "#core/exchange/exchange.ts";
import { isLack } from "#core/exchange/own-machine.ts";
import type { WireAnswer, WireBody, WireExchange } from "#core/exchange/wire-exchange.ts";
import { jsonText } from "#core/json/escape.ts";
import { isPlainObject, own, type PlainObject, type PlainValue } from "#core/json/plain.ts";
import { bytesAsJson } from "#core/recording/recording.ts";
import type { Redacted } from "#core/secrets/redacted.ts";

/** Rises when a reader of the form before would read a file wrongly. `traffic.schema.json` describes it. */
const trafficVersion = 1;
const trafficForm = "petstore-conformance traffic";

/** What comes out of a file, in its order. */
export type Found =
  /** Its target is the whole address yet, or its path and query. `line`: which of the file's lines or entries, from 1. */
  | { readonly kind: "exchange"; readonly exchange: WireExchange; readonly line: number }
  | { readonly kind: "source"; readonly text: string }
  | { readonly kind: "base"; readonly text: string | undefined }
  /** One that shows nothing of the service; `why` completes "3 were left out: …". */
  | { readonly kind: "left-out"; readonly why: string }
  /** `why`: which line or entry, and what is wrong with it. */
  | { readonly kind: "unreadable"; readonly why: string };

/** The first line of a file that `proxy --record` writes. */
export function headLine(baseUrl: URL): string {
  return JSON.stringify({ form: trafficForm, version: trafficVersion, baseUrl: baseUrl.href });
}

/** Its body is written as its client would read it: content codings have to be undone. */
export function exchangeLine(exchange: Redacted<WireExchange>, baseUrl: URL): string {
  const { method, target, headers, body, sentAtMs, endedAtMs, outcome } = exchange;
  const url = target.startsWith("/") ? baseUrl.pathname.replace(/\/$/, "") + target : target;
  return jsonText({
    ...(sentAtMs !== undefined &&
      endedAtMs !== undefined && { startedAt: sentAtMs, durationMs: endedAtMs - sentAtMs }),
    request: { method, url, headers, body: bodyRecord(body) },
    ...outcomeRecord(outcome),
  });
}

function outcomeRecord(outcome: Redacted<WireExchange>["outcome"]): object {
  if (outcome.kind === "answer")
    return { response: { status: outcome.status, headers: outcome.headers, body: bodyRecord(outcome.body) } };
  const { kind, phase, message } = outcome.failure;
  return { failure: { kind, phase, message } };
}

/** Text where that gives the same bytes again; null for no bytes; left out where they are not known. */
function bodyRecord(bytes: WireBody): object | null | undefined {
  if (bytes === undefined) return undefined;
  return bytes.length === 0 ? null : bytesAsJson(bytes);
}

/** What the first line says of the whole file; undefined where it is an exchange. @throws ShapeError */
export function readHead(value: PlainValue): Found | undefined {
  if (own(value, "form") !== trafficForm) return undefined;
  const version = own(value, "version");
  if (version !== trafficVersion)
    throw new ShapeError(
      `it has form ${String(version).slice(0, 20)}, and this version reads form ${trafficVersion}`,
    );
  return { kind: "base", text: textOf(own(value, "baseUrl")) };
}

/** One line, parsed. @throws ShapeError */
export function readExchange(line: PlainValue): WireExchange {
  if (!isPlainObject(line)) throw new ShapeError("it is not an object");
  const request = membersAt(line, "request");
  const headers = own(request, "headers");
  return {
    method: textAt(request, "method"),
    target: textAt(request, "url"),
    headers: headers === undefined ? [] : linesOf(headers, "request.headers"),
    ...(headers === undefined && { unrecorded: "headers" as const }),
    body: bodyOf(request, "request.body"),
    ...timesIn(own(line, "startedAt"), own(line, "durationMs")),
    outcome: own(line, "response") === undefined ? failureOf(line) : answerOf(membersAt(line, "response")),
  };
}

function answerOf(response: PlainObject): WireAnswer {
  const headers = own(response, "headers");
  return {
    kind: "answer",
    status: statusAt(response, "status"),
    headers: headers === undefined ? [] : linesOf(headers, "response.headers"),
    // A list has every line; without one, none was recorded.
    ...(headers === undefined && { recordedFields: [] }),
    body: bodyOf(response, "response.body"),
    isDecoded: true,
  };
}

function bodyOf(holder: PlainObject, name: string): WireBody {
  const body = own(holder, "body");
  if (body === undefined) return undefined;
  if (body === null) return new Uint8Array();
  const [text, encoded] = [own(body, "utf8"), own(body, "base64")];
  if (typeof text === "string") return Buffer.from(text, "utf8");
  if (typeof encoded === "string") {
    const bytes = fromBase64(encoded);
    if (bytes === undefined) throw new ShapeError(`${name}.base64 is not in base64`);
    return bytes;
  }
  throw new ShapeError(`${name} is neither null nor an object with utf8 or base64`);
}

const phases = ["connect", "sending", "headers", "body"] as const;

/** A kind that is not known counts as given up by the client: it shows nothing of the service. */
function failureOf(line: PlainObject): WireExchange["outcome"] {
  const failure = membersAt(line, "failure");
  const kind = textOf(own(failure, "kind")) ?? "";
  const phase = own(failure, "phase");
  const message = textOf(own(failure, "message")) ?? "no answer was recorded";
  return {
    kind: "failure",
    failure: {
      kind: isLack(kind) ? kind : (failureKinds.find((known) => known === kind) ?? "aborted"),
      phase: phases.find((known) => known === phase) ?? "headers",
      message: message.slice(0, 300),
    },
  };
}

// What is read here was written by anyone: each member is looked at before it is taken for what it should be.

/** Why a line or an entry cannot be read: completes "line 7: …". */
export class ShapeError extends Error {
  override readonly name = "ShapeError";
}

/** What a line or an entry holds. @param place names it, where it cannot be read: `line 7` */
export function foundIn(place: string, read: () => Found): Found {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    return { kind: "unreadable", why: `${place}: ${error.message}` };
  }
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The bytes of a text in base64, with line breaks or without; undefined where it is none. */
export function fromBase64(text: string): Buffer | undefined {
  return /[^\w+/=\s-]/.test(text) ? undefined : Buffer.from(text, "base64");
}

/** @throws ShapeError */
export function membersAt(holder: PlainObject, name: string): PlainObject {
  const found = own(holder, name);
  if (!isPlainObject(found)) throw new ShapeError(`${name} is not an object`);
  return found;
}

/** @throws ShapeError */
export function textAt(holder: PlainObject, name: string): string {
  const found = own(holder, name);
  if (typeof found !== "string" || found === "") throw new ShapeError(`${name} is no text`);
  return found;
}

/** A status, or 0 where no answer came. @throws ShapeError */
export function statusAt(holder: PlainObject, name: string): number {
  const found = own(holder, name);
  const status = typeof found === "string" && /^\d{1,3}$/.test(found) ? Number(found) : found;
  if (typeof status !== "number" || !Number.isInteger(status) || status < 0 || status > 999)
    throw new ShapeError(`${name} is not an HTTP status`);
  return status;
}

/** From an instant as milliseconds since the Unix epoch, or as ISO 8601, and how long it took; undefined where that is no instant. */
export function timesIn(
  startedAt: unknown,
  durationMs: unknown,
): Pick<WireExchange, "sentAtMs" | "endedAtMs"> {
  const isIso = typeof startedAt === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(startedAt);
  const sentAtMs = isIso ? Date.parse(startedAt) : startedAt;
  if (typeof sentAtMs !== "number" || !(sentAtMs >= 0 && sentAtMs < 8.64e15))
    return { sentAtMs: undefined, endedAtMs: undefined };
  const took = typeof durationMs === "number" && durationMs > 0 ? durationMs : 0;
  return { sentAtMs, endedAtMs: sentAtMs + took };
}

/** @throws ShapeError */
export function linesOf(value: PlainValue, name: string): readonly HeaderLine[] {
  if (!Array.isArray(value)) throw new ShapeError(`${name} is not a list of header lines`);
  return value.map((line: PlainValue): HeaderLine => {
    const [field, text] = Array.isArray(line) ? line : [own(line, "name"), own(line, "value")];
    if (typeof field !== "string" || typeof text !== "string")
      throw new ShapeError(`${name} has a line that is not a name and a value`);
    return [field, text];
  });
}
