import { entriesOf } from "../../src/cli/commands/shared/known-failures-file.ts";
import { createEventStream } from "../../src/cli/live/event-stream.ts";
import { compareRuns } from "../../src/report/compare/compare-runs.ts";
import { diffAsMarkdown, diffForTerminal } from "../../src/report/compare/diff-text.ts";
import { excuse } from "../../src/report/compare/known-failures.ts";
import { matrixAsMarkdown, matrixForTerminal } from "../../src/report/compare/matrix.ts";
import type { SavedRun } from "../../src/report/compare/saved-run.ts";
import { consoleReport } from "../../src/report/console/console.ts";
import { formatNames, formats } from "../../src/report/formats/formats.ts";
import { githubAnnotations } from "../../src/report/formats/github.ts";
import { diffPage, matrixPage } from "../../src/report/html/table-page.ts";
import { redactRun } from "../../src/report/redact-run.ts";
import type { Run } from "../../src/run/result.ts";
import { createRedactor } from "../../src/secrets/redact.ts";

/** One thing that a run writes. */
export interface Written {
  /** `console`, a format of `--report`, or what else is written of a run. */
  readonly format: string;
  /** Of its file, without the dot. */
  readonly extension: string;
  readonly text: string;
}

/** Everything that is written of a run, as the command line does it. */
export async function published(run: Run, secrets: readonly string[]): Promise<readonly Written[]> {
  const redacted = redactRun(run, createRedactor(secrets));
  const console = consoleReport(redacted, { width: 100, colour: false, quiet: false });
  const written: Written[] = [
    { format: "console", extension: "txt", text: console },
    { format: "annotations", extension: "annotations", text: githubAnnotations(redacted) },
    { format: "events", extension: "ndjson", text: eventsOf(run, secrets) },
    { format: "known failures", extension: "txt", text: await newFailuresOf(redacted) },
  ];
  for (const format of formatNames) {
    const write = await formats[format].load();
    const text = [...write(redacted, { strict: false })].join("");
    written.push({ format, extension: formats[format].extension, text });
    if (format === "json") written.push(...tablesOf(JSON.parse(text)));
  }
  return written;
}

function eventsOf(run: Run, secrets: readonly string[]): string {
  const lines: string[] = [];
  const io = {
    out: (line: string) => void lines.push(line),
    err: () => undefined,
    folder: "/",
    secrets: new Set(secrets),
  };
  const events = createEventStream("-", io);
  for (const exchange of run.exchanges) events.onEvent({ kind: "exchange", exchange, serves: [] });
  for (const sentence of run.notes) events.onEvent({ kind: "notice", sentence });
  events.finish(run);
  return lines.join("");
}

async function newFailuresOf(run: Run): Promise<string> {
  return entriesOf(excuse(run, [], { required: [], strict: false }).news);
}

/** What `diff` and `matrix` make of a saved report, beside one in which all was well. */
function tablesOf(run: SavedRun): Written[] {
  const good = {
    ...run,
    verdicts: run.verdicts.map((v) => ({ ...v, verdict: "pass", findings: [], reason: null }) as const),
  };
  const comparison = compareRuns(good, run);
  const columns = [
    { name: "a", run: good },
    { name: "b", run },
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
