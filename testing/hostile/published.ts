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
