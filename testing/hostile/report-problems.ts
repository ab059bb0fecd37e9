import { Marked } from "marked";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { SaxesParser } from "saxes";
import { EventStream } from "#cli/live/event-stream.ts";
import { unsaidEntries } from "#cli/published/known-failures-file.ts";
import type { Run, RunEvent } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { Secrets } from "#core/secrets/secrets.ts";
import { changesSheet, compareRuns, implementationsSheet } from "#report/compare/compare-runs.ts";
import { excuse } from "#report/compare/known-failures.ts";
import type { SavedRun } from "#report/compare/saved-run.ts";
import { sheetAsMarkdown, sheetForTerminal } from "#report/compare/sheet.ts";
import { consoleReport } from "#report/console/console.ts";
import { formatNames, formats } from "#report/formats/formats.ts";
import { githubAnnotations } from "#report/formats/github.ts";
import { sheetPage } from "#report/html/html.ts";
import { reportOfRun } from "#report/run-report.ts";
import { sampleIo } from "../cli/sample-io.ts";

export interface Written {
  /** `console`, a format of `--report`, or what else is written of a run. */
  readonly format: string;
  /** Of its file, without the dot. */
  readonly extension: string;
  readonly text: string;
}

/** Everything that is written of a run, as the command line does it. */
export async function published(run: Run, secrets: Secrets): Promise<readonly Written[]> {
  const redacted = secrets.redact(run);
  const report = reportOfRun(redacted);
  const console = consoleReport(report, { width: 100, colour: false, quiet: false, verbose: false });
  const written: Written[] = [
    { format: "console", extension: "txt", text: console },
    { format: "annotations", extension: "annotations", text: githubAnnotations(report) },
    { format: "events", extension: "ndjson", text: eventsOf(run, secrets) },
    { format: "known failures", extension: "txt", text: await newFailuresOf(redacted, secrets) },
  ];
  for (const format of formatNames) {
    const text = [...(await formats[format].write(report, { strict: false }))].join("");
    written.push({ format, extension: formats[format].extension, text });
    if (format === "json") written.push(...tablesOf(JSON.parse(text)));
  }
  return written;
}

function eventsOf(run: Run, secrets: Secrets): string {
  const lines: string[] = [];
  const { io } = sampleIo({ out: (line) => void lines.push(line) });
  const events = new EventStream("-", io);
  const tell = (event: RunEvent) => events.onEvent(secrets.redact(event));
  for (const exchange of run.exchanges) tell({ kind: "exchange", exchange });
  for (const sentence of run.notes) tell({ kind: "notice", sentence });
  events.finish(secrets.redact(run));
  return lines.join("");
}

async function newFailuresOf(run: Redacted<Run>, secrets: Secrets): Promise<string> {
  return unsaidEntries(
    secrets.redact(excuse(run, [], { required: [], strict: false, redact: secrets.redact }).newFailures),
  );
}

/** What `compare` makes of a saved report, beside one in which all was well. */
function tablesOf(run: SavedRun): Written[] {
  const good = {
    ...run,
    verdicts: run.verdicts.map((v) => ({ ...v, verdict: "pass", findings: [], reason: null }) as const),
  };
  const sheet = changesSheet(compareRuns(good, run));
  const columns = [
    { name: "a", run: good },
    { name: "b", run },
  ];
  return Object.entries({ changes: sheet, table: implementationsSheet(columns) }).flatMap(([format, one]) => [
    { format, extension: "txt", text: sheetForTerminal(one, 100, false) },
    { format, extension: "md", text: sheetAsMarkdown(one) },
    { format, extension: "html", text: sheetPage(one) },
  ]);
}

// What text of the target's has done to a report, reported by parsers that are not ours.

/** None when the report is what its format says and holds nothing of what `hostileTexts` try to bring in. */
export function reportProblems({ format, extension, text }: Written): string[] {
  const problems = [...anyText(text), ...(parsers[extension]?.(text) ?? [])];
  return problems.map((problem) => `${format}: ${problem}`);
}

