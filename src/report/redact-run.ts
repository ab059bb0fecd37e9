import type { RootCause } from "../check/cause.ts";
import type { FoldedFinding, Verdict } from "../check/verdict.ts";
import type { Answer, Credential, Exchange, RequestSpec } from "../exchange/exchange.ts";
import type { Run } from "../run/result.ts";
import type { Redactor } from "../secrets/redact.ts";

/**
 * The one door through which evidence leaves a run: the same run with every text and every body redacted.
 * Every writer takes what this returns. The parsed JSON of answers is left out: reports show the text,
 * and the places in a parsed value would not fit it any more.
 */
export function redactRun(run: Run, redactor: Redactor): Run {
  const text = (value: string): string => redactor.text(value);
  return {
    ...run,
    target: text(run.target),
    spec: {
      ...run.spec,
      title: text(run.spec.title),
      source: text(run.spec.source),
      looser: run.spec.looser.map(text),
    },
    rootCause: run.rootCause && redactCause(run.rootCause, text),
    verdicts: run.verdicts.map((verdict) => redactVerdict(verdict, text)),
    exchanges: run.exchanges.map((exchange) => redactExchange(exchange, redactor)),
    created: run.created.map((pet) => ({ ...pet, id: text(pet.id), name: text(pet.name) })),
    notes: run.notes.map(text),
    suiteErrors: run.suiteErrors.map(({ where, message }) => ({
      where: text(where),
      message: text(message),
    })),
  };
}

type Text = (value: string) => string;

function redactCause(cause: RootCause, text: Text): RootCause {
  return {
    ...cause,
    sentence: text(cause.sentence),
    remedy: cause.remedy === undefined ? undefined : text(cause.remedy),
  };
}

function redactVerdict(verdict: Verdict, text: Text): Verdict {
  return {
    ...verdict,
    text: text(verdict.text),
    cases: { ...verdict.cases, labels: verdict.cases.labels.map(text) },
    reason: verdict.reason === undefined ? undefined : text(verdict.reason),
    findings: verdict.findings.map((finding) => redactFinding(finding, text)),
  };
}

function redactFinding(finding: FoldedFinding, text: Text): FoldedFinding {
  return {
    ...finding,
    case: text(finding.case),
    expected: text(finding.expected),
    seen: text(finding.seen),
    where: finding.where === undefined ? undefined : text(finding.where),
  };
}

export function redactExchange(exchange: Exchange, redactor: Redactor): Exchange {
  return {
    ...exchange,
    label: redactor.text(exchange.label),
    request: redactRequest(exchange.request, redactor),
    outcome: redactOutcome(exchange.outcome, redactor),
  };
}

function redactRequest(request: RequestSpec, redactor: Redactor): RequestSpec {
  return {
    ...request,
    path: redactor.text(request.path),
    ...(request.query && {
      query: request.query.map(([name, value]) => [redactor.text(name), redactor.text(value)] as const),
    }),
    credential: redactCredential(request.credential, redactor),
    ...(request.body && { body: { ...request.body, bytes: redactor.bytes(request.body.bytes) } }),
  };
}

function redactCredential(credential: Credential, redactor: Redactor): Credential {
  if (credential.kind !== "other") return credential;
  const [[, value] = ["", ""]] = redactor.headers([[credential.header, credential.value]]);
  return { ...credential, value };
}

function redactOutcome(outcome: Exchange["outcome"], redactor: Redactor): Exchange["outcome"] {
  if (outcome.kind === "answer") return { kind: "answer", answer: redactAnswer(outcome.answer, redactor) };
  const { partial, ...failure } = outcome.failure;
  if (partial === undefined)
    return { kind: "failure", failure: { ...failure, message: redactor.text(failure.message) } };
  const headers = redactor.headers(partial.headers);
  return {
    kind: "failure",
    failure: { ...failure, message: redactor.text(failure.message), partial: { ...partial, headers } },
  };
}

function redactAnswer(answer: Answer, redactor: Redactor): Answer {
  return {
    ...answer,
    headers: redactor.headers(answer.headers),
    body: redactor.bytes(answer.body),
    text: redactor.text(answer.text),
    json: undefined,
  };
}
