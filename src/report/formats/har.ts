import type { Answer, Exchange, Failure, HeaderLine } from "../../core/exchange/exchange.ts";
import { jsonText } from "../../core/json/escape.ts";
import type { Run } from "../../core/run/result.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { keyPlaceholder, pathWithQuery, requestHeaders } from "../request-line.ts";

/** The most bytes of a body that are written. */
const longestBody = 64 * 1024;

/**
 * Every exchange as HAR 1.2, for the network panels of browsers. An exchange without a complete answer has status 0
 * and its reason in `_error`, as browsers write it.
 */
export function harReport(run: Redacted<Run>): Generator<string> {
  const base = baseAddress(run.target);
  const comment = `${run.outcome}; the API key is written as ${keyPlaceholder}`;
  return harText(
    run.tool,
    comment,
    run.exchanges.map((exchange) => entry(exchange, base)),
  );
}

/** A server in this process has no address. */
function baseAddress(target: string): string {
  return /^https?:/u.test(target) ? target.replace(/\/$/u, "") : "http://reference.localhost/v1";
}

function entry(exchange: Exchange, base: string): HarExchange {
  const { id, label, request, outcome } = exchange;
  return {
    ...exchange,
    method: request.method,
    url: base + pathWithQuery(request),
    headers: [["Accept", "application/json"], ...requestHeaders(request)],
    query: request.query ?? [],
    body: request.body,
    outcome: outcome.kind === "answer" ? outcome.answer : outcome.failure,
    comment: `exchange ${id}: ${label}`,
  };
}

/** One entry of a HAR file; instants in milliseconds since the Unix epoch. */
export interface HarExchange {
  readonly sentAtMs: number;
  readonly firstByteAtMs: number | undefined;
  readonly endedAtMs: number;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderLine[];
  readonly query: readonly HeaderLine[];
  readonly body: { readonly bytes: Uint8Array; readonly contentType?: string | undefined } | undefined;
  readonly outcome: Pick<Answer, "status" | "headers" | "body"> | Failure;
  readonly comment: string;
}

/** A HAR file of a run or of an exam. */
export function* harText(
  tool: Run["tool"],
  comment: string,
  exchanges: Iterable<HarExchange>,
): Generator<string> {
  const head = { version: "1.2", creator: { name: tool.name, version: tool.version }, comment };
  yield `{"log":${jsonText(head).slice(0, -1)},"entries":[`;
  let between = "\n";
  for (const exchange of exchanges) {
    yield between + jsonText(harEntry(exchange));
    between = ",\n";
  }
  yield "\n]}}\n";
}

function harEntry(exchange: HarExchange): unknown {
  const { sentAtMs, firstByteAtMs, endedAtMs, method, url, headers, query, body, outcome } = exchange;
  const total = Math.max(0, endedAtMs - sentAtMs);
  const wait = Math.max(0, (firstByteAtMs ?? endedAtMs) - sentAtMs);
  return {
    startedDateTime: new Date(sentAtMs).toISOString(),
    time: total,
    request: {
      method,
      url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: headers.map(pair),
      queryString: query.map(pair),
      ...(body && { postData: postData(body) }),
      headersSize: -1,
      bodySize: body?.bytes.length ?? 0,
    },
    response: "status" in outcome ? response(outcome) : noResponse(outcome),
    cache: {},
    timings: { send: 0, wait, receive: Math.max(0, total - wait) },
    comment: exchange.comment,
  };
}

function pair([name, value]: HeaderLine): { readonly name: string; readonly value: string } {
  return { name, value };
}

function postData({ bytes, contentType }: NonNullable<HarExchange["body"]>): unknown {
  const { text, encoding } = content(bytes);
  return {
    mimeType: contentType ?? "",
    text,
    // HAR has no encoding for what was sent.
    ...(encoding === undefined ? {} : { comment: "not UTF-8; the text is base64" }),
  };
}

function response({ status, headers, body }: Pick<Answer, "status" | "headers" | "body">): unknown {
  const mimeType = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  return {
    status,
    statusText: "",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: headers.map(pair),
    content: { size: body.length, mimeType, ...content(body) },
    redirectURL: headers.find(([name]) => name.toLowerCase() === "location")?.[1] ?? "",
    headersSize: -1,
    bodySize: -1,
  };
}

function noResponse({ kind, phase, message, partial }: Failure): unknown {
  return {
    status: partial?.status ?? 0,
    statusText: "",
    httpVersion: "",
    cookies: [],
    headers: (partial?.headers ?? []).map(pair),
    content: { size: 0, mimeType: "" },
    redirectURL: "",
    headersSize: -1,
    bodySize: -1,
    _error: `${kind} (${phase}): ${message}`,
  };
}

interface Content {
  readonly text: string;
  readonly encoding?: "base64";
  readonly comment?: string;
}

function content(bytes: Uint8Array): Content {
  const kept = bytes.subarray(0, longestBody);
  const cut =
    kept.length < bytes.length ? { comment: `the first ${kept.length} of ${bytes.length} bytes` } : {};
  try {
    // The body may be truncated inside a character; with `stream` the decoder drops its first bytes.
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return { text: decoder.decode(kept, { stream: kept.length < bytes.length }), ...cut };
  } catch {
    return { text: Buffer.from(kept).toString("base64"), encoding: "base64", ...cut };
  }
}
