import type { FoldedFinding, Verdict } from "../../check/verdict.ts";
import type { Exchange } from "../../exchange/exchange.ts";
import type { Run } from "../../run/result.ts";
import type { Redacted } from "../../secrets/redacted.ts";
import { causeLines } from "../cause-in-words.ts";
import { fingerprintOf } from "../compare/fingerprint.ts";
import { escapeForTerminal, jsonText, shorten } from "../escape.ts";
import { placeInWords } from "../place-in-words.ts";
import { outcomeSentence } from "../reach.ts";
import { sendAgain } from "../send-again.ts";
import { reasonInWords } from "../why-in-words.ts";
import { type SpecPlaces, specPlaces } from "./spec-place.ts";

/** The most characters of one text; code scanning shows a line or two. */
const longestText = 1000;

/**
 * A run as SARIF 2.1.0, for code scanning: one rule per requirement, one result per finding, on the line of the
 * OpenAPI document that describes the operation. An inconclusive requirement is an open result; a run that ended early
 * is marked as unsuccessful.
 */
export function* sarifReport(run: Redacted<Run>): Generator<string> {
  const verdicts = run.verdicts.filter(({ level }) => level !== "open");
  const exchanges = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  const places = specPlaces(run);
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: run.tool.name,
            version: run.tool.version,
            semanticVersion: run.tool.version,
            rules: verdicts.map(rule),
          },
        },
        automationDetails: { id: `petstore-conformance/${run.profile}/` },
        invocations: [invocation(run)],
        results: verdicts.flatMap((verdict, index) => results(verdict, index, exchanges, places, run)),
        properties: { outcome: run.outcome, partial: run.partial, target: text(run.target) },
      },
    ],
  };
  yield `${jsonText(log, 2)}\n`;
}

function rule({ id, slug, level, text: sentence, clause, area }: Verdict): unknown {
  return {
    id,
    name: slug,
    shortDescription: { text: text(sentence) },
    fullDescription: { text: `${text(sentence)} (${clause})` },
    help: { text: `petstore-conformance explain ${id} describes how it is judged.` },
    defaultConfiguration: { level: level === "must" ? "error" : "warning" },
    properties: { tags: [area, level] },
  };
}

function invocation(run: Redacted<Run>): unknown {
  const notifications = [
    ...causeLines(run),
    ...run.suiteErrors.map(({ where, message }) => `${where}: ${message}`),
  ];
  return {
    executionSuccessful: run.outcome !== "inconclusive" && !run.partial && run.suiteErrors.length === 0,
    exitCode: run.exitCode,
    exitCodeDescription: text(outcomeSentence(run)),
    startTimeUtc: new Date(run.startedAtMs).toISOString(),
    endTimeUtc: new Date(run.endedAtMs).toISOString(),
    toolExecutionNotifications: notifications.map((sentence) => ({
      level: "error",
      message: { text: text(sentence) },
    })),
  };
}

function results(
  verdict: Verdict,
  ruleIndex: number,
  exchanges: ReadonlyMap<number, Exchange>,
  places: SpecPlaces,
  run: Run,
): unknown[] {
  const { id, level } = verdict;
  if (verdict.verdict === "inconclusive") {
    const why = `${id} is inconclusive: ${reasonInWords(verdict) ?? "evidence was lost"}`;
    return [{ ruleId: id, ruleIndex, kind: "open", level: "none", message: { text: text(why) } }];
  }
  return verdict.findings.map((finding) => {
    const exchange = exchanges.get(finding.exchange);
    const again = exchange && sendAgain(exchange.request, run);
    return {
      ruleId: id,
      ruleIndex,
      kind: "fail",
      level: level === "must" ? "error" : "warning",
      message: { text: sentence(finding) },
      locations: [location(exchange, places)],
      partialFingerprints: { "finding/v1": fingerprintOf(id, finding) },
      occurrenceCount: Math.max(1, finding.broken),
      properties: {
        case: text(finding.case),
        where: finding.place === undefined ? "" : text(placeInWords(finding.place)),
        exchange: finding.exchange,
        ...(again && { [again.language === "sh" ? "curl" : "snippet"]: escapeForTerminal(again.line) }),
      },
    };
  });
}

function sentence(finding: FoldedFinding): string {
  const where = finding.place === undefined ? "" : ` (${placeInWords(finding.place)})`;
  return text(`${finding.case}: expected ${finding.expected}; got ${finding.seen}${where}`);
}

function location(exchange: Exchange | undefined, places: SpecPlaces): unknown {
  const { uri, line } = places(exchange);
  return {
    physicalLocation: { artifactLocation: { uri }, region: { startLine: line } },
    ...(exchange === undefined
      ? {}
      : { logicalLocations: [{ name: `${exchange.request.method} ${text(exchange.request.path)}` }] }),
  };
}

/** SARIF interprets `[text](link)` and `{0}` in messages: both are escaped in text from the target. */
function text(given: string): string {
  return shorten(escapeForTerminal(given), longestText)
    .replaceAll(/[[\]]/gu, "\\$&")
    .replaceAll(/[{}]/gu, "$&$&");
}
