import { NotRecorded } from "../contract/recorded.ts";
import { parseJson } from "../json/parse.ts";
import type { JsonSyntaxProblem } from "../json/read.ts";
import type {
  Answer,
  AnswerBody,
  Credential,
  HeaderFields,
  HeaderLine,
  Outcome,
  RequestSpec,
  RunExchange,
  Times,
  WholeAnswer,
  WholeExchange,
} from "./exchange.ts";

/** An exchange without values that are computed from its bytes, and without functions. Every text and all bytes can be redacted. */
export interface RecordedExchange extends Omit<WholeExchange, "request" | "times" | "outcome">, Times {
  readonly request: Omit<RequestSpec, "credential"> & { readonly credential: RecordedCredential };
  readonly outcome: Outcome<RecordedAnswer>;
}

/** `derived`: it was made from the key, in the way that `about` says; the key and what was made of it are not here. */
export type RecordedCredential =
  | Exclude<Credential, { readonly kind: "other" }>
  | (Omit<Extract<Credential, { readonly kind: "other" }>, "derive"> & { readonly derived: boolean });

interface RecordedAnswer {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
  readonly problems: AnswerBody["problems"];
  readonly body: AnswerBody["bytes"];
  /** The result of parsing the body: JSON, not parsed, or why it is not JSON. */
  readonly reads: "json" | "nothing" | JsonSyntaxProblem;
}

/** What was redacted in a recording: `headers`, the values of these fields, in lower case; `names`, those of some fields. */
export interface RedactedIn {
  readonly parts: readonly ("request" | "body" | "names")[];
  readonly headers: readonly string[];
}

export function recordedExchange(exchange: WholeExchange): RecordedExchange {
  const { request, times, reusedConnection, inFlight, repeats, outcome, ...named } = exchange;
  return {
    ...named,
    request: { ...request, credential: recordedCredential(request.credential) },
    ...times,
    ...{ reusedConnection, inFlight, repeats },
    outcome:
      outcome.kind === "failure" ? outcome : { kind: "answer", answer: recordedAnswer(outcome.answer) },
  };
}

export function recordedCredential(credential: Credential): RecordedCredential {
  if (credential.kind !== "other") return credential;
  const { derive, ...rest } = credential;
  return { ...rest, derived: derive !== undefined };
}

function recordedAnswer({ status, headers, body }: WholeAnswer): RecordedAnswer {
  const { bytes, problems, json } = body;
  const reads = json === undefined ? "nothing" : json.ok ? "json" : json.problem;
  return { status, headers, body: bytes, problems, reads };
}

/** The exchange, read back from a record, as reports show it. */
export function readExchange(recorded: RecordedExchange): WholeExchange {
  const { request, sentAtMs, firstByteAtMs, endedAtMs, outcome, ...rest } = recorded;
  const { credential } = request;
  return {
    ...rest,
    times: { sentAtMs, firstByteAtMs, endedAtMs },
    request: { ...request, credential: readCredential(credential) },
    outcome: outcome.kind === "failure" ? outcome : { kind: "answer", answer: readAnswer(outcome.answer) },
  };
}

function readCredential(recorded: RecordedCredential): Credential {
  if (recorded.kind !== "other") return recorded;
  const { derived, ...credential } = recorded;
  return derived ? { ...credential, derive: () => credential.value } : credential;
}

function readAnswer({ reads, status, headers, body: bytes, problems }: RecordedAnswer): WholeAnswer {
  const text = new TextDecoder().decode(bytes);
  const json =
    reads === "nothing"
      ? undefined
      : reads === "json"
        ? parseJson(text, { maxValues: Number.POSITIVE_INFINITY })
        : ({ ok: false, problem: reads } as const);
  return { status, headers, body: { bytes, problems, text, json } };
}

/** The exchange as it is judged: reading a redacted part throws `NotRecorded`. */
export function withoutRedacted(exchange: WholeExchange, redactedIn: RedactedIn): RunExchange {
  const { parts } = redactedIn;
  const { request, outcome } = exchange;
  const shown = { ...exchange, request: parts.includes("request") ? redactedRequest(request) : request };
  if (outcome.kind === "failure") return { ...shown, outcome };
  const { status, headers, body } = outcome.answer;
  const answer: Answer = {
    status,
    headers: fieldsWithout(headers, redactedIn),
    body: parts.includes("body") ? bodyNotShown : body,
  };
  return { ...shown, outcome: { kind: "answer", answer } };
}

/** The lines without the redacted ones. If a field's name was redacted, any field may be missing. */
function fieldsWithout(lines: readonly HeaderLine[], { parts, headers }: RedactedIn): HeaderFields {
  if (parts.includes("names")) return { lines: [], recordedNames: [] };
  return headers.length === 0 ? lines : { lines, cutOutNames: headers };
}

const bodyNotShown = new NotRecorded("a part of the answer's body that was redacted");
const requestNotShown = new NotRecorded("a part of the request that was redacted");

/** The parts of a request that decide whether it is valid, and what it asks for. */
const shownByParts = ["path", "query", "headers", "body"] as const;

function redactedRequest({ method, credential }: RequestSpec): RequestSpec {
  const get = (): never => {
    throw requestNotShown;
  };
  const parts = Object.fromEntries(shownByParts.map((part) => [part, { get, enumerable: true }]));
  return Object.defineProperties({ method, credential } as RequestSpec, parts);
}
