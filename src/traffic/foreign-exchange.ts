import { decodeAnswer } from "../exchange/decoding/decode.ts";
import type { Answer, Credential, Exchange, Failure, HeaderLine, RequestSpec } from "../exchange/exchange.ts";
import { headerValue } from "../exchange/headers.ts";

/** One request and its answer as others recorded or sent them. Instants are milliseconds since the Unix epoch. */
export interface ForeignExchange {
  readonly method: string;
  /** Below the base address, with the query as it stood: `/pets?limit=1`. */
  readonly target: string;
  readonly headers: readonly HeaderLine[];
  readonly body: ForeignBody;
  readonly sentAtMs: number;
  readonly endedAtMs: number;
  readonly outcome: ForeignAnswer | { readonly kind: "failure"; readonly failure: Failure };
}

interface ForeignAnswer {
  readonly kind: "answer";
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly body: ForeignBody;
}

/** A body as it was on the wire. Undefined where it was not recorded, or not whole: nothing is judged by it. */
export type ForeignBody = Uint8Array | undefined;

/** The most values that one JSON body may hold, and the most bytes that come out of a compressed one. */
const bounds = { maxBytes: 10 << 20, maxValues: 1_000_000 };

/**
 * The exchange as checks read it; undefined for a method that the interface does not have.
 * @param id its place in the order of sending, from 1
 */
export function exchangeOf(foreign: ForeignExchange, id: number): Exchange | undefined {
  const { method, outcome } = foreign;
  if (method !== "GET" && method !== "POST") return undefined;
  return {
    id,
    label: `${method} ${foreign.target}`,
    request: requestOf({ ...foreign, method }),
    sentAtMs: foreign.sentAtMs,
    firstByteAtMs: undefined,
    endedAtMs: foreign.endedAtMs,
    reusedConnection: false,
    inFlight: 1,
    repeats: undefined,
    outcome: outcome.kind === "failure" ? outcome : { kind: "answer", answer: answerOf(outcome) },
  };
}

function requestOf(foreign: Omit<ForeignExchange, "method"> & Pick<RequestSpec, "method">): RequestSpec {
  const [path = "", query] = splitOnce(foreign.target, "?");
  return {
    method: foreign.method,
    path,
    ...(query !== undefined && { query: [...new URLSearchParams(query)] }),
    credential: credentialOf(foreign),
    ...(foreign.body !== undefined &&
      foreign.body.length > 0 && {
        body: { bytes: foreign.body, contentType: headerValue(foreign.headers, "content-type") },
      }),
  };
}

/** The key itself stands nowhere. Which one is valid, only the service knows: one that it did not answer with 401. */
function credentialOf({ headers, outcome }: ForeignExchange): Credential {
  const value = headerValue(headers, "authorization");
  if (value === undefined) return { kind: "none" };
  const isBearer = /^bearer +\S/i.test(value);
  const isRefused = outcome.kind === "answer" && outcome.status === 401;
  if (isBearer && !isRefused) return { kind: "valid" };
  return {
    kind: "other",
    header: "Authorization",
    value: "{key}",
    about: isBearer ? "a key that was refused" : "no bearer token",
    secret: true,
  };
}

/** What a request sent to authenticate: the words of its Authorization fields. */
export function credentialsIn({ headers }: ForeignExchange): readonly string[] {
  return headers.flatMap(([name, value]) =>
    name.toLowerCase() === "authorization" ? value.split(" ").filter((word) => !/^bearer$/i.test(word)) : [],
  );
}

/** A body that was not recorded whole reads as one that was not kept: nothing is judged by it. */
function answerOf({ status, headers, body }: ForeignAnswer): Answer {
  const isUnkept = body === undefined;
  return decodeAnswer(
    { kind: "response", status, headers, body: body ?? new Uint8Array(), isUnkept },
    bounds,
  );
}

function splitOnce(text: string, mark: string): readonly [string, string | undefined] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)];
}
