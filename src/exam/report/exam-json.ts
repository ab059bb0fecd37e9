import type { ClientExchange } from "#core/check/clients/session.ts";
import { jsonText } from "#core/json/escape.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { reasonInWords, reasonRecord } from "#report/words/why-in-words.ts";
import type { ExamReport } from "../exam-report.ts";

/** The form of the report, which rises when an older reader would misread it. */
const version = 1;

const longestBody = 2_000;

/** An exam for machines; `exam.schema.json` describes it. */
export function examJson(report: Redacted<ExamReport>): string {
  const { sessions, spec, words, ...rest } = report;
  const whole = {
    version,
    kind: "exam",
    ...rest,
    spec: { title: spec.title, version: spec.version, source: spec.source },
    reason: report.reason ?? null,
    verdicts: rest.verdicts.map((verdict) => ({
      ...verdict,
      ...(verdict.reason && {
        reason: reasonInWords(verdict, words),
        why: reasonRecord(verdict.reason, words),
      }),
    })),
    sessions: sessions.map(({ exchanges, situation, together: _, ...session }) => ({
      situation: situation ?? null,
      ...session,
      exchanges: exchanges.map(plain),
    })),
  };
  return `${jsonText(whole, 2)}\n`;
}

function plain({ body, outcome, connection, situation, ...exchange }: ClientExchange): unknown {
  return {
    ...exchange,
    connection: connection ?? null,
    situation: situation ?? null,
    body: textOf(body),
    outcome: outcome.kind === "answer" ? { ...outcome, body: textOf(outcome.body) } : outcome,
  };
}

/** Null for a body that was not kept. */
function textOf(body: Uint8Array | undefined): string | null {
  return body === undefined ? null : Buffer.from(body).toString("utf8").slice(0, longestBody);
}
