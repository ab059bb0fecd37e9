import { createEventStream } from "../../src/cli/live/event-stream.ts";
import { unsaidEntries } from "../../src/cli/published/known-failures-file.ts";
import type { Run, RunEvent } from "../../src/core/run/result.ts";
import type { Redacted } from "../../src/core/secrets/redacted.ts";
import type { Secrets } from "../../src/core/secrets/secrets.ts";
import { compareRuns } from "../../src/report/compare/compare-runs.ts";
import { diffAsMarkdown, diffForTerminal } from "../../src/report/compare/diff-text.ts";
import { excuse } from "../../src/report/compare/known-failures.ts";
import { matrixAsMarkdown, matrixForTerminal } from "../../src/report/compare/matrix-text.ts";
import type { SavedRun } from "../../src/report/compare/saved-run.ts";
import { consoleReport } from "../../src/report/console/console.ts";
import { formatNames, formats } from "../../src/report/formats/formats.ts";
import { githubAnnotations } from "../../src/report/formats/github.ts";
import { matrixPage } from "../../src/report/html/matrix-page.ts";
import { diffPage } from "../../src/report/html/table-page.ts";
import { reportOfRun } from "../../src/report/run-report.ts";

/** One thing that a run writes. */
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
  const io = {
    out: (line: string) => void lines.push(line),
    err: () => undefined,
    folder: "/",
  };
  const events = createEventStream("-", io);
  const tell = (event: RunEvent) => events.onEvent(secrets.redact(event));
  for (const exchange of run.exchanges) tell({ kind: "exchange", exchange, serves: [] });
  for (const sentence of run.notes) tell({ kind: "notice", sentence });
  events.finish(secrets.redact(run));
  return lines.join("");
}

async function newFailuresOf(run: Redacted<Run>, secrets: Secrets): Promise<string> {
  return unsaidEntries(
    secrets.redact(excuse(run, [], { required: [], strict: false, redact: secrets.redact }).newFailures),
  );
}

/** What `diff` and `matrix` make of a saved report, beside one in which all was well. */
function tablesOf(run: SavedRun): Written[] {
  const good = {
    ...run,
    verdicts: run.verdicts.map((v) => ({ ...v, verdict: "pass", findings: [], reason: null }) as const),
  };
  const comparison = compareRuns(good, run);
  const columns = [
    { name: "a", run: good, earlier: [] },
    { name: "b", run, earlier: [good] },
  ];
  return [
    { format: "diff", extension: "txt", text: diffForTerminal(comparison, 100, false) },
    { format: "diff", extension: "md", text: diffAsMarkdown(comparison) },
    { format: "diff", extension: "html", text: diffPage(comparison) },
    { format: "matrix", extension: "txt", text: matrixForTerminal(columns, 100, false) },
    { format: "matrix", extension: "md", text: matrixAsMarkdown(columns) },
    { format: "matrix", extension: "html", text: matrixPage(columns) },
  ];
}
