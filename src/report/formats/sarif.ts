import type { FoldedFinding, Verdict } from "../../core/check/verdict.ts";
import { escapeForTerminal, jsonText, shorten } from "../../core/json/escape.ts";
import { causeLines } from "../cause-in-words.ts";
import { fingerprintOf } from "../compare/fingerprint.ts";
import { commandLine } from "../curl.ts";
import { whyItFails } from "../defect-in-words.ts";
import type { Report } from "../report.ts";
import { placeInWords } from "../sentences.ts";
import { reasonInWords } from "../why-in-words.ts";
import { type Request, requestOf, type SpecPlace, specPlaces } from "./spec-place.ts";

/** The most characters of one text; code scanning shows a line or two. */
const longestText = 1000;

/**
 * SARIF 2.1.0, for code scanning: one rule per requirement, one result per finding, on the line of the OpenAPI document
 * that describes the operation. Of a client's code nothing is known: what it called has a place. An inconclusive
 * requirement is an open result; what ended early is marked as unsuccessful.
 */
export function* sarifReport(report: Report): Generator<string> {
  const { tool, properties } = report;
  const verdicts = report.verdicts.filter(({ level }) => level !== "open");
  const places = specPlaces(report);
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
        // Reports of one name supersede each other in code scanning.
        automationDetails: { id: `petstore-conformance/${properties.profile ?? report.kind}/` },
        invocations: [invocation(report)],
        results: verdicts.flatMap((verdict, index) => results(verdict, index, report, places)),
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, value]) => [
            name,
            typeof value === "string" ? text(value) : value,
          ]),
        ),
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

function invocation(report: Report): unknown {
  const { outcome, exitCode, startedAtMs, endedAtMs, partial, suiteErrors, cause } = report;
  const notifications = [
    ...causeLines(cause),
    ...suiteErrors.map(({ where, message }) => `${where}: ${message}`),
  ];
  return {
    executionSuccessful: outcome !== "inconclusive" && !partial && suiteErrors.length === 0,
    exitCode,
    exitCodeDescription: text(report.sentences(false).join(". ")),
    startTimeUtc: new Date(startedAtMs).toISOString(),
    endTimeUtc: new Date(endedAtMs).toISOString(),
    toolExecutionNotifications: notifications.map((one) => ({
      level: "error",
      message: { text: text(one) },
    })),
  };
}

function results(
  verdict: Verdict,
  ruleIndex: number,
  report: Report,
  places: ReturnType<typeof specPlaces>,
): unknown[] {
  const { id, level } = verdict;
  if (verdict.verdict === "inconclusive") {
    const why = `${id} is inconclusive: ${reasonInWords(verdict, report.words) ?? "evidence was lost"}`;
    return [{ ruleId: id, ruleIndex, kind: "open", level: "none", message: { text: text(why) } }];
  }
  return verdict.findings.map((finding) => {
    const exchange = report.exchange(finding.exchange);
    const request = exchange && requestOf(exchange);
    const commands = report.again(finding).map(commandLine);
    return {
      ruleId: id,
      ruleIndex,
      kind: "fail",
      level: level === "must" ? "error" : "warning",
      message: { text: sentence(finding) + whySentence(id, report) },
      locations: [location(places(request), request)],
      partialFingerprints: { "finding/v1": fingerprintOf(id, finding) },
      occurrenceCount: Math.max(1, finding.broken),
      properties: {
        case: text(finding.case.label),
        where: finding.place === undefined ? "" : text(placeInWords(finding.place)),
        exchange: finding.exchange,
        ...(commands.length === 0
          ? {}
          : {
              [report.language === "sh" ? "curl" : "snippet"]: commands.map(escapeForTerminal).join("\n"),
            }),
      },
    };
  });
}

function sentence(finding: FoldedFinding): string {
  const where = finding.place === undefined ? "" : ` (${placeInWords(finding.place)})`;
  return text(`${finding.case.label}: expected ${finding.expected}; got ${finding.seen}${where}`);
}

/** Sentences behind the finding's: the likely cause, and how to fix it. */
function whySentence(id: string, { causes }: Report): string {
  return whyItFails(id, causes)
    .filter(([label]) => label !== "shown by")
    .map(([label, why]) => `${label === "fix" ? " How to fix: " : ". Likely cause: "}${text(why)}`)
    .join("");
}

function location({ uri, line }: SpecPlace, request: Request | undefined): unknown {
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
