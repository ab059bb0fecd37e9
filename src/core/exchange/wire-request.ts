import { acceptEncoding } from "./decoding/decode.ts";
import {
  type Credential,
  type HeaderLine,
  type RequestSpec,
  type SentRequest,
  withAccept,
} from "./exchange.ts";
import type { WireMessage } from "./transport/transport.ts";

export interface RequestDefaults {
  readonly baseUrl: URL;
  /** The API key; undefined when the run has none. */
  readonly key: string | undefined;
  /** The user's own header lines (`--header`). One takes the place of a line of ours with the same name. */
  readonly extraHeaders: readonly HeaderLine[];
  /** Those of them, in lower case, that carry a credential as the document asks for it: only what has the valid key has them. */
  readonly credentialHeaders?: ReadonlySet<string>;
  readonly userAgent: string;
}

/** The trace id of one request, 32 hex digits: it finds the request in the log of a service that traces. */
export function traceIdOf(root: string, nth: number): string {
  return root + nth.toString(16).padStart(12, "0");
}

/** Headers that each request sets from its own parts: the user cannot set them for all requests. */
const ownedHeaders = [
  ...["content-type", "content-length", "transfer-encoding"],
  // Of a connection (RFC 9110, 7.6.1 and 10.1.1): undici sends none of another's.
  ...["connection", "keep-alive", "upgrade", "expect"],
];

/** The first of these lines that cannot be added to every request, for the suite sets it itself: its name. */
export function ownedHeaderIn(lines: readonly HeaderLine[], mayAuthorize: boolean): string | undefined {
  const owned = mayAuthorize ? ownedHeaders : [...ownedHeaders, "authorization"];
  return lines.find(([name]) => owned.includes(name.toLowerCase()))?.[0];
}

/** W3C Trace Context: version, trace id, parent id, and the flag that it is recorded. */
export function traceparent(traceId: string): HeaderLine {
  return ["traceparent", `00-${traceId}-${traceId.slice(-16)}-01`];
}

/** Target, headers and body as they go onto the wire. The only place where the key is put in. */
export function wireRequest(
  spec: RequestSpec,
  defaults: RequestDefaults & { readonly traceId?: string | undefined },
): WireMessage {
  const { traceId, credentialHeaders } = defaults;
  const hasKey = spec.credential.kind === "valid";
  const extraHeaders = defaults.extraHeaders.filter(
    ([name]) => hasKey || !credentialHeaders?.has(name.toLowerCase()),
  );
  const extraNames = namesOf(extraHeaders);
  const lines = withAccept(spec.headers);
  const own = lines.filter(([name]) => name !== "Accept");
  const ownNames = namesOf(own);
  const ours: HeaderLine[] = [
    ...lines.filter(([name]) => name === "Accept"),
    ["Accept-Encoding", acceptEncoding],
    ["User-Agent", defaults.userAgent],
    ...(traceId === undefined ? [] : [traceparent(traceId)]),
  ];
  const given = hasKey && extraNames.has("authorization");
  const credential = given ? undefined : credentialLine(spec.credential, defaults.key);
  const contentType = spec.body?.contentType;
  const headers: HeaderLine[] = [
    ...ours.filter(([name]) => !extraNames.has(name.toLowerCase())),
    // A header that a test sets overrides the user's header of the same name.
    ...extraHeaders.filter(([name]) => !ownNames.has(name.toLowerCase())),
    ...own,
    ...(credential === undefined ? [] : [credential]),
    ...(contentType === undefined ? [] : [["Content-Type", contentType] as const]),
  ];
  for (const [name, value] of headers) {
    // RFC 9110, section 5.5. The value is not reported: it may be the key.
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) {
      throw new RangeError(`the value of the header ${name} has a character that HTTP does not allow`);
    }
  }
  return {
    method: spec.method,
    target: requestTarget(spec, defaults.baseUrl),
    headers,
    body: spec.body?.bytes,
  };
}

function namesOf(lines: readonly HeaderLine[]): ReadonlySet<string> {
  return new Set(lines.map(([name]) => name.toLowerCase()));
}

/** Path and query below the host, as they stand in the request line. */
export function requestTarget({ path, query }: RequestSpec | SentRequest, baseUrl: URL): string {
  const pairs = (query ?? []).map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&");
  return baseUrl.pathname.replace(/\/+$/, "") + path + (pairs === "" ? "" : `?${pairs}`);
}

/** The line that authenticates, with the key in it; undefined when the request carries no credential. */
export function credentialLine(credential: Credential, key: string | undefined): HeaderLine | undefined {
  switch (credential.kind) {
    case "none":
      return undefined;
    case "valid":
      return ["Authorization", `Bearer ${needed(key)}`];
    case "other": {
      const { header, value, derive } = credential;
      if (derive !== undefined) return [header, derive(needed(key))];
      return [header, value.includes("{key}") ? value.replaceAll("{key}", () => needed(key)) : value];
    }
  }
}

function needed(key: string | undefined): string {
  if (key === undefined) throw new Error("a request needs the API key, and the run has none");
  return key;
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
