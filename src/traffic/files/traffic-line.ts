import { failureKinds } from "#core/exchange/exchange.ts";
import { isLack } from "#core/exchange/own-machine.ts";
import type { WireAnswer, WireBody, WireExchange } from "#core/exchange/wire-exchange.ts";
import { jsonText } from "#core/json/escape.ts";
import { bytesAsJson } from "#core/recording/recording.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import {
  fromBase64,
  instantOf,
  isMembers,
  linesOf,
  type Members,
  memberOf,
  membersAt,
  ShapeError,
  statusAt,
  textAt,
  textOf,
} from "./shape.ts";

/** Rises when a reader of the form before would read a file wrongly. `traffic.schema.json` describes it. */
const trafficVersion = 1;
const trafficForm = "petstore-conformance traffic";

/** An exchange as it was found: its address is not yet one below the base address. */
export interface FoundExchange extends Omit<WireExchange, "target"> {
  /** Absolute, or a path with its query. */
  readonly url: string;
}

/** What comes out of a file, in its order. */
export type Found =
  /** `line`: which of the file's lines or entries, from 1. */
  | { readonly kind: "exchange"; readonly exchange: FoundExchange; readonly line: number }
  | { readonly kind: "source"; readonly text: string }
  /** The base address, as the file says it. */
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
export function readHead(value: unknown): { readonly baseUrl: string | undefined } | undefined {
  if (memberOf(value, "form") !== trafficForm) return undefined;
  const version = memberOf(value, "version");
  if (version !== trafficVersion)
    throw new ShapeError(
      `it has form ${String(version).slice(0, 20)}, and this version reads form ${trafficVersion}`,
    );
  return { baseUrl: textOf(memberOf(value, "baseUrl")) };
}

/** One line, parsed. @throws ShapeError */
export function readExchange(line: unknown): FoundExchange {
  if (!isMembers(line)) throw new ShapeError("it is not an object");
  const request = membersAt(line, "request");
  const sentAtMs = instantOf(memberOf(line, "startedAt"));
  const durationMs = memberOf(line, "durationMs");
  const headers = memberOf(request, "headers");
  return {
    method: textAt(request, "method"),
    url: textAt(request, "url"),
    headers: headers === undefined ? [] : linesOf(headers, "request.headers"),
    ...(headers === undefined && { unrecorded: "headers" as const }),
    body: bodyOf(request, "request.body"),
    sentAtMs,
    endedAtMs:
      sentAtMs === undefined ? undefined : sentAtMs + (typeof durationMs === "number" ? durationMs : 0),
    outcome:
      memberOf(line, "response") === undefined ? failureOf(line) : answerOf(membersAt(line, "response")),
  };
}

function answerOf(response: Members): WireAnswer {
  return {
    kind: "answer",
    status: statusAt(response, "status"),
    ...fieldsOf(response),
    body: bodyOf(response, "response.body"),
    isDecoded: true,
  };
}

/** A list has every line; without one, none was recorded. */
function fieldsOf(response: Members) {
  const headers = memberOf(response, "headers");
  return headers === undefined
    ? { headers: [], recordedFields: [] }
    : { headers: linesOf(headers, "response.headers") };
}

function bodyOf(holder: Members, name: string): WireBody {
  const body = memberOf(holder, "body");
  if (body === undefined) return undefined;
  if (body === null) return new Uint8Array();
  const [text, encoded] = [memberOf(body, "utf8"), memberOf(body, "base64")];
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
function failureOf(line: Members): FoundExchange["outcome"] {
  const failure = membersAt(line, "failure");
  const kind = textOf(memberOf(failure, "kind")) ?? "";
  const phase = memberOf(failure, "phase");
  const message = textOf(memberOf(failure, "message")) ?? "no answer was recorded";
  return {
    kind: "failure",
    failure: {
      kind: isLack(kind) ? kind : (failureKinds.find((known) => known === kind) ?? "aborted"),
      phase: phases.find((known) => known === phase) ?? "headers",
      message: message.slice(0, 300),
    },
  };
}
