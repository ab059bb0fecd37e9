import { type RootCause, reasonOf } from "#core/check/results/cause.ts";
import type { Cause, Tried } from "#core/check/results/defect.ts";
import type { Verdict, Why } from "#core/check/results/verdict.ts";
import type { SuiteWords } from "#core/check/suite.ts";
import type { WholeAnswer, WholeExchange } from "#core/exchange/exchange.ts";
import { jsonText, utf8Text } from "#core/json/escape.ts";
import type { Rounds, Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { curlLine, pathWithQuery, requestHeaders } from "../curl.ts";
import { reachOf } from "../reach.ts";
import { causeRemedy, causeSentence } from "../words/cause-in-words.ts";
import { defectSentence } from "../words/defect-in-words.ts";
import { missedInWords, roundsInWords } from "../words/sentences.ts";
import { reasonInWords, reasonRecord, remedyInWords } from "../words/why-in-words.ts";

/** Incremented when a reader of the previous version would misread a report; see `report.schema.json`. */
const reportSchemaVersion = 2;

const longestBody = 16 * 1024;

/**
 * The report for machines, as pieces of one JSON text (`report.schema.json`): one verdict or exchange per line.
 * Its last member is `"complete": true`; a text without it is truncated and not a report.
 */
export function* jsonReport(run: Redacted<Run>): Generator<string> {
  const exchanges = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  yield "{\n";
  for (const [name, value] of Object.entries(headOf(run)))
    if (value !== undefined) yield `${JSON.stringify(name)}: ${jsonText(value)},\n`;
  yield* jsonArray("verdicts", run.verdicts, (verdict) => verdictRecord(verdict, exchanges, run));
  yield* jsonArray("causes", run.causes, defectRecord);
  yield* jsonArray("leftOut", run.cases.leftOut, ({ why, cases }) => ({
    verdict: why.kind,
    ...whyRecord(why, run.words),
    cases,
  }));
  yield* jsonArray("exchanges", run.exchanges, exchangeRecord);
  yield `"complete": true\n}\n`;
}

function* jsonArray<Item>(name: string, items: readonly Item[], record: (item: Item) => unknown) {
  yield `${JSON.stringify(name)}: [`;
  for (const [index, item] of items.entries()) yield `${index === 0 ? "\n" : ",\n"}${jsonText(record(item))}`;
  yield "\n],\n";
}

/** A member that is undefined is left out. */
function headOf(run: Run): Record<string, unknown> {
  const { tool, runId, seed, profile, target, clock, startedAtMs, endedAtMs, words } = run;
  const { outcome, exitCode, reason = null, partial, rootCause, counts, requests, rounds } = run;
  const { created, notes, suiteErrors } = run;
  return {
    schemaVersion: reportSchemaVersion,
    ...{ tool, runId, seed, profile, target, clock },
    startedAt: new Date(startedAtMs).toISOString(),
    durationMs: endedAtMs - startedAtMs,
    spec: run.spec,
    ...{ outcome, exitCode, reason, partial },
    rootCause: rootCause === undefined ? null : causeRecord(rootCause, words),
    reach: reachOf(run),
    counts,
    requests: {
      ...{ total: requests.total, posts: requests.writes, probe: requests.probe },
      ...(requests.experiments > 0 && { experiments: requests.experiments }),
    },
    rounds: rounds && roundsRecord(rounds),
    ...{ created, notes, suiteErrors },
  };
}

function roundsRecord(rounds: Rounds): unknown {
  return {
    asked: rounds.asked ?? null,
    endedBy: rounds.endedBy,
    played: rounds.played.map(({ startedAtMs, endedAtMs, ...round }) => ({
      ...round,
      durationMs: endedAtMs - startedAtMs,
    })),
    missed: rounds.missed ?? null,
    sentences: [roundsInWords(rounds), missedInWords(rounds)].filter((sentence) => sentence !== undefined),
  };
}

/** Why something was not tested: its kind with its facts, the sentence, and what would change it. */
function whyRecord(why: Why, words: SuiteWords) {
  const { reason, remedy } = why;
  return {
    reason: reasonInWords(why, words) ?? null,
    // Where the root cause of the run is the reason, its sentence is given, and there is no kind.
    why: (reason && reasonRecord(reason, words)) ?? null,
    remedy: remedy === undefined ? null : remedyInWords(remedy),
  };
}

function causeRecord(cause: RootCause, words: SuiteWords): unknown {
  return {
    reason: reasonOf(cause),
    sentence: causeSentence(cause, words),
    remedy: causeRemedy(cause) ?? null,
    exchange: cause.exchange ?? null,
  };
}

/** What experiments send, and which part of an answer a page shows, is in no report. */
const notReported = {
  ...{ excerptAt: undefined, other: undefined, predecessors: undefined },
  ...{ unasked: undefined, beside: undefined },
} satisfies Partial<Record<keyof Cause, undefined>>;

function defectRecord(whole: Cause): unknown {
  const { finding, leading, exchanges, advice, tried, ...cause } = whole;
  const { case: of, expected, seen, got, place, exchange } = finding;
  return {
    ...cause,
    ...notReported,
    tried: tried && triedRecord(tried),
    requirement: leading,
    sentence: defectSentence(whole),
    likelyCause: advice?.likelyCause ?? null,
    howToFix: advice?.howToFix ?? null,
    ...{ case: of, expected, seen, got, place: place ?? null, exchange, exchanges },
  };
}

function triedRecord({ alone, after, other, exchanges, together }: Tried): unknown {
  return { alone, after, other, exchanges, together };
}

function verdictRecord(verdict: Verdict, exchanges: ReadonlyMap<number, WholeExchange>, run: Run): unknown {
  // The guidance is the same in every run; `explain` prints it.
  const { cause, guidance: _, ...others } = verdict;
  return {
    ...others,
    ...whyRecord(verdict, run.words),
    cause: cause?.kind === "control" ? cause : undefined,
    findings: verdict.findings.map((finding) => {
      const exchange = exchanges.get(finding.exchange);
      const curl = exchange === undefined ? null : curlLine(exchange.request, run.target);
      return { ...finding, place: finding.place ?? null, curl };
    }),
  };
}

function exchangeRecord(exchange: WholeExchange): unknown {
  const { id, step, label, part, experiment, traceId, round, repeats = null } = exchange;
  const { request, outcome, times } = exchange;
  const { sentAtMs, firstByteAtMs, endedAtMs } = times;
  return {
    ...{ id, step, label, part, experiment, traceId, round, repeats },
    request: {
      method: request.method,
      path: pathWithQuery(request),
      headers: requestHeaders(exchange),
      body: request.body === undefined ? null : bodyRecord(request.body.bytes),
    },
    response: outcome.kind === "answer" ? responseRecord(outcome.answer) : null,
    failure:
      outcome.kind === "failure" ? { ...outcome.failure, partial: outcome.failure.partial ?? null } : null,
    timings: {
      sentAt: new Date(sentAtMs).toISOString(),
      firstByteMs: firstByteAtMs === undefined ? null : firstByteAtMs - sentAtMs,
      totalMs: endedAtMs - sentAtMs,
    },
    reusedConnection: exchange.reusedConnection,
    inFlight: exchange.inFlight,
  };
}

function responseRecord({ status, headers, body }: WholeAnswer): unknown {
  return { status, headers, body: bodyRecord(body.bytes) };
}

/** A body as text where its bytes are UTF-8, else in base64; `bytes` is its whole length. */
function bodyRecord(bytes: Uint8Array): unknown {
  const kept = bytes.subarray(0, longestBody);
  const record = { bytes: bytes.length, truncated: kept.length < bytes.length };
  const text = utf8Text(kept, record.truncated);
  return text === undefined
    ? { ...record, base64: Buffer.from(kept).toString("base64") }
    : { ...record, text };
}
