import { Tokenizer, TokenizerError, TokenParser, TokenParserError, TokenType } from "@streamparser/json";
import { type Failure, type HeaderLine, headerValue, isSafe } from "#core/exchange/exchange.ts";
import type { WireBody, WireExchange } from "#core/exchange/wire-exchange.ts";
import { isPlainObject, own, type PlainObject, type PlainValue } from "#core/json/plain.ts";
import type { ReadState } from "#files/read-lines.ts";
import {
  type Found,
  foundIn,
  fromBase64,
  linesOf,
  membersAt,
  ShapeError,
  statusAt,
  textAt,
  textOf,
  timesIn,
} from "./traffic-line.ts";

/** What is larger is no entry, and could fill the memory: the file ends before it. */
const mostEntryBytes = 64 << 20;
const mostEntryTokens = 500_000;
const mostLevels = 64;

const stringBufferSize = 1 << 16;

/** What the entries of a HAR file hold, as they are read; one that breaks off ends with its last whole entry. */
export async function* exchangesInHar(bytes: AsyncIterable<Buffer>, state: ReadState): AsyncGenerator<Found> {
  const found: Found[] = [];
  let count = 0;
  let [sinceBytes, sinceTokens, levels] = [0, 0, 0];
  const tokenizer = new Tokenizer({ stringBufferSize });
  const parser = new TokenParser({ paths: ["$.log.entries.*", "$.log.creator"], keepStack: false });
  tokenizer.onToken = (token) => {
    sinceTokens += 1;
    if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) levels += 1;
    if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) levels -= 1;
    if (levels > mostLevels || sinceTokens > mostEntryTokens)
      throw new ShapeError("it has too many parts for one exchange");
    parser.write(token);
  };
  parser.onValue = ({ value, key }) => {
    [sinceBytes, sinceTokens] = [0, 0];
    if (key === "creator") found.push({ kind: "source", text: creatorOf(value) });
    else {
      count += 1;
      found.push(foundIn(`entry ${count}`, () => readEntry(value, count)));
    }
  };
  for await (const chunk of bytes) {
    if (parser.isEnded) continue;
    sinceBytes += chunk.length;
    const fault = faultIn(() => tokenizer.write(chunk));
    const why = sinceBytes > mostEntryBytes ? `it is larger than ${mostEntryBytes} bytes` : fault;
    yield* found.splice(0);
    if (why === undefined) continue;
    yield { kind: "unreadable", why: `entry ${count + 1}: ${why}` };
    state.isCut = true;
    return;
  }
  if (!parser.isEnded) state.isCut = true;
}

/** Why the text cannot be read, in words; undefined where it can. Without an `onError` of their own, tokenizer and parser throw. */
function faultIn(read: () => void): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof ShapeError) return error.message;
    if (error instanceof TokenizerError || error instanceof TokenParserError) return "it is not JSON";
    throw error;
  }
}

/** The program that wrote the file: `Firefox 128.0`. */
function creatorOf(value: PlainValue | undefined): string {
  const [name, version] = [own(value, "name"), own(value, "version")];
  return `HAR of ${[textOf(name) ?? "an unknown program", textOf(version) ?? ""].join(" ").trim().slice(0, 80)}`;
}

// What an HTTP archive (HAR 1.2) holds differs with the program that wrote it: docs/evidence.md says how. Where it cannot be
// reported whether something was kept, it counts as not recorded.

/** One entry of a HAR file. @throws ShapeError */
function readEntry(entry: PlainValue | undefined, line: number): Found {
  if (!isPlainObject(entry)) throw new ShapeError("it is not an object");
  const request = membersAt(entry, "request");
  const response = membersAt(entry, "response");
  const why = notFromTheService(entry, response);
  if (why !== undefined) return { kind: "left-out", why };
  const method = textAt(request, "method");
  const exchange: WireExchange = {
    method,
    target: textAt(request, "url"),
    headers: fieldsOf(request, "request.headers"),
    // Chromium, and whoever shares a HAR file, leaves it out.
    unrecorded: hasNone(request) ? "headers" : "authorization",
    body: requestBody(request, method),
    ...timesIn(own(entry, "startedDateTime"), own(entry, "time")),
    outcome: outcomeOf(response),
  };
  return { kind: "exchange", exchange, line };
}

