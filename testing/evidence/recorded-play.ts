import type { Prepared } from "../../src/assembly/assemble.ts";
import { renderReport } from "../../src/assembly/render-report.ts";
import { judgeRecording } from "../../src/evidence/judge-recording.ts";
import { judgedBy, lineOf, readRecording } from "../../src/evidence/recording.ts";
import { type Player, play } from "../../src/proof/play.ts";
import type { Journal } from "../../src/run/journal.ts";
import type { RunOptions } from "../../src/run/options.ts";
import type { Run } from "../../src/run/result.ts";
import { createSecrets } from "../../src/secrets/secrets.ts";

const compared = ["json", "html", "junit"] as const;

/** Plays a server of the bed, and keeps its recording. */
export function recordedPlay(
  server: Player,
  prepared: Prepared,
  options: Partial<RunOptions>,
): Promise<RecordedRun> {
  return recorded(prepared, (journal) => play(server, { ...prepared, options, journal }));
}

interface RecordedRun {
  readonly run: Run;
  readonly lines: readonly string[];
}

/** Keeps the lines of a run's recording. */
export async function recorded(
  { contract, requirements }: Prepared,
  run: (journal: Journal) => Promise<Run>,
): Promise<RecordedRun> {
  const secrets = createSecrets();
  const by = judgedBy(contract, requirements, undefined);
  const lines: string[] = [];
  return { run: await run((entry) => void lines.push(lineOf(entry, by, secrets))), lines };
}

/** The formats of reports that are not the same from the recording. */
export async function differingReports(
  run: Run,
  lines: readonly string[],
  prepared: Prepared,
): Promise<readonly string[]> {
  const recording = readRecording(lines);
  const again = judgeRecording(recording, { ...prepared, options: recording.start.options, asThen: true });
  const reports = (of: Run) =>
    Promise.all(compared.map((format) => renderReport(createSecrets().redact(of), format)));
  const [then, now] = await Promise.all([reports(run), reports(again)]);
  return compared.filter((_, i) => then[i] !== now[i]);
}
