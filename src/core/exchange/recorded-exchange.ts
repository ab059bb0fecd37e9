import type { JsonSyntaxProblem } from "../json/json.ts";
import { parseJson } from "../json/parse.ts";
import type {
  AnswerBody,
  Credential,
  Failure,
  RequestSpec,
  Times,
  WholeAnswer,
  WholeExchange,
} from "./exchange.ts";

/** An exchange without what follows from its bytes, and without functions. Every text and all bytes can be redacted. */
export interface RecordedExchange extends Omit<WholeExchange, "request" | "times" | "outcome">, Times {
  readonly request: Omit<RequestSpec, "credential"> & { readonly credential: RecordedCredential };
  readonly outcome:
    | { readonly kind: "failure"; readonly failure: Failure }
    | { readonly kind: "answer"; readonly answer: RecordedAnswer };
}

/** `derived`: it was made from the key, in the way that `about` says; the key and what was made of it are not here. */
type RecordedCredential =
  | Exclude<Credential, { readonly kind: "other" }>
  | (Omit<Extract<Credential, { readonly kind: "other" }>, "derive"> & { readonly derived: boolean });

interface RecordedAnswer extends Pick<WholeAnswer, "status" | "headers">, Pick<AnswerBody, "problems"> {
  readonly body: AnswerBody["bytes"];
  /** What the body was to a JSON reader: JSON, not read at all, or why it is not JSON. */
  readonly reads: "json" | "nothing" | JsonSyntaxProblem;
}

const originals = new WeakMap<RecordedExchange, WholeExchange>();

/** For a recorded form that was made of this exchange: it need not be parsed again. */
export function isStill(recorded: RecordedExchange, exchange: WholeExchange): void {
  originals.set(recorded, exchange);
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

export function isOriginal(recorded: RecordedExchange): boolean {
  return originals.has(recorded);
}

/** The exchange again, as judging reads it. */
export function readExchange(recorded: RecordedExchange): WholeExchange {
  const original = originals.get(recorded);
  if (original !== undefined) return original;
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