const parsers: Readonly<Record<string, (text: string) => string[]>> = {
  json: jsonProblems,
  xml: xmlProblems,
  html: htmlProblems,
  md: markdownProblems,
  txt: lineProblems,
  ndjson: (text) => text.trimEnd().split("\n").flatMap(jsonProblems),
  annotations: annotationProblems,
};

/** No format needs a control character, a bidirectional mark, or half a character. */
function anyText(text: string): string[] {
  const found =
    /[^\n\t\P{Cc}]|[\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|\p{Cs}/u.exec(text);
  return found === null ? [] : [`holds U+${found[0].codePointAt(0)?.toString(16)} at ${found.index}`];
}

/** Lines that the log of a CI server would take for a command. */
function lineProblems(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => /^\s*(?:::[a-z]|##(?:vso|teamcity|\[))/i.test(line))
    .map((line) => `the line ${JSON.stringify(line.slice(0, 80))} is a command`);
}

function jsonProblems(text: string): string[] {
  return hasForged(JSON.parse(text)) ? ["has a member that was brought in"] : [];
}

function hasForged(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasForged);
  return Object.hasOwn(value, "forged") || Object.values(value).some(hasForged);
}

/** A job's log is read line by line: each of these is one command, whose title holds neither colon nor comma. */
function annotationProblems(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => line !== "" && !/^::(?:error|warning) title=[^:,]*::/.test(line))
    .map((line) => `the line ${JSON.stringify(line.slice(0, 80))} is no annotation`);
}

function xmlProblems(text: string): string[] {
  const problems: string[] = [];
  const parser = new SaxesParser();
  const known = [
    ...["testsuites", "testsuite", "testcase", "failure", "error", "skipped", "system-out"],
    ...["properties", "property"],
  ];
  parser.on("error", (error) => void problems.push(error.message));
  parser.on("opentag", ({ name, attributes }) => {
    if (!known.includes(name)) problems.push(`has an element ${name}`);
    if (Object.values(attributes).includes("forged")) problems.push(`has a forged ${name}`);
  });
  for (const kind of ["comment", "processinginstruction", "doctype", "cdata"] as const)
    parser.on(kind, () => void problems.push(`has a ${kind}`));
  parser.write(text).close();
  return [...new Set(problems)];
}

const neverInPages = ["forged", "img", "iframe", "object", "embed", "base", "link"];

function htmlProblems(text: string): string[] {
  const problems: string[] = [];
  let scripts = 0;
  const waiting: DefaultTreeAdapterTypes.Node[] = [parse(text)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ("childNodes" in node) waiting.push(...node.childNodes);
    if (!("tagName" in node)) continue;
    if (neverInPages.includes(node.tagName)) problems.push(`has an element ${node.tagName}`);
    if (node.tagName === "script" && !node.attrs.some((a) => a.name === "type" && a.value.includes("json")))
      scripts += 1;
    for (const { name, value } of node.attrs) {
      if (name.startsWith("on")) problems.push(`has an attribute ${name}`);
      if (
        /^\s*(?:javascript|data|vbscript):/i.test(value) ||
        (/^(?:href|src)$/.test(name) && /evil\.example/.test(value))
      )
        problems.push(`has ${name}="${value.slice(0, 40)}"`);
    }
  }
  if (scripts > 1) problems.push(`has ${scripts} scripts`);
  return [...new Set(problems)];
}

function markdownProblems(text: string): string[] {
  const problems: string[] = [];
  const marked = new Marked({ gfm: true });
  marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === "image") problems.push("has an image");
    if (token.type === "link" && /evil\.example|javascript:/.test(String(token.href)))
      problems.push("has a link that was brought in");
    if (token.type === "heading" && /forged/.test(String(token.text)))
      problems.push("has a heading that was brought in");
    if (token.type === "html" && /forged|onerror|<script|<img/.test(token.raw))
      problems.push(`has HTML: ${token.raw.slice(0, 60)}`);
    if (token.type === "table") {
      const cells = token.header.length;
      if (token.header.some((cell: { text: string }) => /forged/.test(cell.text)))
        problems.push("has a table that was brought in");
      if (token.rows.some((row: unknown[]) => row.length !== cells))
        problems.push("has a row of another length");
    }
  });
  return [...new Set([...problems, ...lineProblems(text)])];
}
