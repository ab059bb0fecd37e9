import type { Cause } from "#core/check/results/defect.ts";
import type { Finding, Verdict } from "#core/check/results/verdict.ts";
import type { WholeExchange } from "#core/exchange/exchange.ts";
import { readExchange } from "#core/exchange/recorded-exchange.ts";
import { ofRedacted, type Redacted } from "#core/secrets/redacted.ts";
import type { Secrets } from "#core/secrets/secrets.ts";
import type { Run, RunEvent } from "../result.ts";
import { keptExchange } from "./journal.ts";

/**
 * A run as it leaves: judged by the true bytes, and without secrets. Ids, labels and requirements are our own texts
 * and are never redacted.
 */
export function redactedRun(run: Run, secrets: Secrets): Redacted<Run> {
  const { redact, redactClosely } = secrets;
  const { verdicts, causes, created, rootCause, cases } = run;
  const holdsSecret = new Set<number>();
  const exchanges = run.exchanges.map((exchange) => {
    const { redactedIn, ...kept } = keptExchange(exchange, secrets);
    if (redactedIn === undefined) return redactedExchange(exchange, redact);
    holdsSecret.add(exchange.id);
    // What is read from its bytes is read from the redacted ones.
    return redactedExchange(readExchange(kept), redact);
  });
  // A truncated text may end within a secret.
  const about = (...ids: readonly number[]) =>
    ids.some((id) => holdsSecret.has(id)) ? redactClosely : redact;
  const finding = <F extends Finding>(one: F): Redacted<F> =>
    about(one.exchange, ...one.related)(one, ["case", "generated", "got"]);
  return ofRedacted<Run>({
    ...redact(run, [
      ...(["tool", "runId", "words", "known"] as const),
      ...(["rootCause", "cases", "verdicts", "causes", "created", "exchanges"] as const),
    ]),
    rootCause: rootCause && about(rootCause.exchange ?? 0)(rootCause),
    cases: ofRedacted<Run["cases"]>({
      ...cases,
      leftOut: cases.leftOut.map((group) => redact(group, ["cases"])),
    }),
    verdicts: verdicts.map((verdict) =>
      ofRedacted<Verdict>({
        ...about(...verdict.exchanges)(verdict, oursInVerdict(verdict)),
        findings: verdict.findings.map(finding),
      }),
    ),
    causes: causes.map((cause) =>
      ofRedacted<Cause>({
        ...about(...cause.exchanges)(cause, ["leading", "consequences", "undecided", "finding"]),
        finding: finding(cause.finding),
      }),
    ),
    created: created.map((one) => about(one.exchange)(one)),
    exchanges: ofRedacted<Run["exchanges"]>(exchanges),
  });
}

function oursInVerdict({ cause }: Verdict) {
  const ours = ["id", "slug", "area", "text", "clause", "guidance", "cases", "hangsOn", "findings"] as const;
  return cause?.kind === "control" ? ([...ours, "cause"] as const) : ours;
}

/** Where it carries a key, `{key}` stands for it. */
function redactedExchange(exchange: WholeExchange, redact: Secrets["redact"]): Redacted<WholeExchange> {
  const { request, outcome, ...rest } = exchange;
  const { method, credential, ...asked } = request;
  return ofRedacted<WholeExchange>({
    ...redact(rest, ["step", "label"]),
    request: ofRedacted<WholeExchange["request"]>({
      method,
      ...redact(asked),
      credential:
        credential.kind === "other" ? redact(credential, ["header", "value", "about"]) : redact(credential),
    }),
    outcome: redact(outcome),
  });
}

/** An event without secrets. Labels and ids are our own texts and are never redacted. */
export function redactedEvent(event: RunEvent, { redact }: Secrets): Redacted<RunEvent> {
  switch (event.kind) {
    case "exchange":
      return ofRedacted<typeof event>({ ...event, exchange: redactedExchange(event.exchange, redact) });
    case "settled":
      return redact(event, ["step", "label", "areas"]);
    case "planned":
    case "round":
      return redact(event, ["areas"]);
    case "waiting":
      return event.label === undefined ? redact(event) : redact(event, ["step", "label"]);
    default:
      return redact(event);
  }
}
