import type { Prepared } from "../../src/assembly/assemble.ts";
import { renderReport } from "../../src/assembly/render-report.ts";
import { judgeRecording } from "../../src/evidence/judge-recording.ts";
import { judgedBy, lineOf, readRecording } from "../../src/evidence/recording.ts";
import { type Player, type PlayOptions, play } from "../../src/proof/play.ts";
import type { Journal } from "../../src/run/journal.ts";
import type { RunOptions } from "../../src/run/options.ts";
import type { Run } from "../../src/run/result.ts";
import { createSecrets, type Secrets } from "../../src/secrets/secrets.ts";

const compared = ["json", "html", "junit"] as const;

export interface RecordedRun {
  readonly run: Run;
  readonly lines: readonly string[];
  /** What the run sent to authenticate. */
  readonly secrets: Secrets;
}

/** Plays a server of the bed, and keeps its recording. */
export function recordedPlay(
  server: Player,
  prepared: Prepared,
  { serve, key, ...options }: Partial<RunOptions> & Pick<PlayOptions, "serve" | "key">,
): Promise<RecordedRun> {
  const way = { ...(serve && { serve }), ...(key !== undefined && { key }) };
  return recorded(prepared, (journal, secrets) =>
    play(server, { ...prepared, ...way, options, journal, secrets }),
  );
}

/** Keeps the lines of a run's recording. */
export async function recorded(
  { contract, requirements }: Prepared,
  run: (journal: Journal, secrets: Secrets) => Promise<Run>,
): Promise<RecordedRun> {
  const secrets = createSecrets();
  const by = judgedBy(contract, requirements, undefined);
  const lines: string[] = [];
  const journal: Journal = (entry) => void lines.push(lineOf(entry, by, secrets));
  return { run: await run(journal, secrets), lines, secrets };
}

/** The formats of reports that are not the same from the recording, which knows no secret. */
export async function differingReports(
  { run, lines, secrets }: RecordedRun,
  prepared: Prepared,
): Promise<readonly string[]> {
  const recording = readRecording(lines);
  const again = judgeRecording(recording, { ...prepared, options: recording.start.options, asThen: true });
  const reports = (of: Run, without: Secrets) =>
    Promise.all(compared.map((format) => renderReport(without.redact(of), format)));
  const [then, now] = await Promise.all([reports(run, secrets), reports(again, createSecrets())]);
  return compared.filter((_, i) => then[i] !== now[i]);
}