/** Why no service sent this answer; undefined where one did. */
function notFromTheService(entry: PlainObject, response: PlainObject): string | undefined {
  if (own(entry, "_resourceType") === "websocket" || own(response, "status") === 101)
    return "WebSocket connections";
  if (own(entry, "_fetchedViaServiceWorker") === true || own(response, "_fetchedViaServiceWorker") === true)
    return "answered by a service worker";
  if (isFromCache(entry, response)) return "answered from a cache of the browser";
  const lines = fieldsOf(response, "response.headers");
  if (headerValue(lines, "non-authoritative-reason") !== undefined) return "redirected by the browser itself";
  return undefined;
}

function isFromCache(entry: PlainObject, response: PlainObject): boolean {
  if (own(entry, "_fromCache") !== undefined) return true;
  const [bodySize, size] = [own(response, "bodySize"), own(own(response, "content"), "size")];
  // Playwright takes the size of the head away from nothing.
  if (typeof bodySize === "number" && bodySize < -1) return true;
  // Firefox counts the head with what came over the network, and none with what did not.
  const isFirefox = own(entry, "_securityState") !== undefined;
  return isFirefox && bodySize === size && typeof size === "number" && size > 0;
}

/** Without the pseudo fields of HTTP/2 and HTTP/3, which stand for the request line. @throws ShapeError */
function fieldsOf(holder: PlainObject, name: string): readonly HeaderLine[] {
  const lines = own(holder, "headers") ?? [];
  return linesOf(lines, name).filter(([field]) => !field.startsWith(":"));
}

/** Every request has a field, and nearly every answer: where there is none, none was kept. */
function hasNone(holder: PlainObject): boolean {
  return [own(holder, "headers") ?? []].flat().length === 0;
}

function requestBody(request: PlainObject, method: string): WireBody {
  const posted = own(request, "postData");
  const text = textOf(own(posted, "text"));
  if (text === undefined || text === "") {
    const isEmpty = isSafe({ method }) || own(request, "bodySize") === 0;
    return isEmpty ? new Uint8Array() : undefined;
  }
  return bytesOf(text, own(posted, "encoding"));
}

function outcomeOf(response: PlainObject): WireExchange["outcome"] {
  const status = own(response, "status") === -1 ? 0 : statusAt(response, "status");
  const error = textOf(own(response, "_error")) ?? textOf(own(response, "_failureText"));
  if (status === 0 || (error !== undefined && error !== "")) return failed(error ?? "");
  const headers = fieldsOf(response, "response.headers");
  return {
    ...{ kind: "answer", status, headers, body: answerBody(response, headers, status), isDecoded: true },
    ...(hasNone(response) && { recordedFields: [] }),
  };
}

/** What Chromium calls an answer that broke off. All else may be the browser's doing, or shows no more than that no answer began. */
const brokeOff = /CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED/;

function failed(error: string): WireExchange["outcome"] {
  const failure: Failure = brokeOff.test(error)
    ? { kind: "truncated", phase: "body", message: "the browser got no whole answer" }
    : { kind: "aborted", phase: "headers", message: "the browser got no answer, or gave it up" };
  return { kind: "failure", failure };
}

/** Statuses whose answers have no body (RFC 9110, section 6.4.1). */
const bodiless = new Set([204, 205, 304]);

function answerBody(response: PlainObject, headers: readonly HeaderLine[], status: number): WireBody {
  if (bodiless.has(status)) return new Uint8Array();
  const content = own(response, "content");
  const text = textOf(own(content, "text"));
  // An empty text may be a body that was not kept.
  if (text === undefined || text === "")
    return headerValue(headers, "content-length") === "0" ? new Uint8Array() : undefined;
  const body = bytesOf(text, own(content, "encoding"));
  return isWhole(body, text, headers) ? body : undefined;
}

/** Firefox keeps what came of a body that broke off, and says nothing of it. */
function isWhole(body: WireBody, text: string, headers: readonly HeaderLine[]): boolean {
  const length = headerValue(headers, "content-length");
  const isCoded = headerValue(headers, "content-encoding") !== undefined;
  if (!isCoded && length !== undefined && Number(length) !== body?.length) return false;
  const [first, last] = [text.trimStart()[0], text.trimEnd().at(-1)];
  return !(first === "[" && last !== "]") && !(first === "{" && last !== "}");
}

function bytesOf(text: string, encoding: PlainValue | undefined): WireBody {
  if (encoding === undefined || encoding === "") return Buffer.from(text, "utf8");
  return /^base64$/i.test(String(encoding)) ? fromBase64(text) : undefined;
}
