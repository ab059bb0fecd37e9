import type { FoldedFinding, Verdict } from "../../core/check/verdict.ts";
import { escapeForTerminal, jsonText, shorten } from "../../core/json/escape.ts";
import type { Run } from "../../core/run/result.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { causeLines } from "../cause-in-words.ts";
import { fingerprintOf } from "../compare/fingerprint.ts";
import { placeInWords } from "../place-in-words.ts";
import { outcomeSentence } from "../reach.ts";
import { sendAgain } from "../send-again.ts";
import { reasonInWords } from "../why-in-words.ts";
import { type SpecPlace, specPlaces } from "./spec-place.ts";

/** The most characters of one text; code scanning shows a line or two. */
const longestText = 1000;

/**
 * A run as SARIF 2.1.0, for code scanning: one rule per requirement, one result per finding, on the line of the
 * OpenAPI document that describes the operation. An inconclusive requirement is an open result; a run that ended early
 * is marked as unsuccessful.
 */
export function sarifReport(run: Redacted<Run>): Generator<string> {
  const exchanges = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  const places = specPlaces(run);
  return sarifText(run, {
    automation: `petstore-conformance/${run.profile}/`,
    sentence: outcomeSentence(run),
    isComplete: !run.partial && run.suiteErrors.length === 0,
    notifications: [
      ...causeLines(run),
      ...run.suiteErrors.map(({ where, message }) => `${where}: ${message}`),
    ],
    properties: { outcome: run.outcome, partial: run.partial, target: text(run.target) },
    seenIn: (finding) => {
      const request = exchanges.get(finding.exchange)?.request;
      const again = request && sendAgain(request, run);
      return {
        place: places(request),
        request,
        properties: again && {
          [again.language === "sh" ? "curl" : "snippet"]: escapeForTerminal(again.line),
        },
      };
    },
  });
}

export interface SarifInput {
  /** Which runs supersede each other in code scanning. */
  readonly automation: string;
  /** The outcome in words. */
  readonly sentence: string;
  readonly isComplete: boolean;
  readonly notifications: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
  readonly seenIn: (finding: FoldedFinding) => {
    readonly place: SpecPlace;
    readonly request: { readonly method: string; readonly path: string } | undefined;
    readonly properties: Readonly<Record<string, unknown>> | undefined;
  };
}

type Judged = Pick<Run, "tool" | "verdicts" | "outcome" | "exitCode" | "startedAtMs" | "endedAtMs">;

/** A run or an exam. */
export function* sarifText(judged: Judged, input: SarifInput): Generator<string> {
  const { tool } = judged;
  const verdicts = judged.verdicts.filter(({ level }) => level !== "open");
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: tool.name,
            version: tool.version,
            semanticVersion: tool.version,
            rules: verdicts.map(rule),
          },
        },
        automationDetails: { id: input.automation },
        invocations: [invocation(judged, input)],
        results: verdicts.flatMap((verdict, index) => results(verdict, index, input)),
        properties: input.properties,
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

function invocation(
  { outcome, exitCode, startedAtMs, endedAtMs }: Judged,
  { sentence, isComplete, notifications }: SarifInput,
): unknown {
  return {
    executionSuccessful: outcome !== "inconclusive" && isComplete,
    exitCode,
    exitCodeDescription: text(sentence),
    startTimeUtc: new Date(startedAtMs).toISOString(),
    endTimeUtc: new Date(endedAtMs).toISOString(),
    toolExecutionNotifications: notifications.map((one) => ({
      level: "error",
      message: { text: text(one) },
    })),
  };
}

function results(verdict: Verdict, ruleIndex: number, { seenIn }: SarifInput): unknown[] {
  const { id, level } = verdict;
  if (verdict.verdict === "inconclusive") {
    const why = `${id} is inconclusive: ${reasonInWords(verdict) ?? "evidence was lost"}`;
    return [{ ruleId: id, ruleIndex, kind: "open", level: "none", message: { text: text(why) } }];
  }
  return verdict.findings.map((finding) => {
    const { place, request, properties } = seenIn(finding);
    return {
      ruleId: id,
      ruleIndex,
      kind: "fail",
      level: level === "must" ? "error" : "warning",
      message: { text: sentence(finding) },
      locations: [location(place, request)],
      partialFingerprints: { "finding/v1": fingerprintOf(id, finding) },
      occurrenceCount: Math.max(1, finding.broken),
      properties: {
        case: text(finding.case),
        where: finding.place === undefined ? "" : text(placeInWords(finding.place)),
        exchange: finding.exchange,
        ...properties,
      },
    };
  });
}

function sentence(finding: FoldedFinding): string {
  const where = finding.place === undefined ? "" : ` (${placeInWords(finding.place)})`;
  return text(`${finding.case}: expected ${finding.expected}; got ${finding.seen}${where}`);
}

function location({ uri, line }: SpecPlace, request: ReturnType<SarifInput["seenIn"]>["request"]): unknown {
  return {
    physicalLocation: { artifactLocation: { uri }, region: { startLine: line } },
    ...(request && { logicalLocations: [{ name: `${request.method} ${text(request.path)}` }] }),
  };
}

/** SARIF interprets `[text](link)` and `{0}` in messages: both are escaped in text from the target. */
function text(given: string): string {
  return shorten(escapeForTerminal(given), longestText)
    .replaceAll(/[[\]]/gu, "\\$&")
    .replaceAll(/[{}]/gu, "$&$&");
}
