import type { Failure, HeaderLine } from "../../core/exchange/exchange.ts";
import { headerValue, headerValues, withAccept } from "../../core/exchange/headers.ts";
import type { WireAnswer } from "../../core/exchange/wire-exchange.ts";
import { utf8Text } from "../../core/json/encoded-text.ts";
import { jsonText } from "../../core/json/escape.ts";
import type { Report, ShownExchange } from "../report.ts";

const longestBody = 64 * 1024;

/** HAR 1.2, for the network panels of browsers. Without a whole answer, the status is 0 and the reason is in `_error`. */
export function* harReport(report: Report): Generator<string> {
  const { tool, kind, outcome, groups } = report;
  const comment = `${outcome}; the API key is redacted`;
  const exchanges = groups.flatMap((group) => group.exchanges.flatMap((id) => report.exchange(id) ?? []));
  const head = { version: "1.2", creator: { name: tool.name, version: tool.version }, comment };
  yield `{"log":${jsonText(head).slice(0, -1)},"entries":[`;
  let between = "\n";
  for (const exchange of exchanges) {
    yield between + jsonText(harEntry(exchange, kind === "run"));
    between = ",\n";
  }
  yield "\n]}}\n";
}

/** @param isOurs a run keeps no Accept of a request that has the usual one */
function harEntry(exchange: ShownExchange, isOurs: boolean): unknown {
  const { sentAtMs = 0, endedAtMs = 0, firstByteAtMs, method, base, target, body, outcome } = exchange;
  const headers = isOurs ? withAccept(exchange.headers) : exchange.headers;
  const contentType = headerValue(headers, "content-type");
  const hasBody = contentType !== undefined || (body ?? []).length > 0;
  const total = Math.max(0, endedAtMs - sentAtMs);
  const wait = Math.max(0, (firstByteAtMs ?? endedAtMs) - sentAtMs);
  return {
    startedDateTime: new Date(sentAtMs).toISOString(),
    time: total,
    request: {
      method,
      url: base + target,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: headers.map(pair),
      queryString: [...new URLSearchParams(target.split("?", 2)[1])].map(pair),
      ...(body && hasBody && { postData: postData(body, contentType) }),
      headersSize: -1,
      bodySize: body?.length ?? 0,
    },
    response: {
      ...emptyResponse,
      ...(outcome.kind === "answer" ? answered(outcome) : failed(outcome.failure)),
    },
    cache: {},
    timings: { send: 0, wait, receive: Math.max(0, total - wait) },
    comment: `${exchange.name}: ${exchange.about}`,
  };
}

function pair([name, value]: HeaderLine): { readonly name: string; readonly value: string } {
  return { name, value };
}

function postData(bytes: Uint8Array, contentType: string | undefined): unknown {
  const { text, encoding } = content(bytes);
  return {
    mimeType: contentType ?? "",
    text,
    // HAR has no encoding for what was sent.
    ...(encoding === undefined ? {} : { comment: "not UTF-8; the text is base64" }),
  };
}

/** What every response has, in the order of its members. */
const emptyResponse = {
  status: 0,
  statusText: "",
  httpVersion: "",
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: "" },
  redirectURL: "",
  headersSize: -1,
  bodySize: -1,
};

function answered({ status, headers, body = new Uint8Array() }: WireAnswer) {
  const mimeType = headerValues(headers, "content-type")[0] ?? "";
  return {
    ...{ status, httpVersion: "HTTP/1.1", headers: headers.map(pair) },
    content: { size: body.length, mimeType, ...content(body) },
    redirectURL: headerValues(headers, "location")[0] ?? "",
  };
}

function failed({ kind, phase, message, partial }: Failure) {
  const head = partial && { status: partial.status, headers: partial.headers.map(pair) };
  return { ...head, _error: `${kind} (${phase}): ${message}` };
}

function content(bytes: Uint8Array): { text: string; encoding?: "base64"; comment?: string } {
  const kept = bytes.subarray(0, longestBody);
  const cut =
    kept.length < bytes.length ? { comment: `the first ${kept.length} of ${bytes.length} bytes` } : {};
  const text = utf8Text(kept, kept.length < bytes.length);
  return text === undefined
    ? { text: Buffer.from(kept).toString("base64"), encoding: "base64", ...cut }
    : { text, ...cut };
}
