import { renderReport } from "#assembly/library-run.ts";
import { integerBetween, seededRandom } from "#core/check/inputs/random.ts";
import { judgeRecording } from "#core/recording/judge-again.ts";
import { judgedBy, lineOf, readRecording } from "#core/recording/recording.ts";
import type { KeptJournal } from "#core/run/journal/journal.ts";
import type { RunOptions } from "#core/run/options.ts";
import type { Run } from "#core/run/result.ts";
import { shortestAnywhere } from "#core/secrets/redact.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { formatNames } from "#report/formats/formats.ts";
import type { ListedServer } from "#suites/servers.ts";
import { formsFound } from "../hostile/key-forms.ts";
import { playOn, prepared, type Served } from "../proof/bed.ts";
import { printed } from "../report/sample-run.ts";

interface Recorded {
  readonly run: Redacted<Run>;
  readonly lines: readonly string[];
}

interface RecordedRun extends Recorded {
  /** What the run sent to authenticate: the key, its near-misses, and what was made of them. */
  readonly sent: ReadonlySet<string>;
}

/** A few servers of the bed, always the same. */
export function sampleOfBed(
  servers: readonly ListedServer[],
  from: number,
  to: number,
): readonly (readonly [string, ListedServer])[] {
  const random = seededRandom(1, "sample of the bed");
  const sample = Array.from({ length: to }, () => servers[integerBetween(random, 0, servers.length - 1)]);
  return sample.slice(from).flatMap((server) => (server ? [[server.id, server] as const] : []));
}

/** Plays a server of the bed, and keeps its recording. */
export async function recordedPlay(
  server: Served,
  { key, ...options }: Partial<RunOptions> & { readonly key?: string } = {},
): Promise<RecordedRun> {
  const secrets = new RememberedSecrets();
  const by = judgedBy(prepared.contract, prepared.requirements);
  const lines: string[] = [];
  const journal: KeptJournal = (entry) => void lines.push(lineOf(entry, by));
  const run = await playOn(server, options, { ...(key !== undefined && { key }), journal, secrets });
  return { run, lines, sent: secrets.sent };
}

class RememberedSecrets extends Secrets {
  readonly sent = new Set<string>();

  override add(...more: readonly string[]): void {
    for (const secret of more) this.sent.add(secret);
    super.add(...more);
  }
}

/** Which secrets the recording holds in which forms; a shorter one is not looked for everywhere, since it is a word. */
export function formsKept({ lines, sent }: RecordedRun): readonly string[] {
  const text = lines.join("\n");
  const secrets = [...sent].filter(({ length }) => length >= shortestAnywhere);
  return secrets.flatMap((secret) => formsFound(text, secret).map((form) => `${secret} ${form}`));
}

/** The formats of reports that are not the same from the recording, which knows no secret. */
export async function differingReports({ run, lines }: Recorded): Promise<readonly string[]> {
  const again = await replayed(lines);
  const [then, now] = await Promise.all([reportsOf(run), reportsOf(again)]);
  return [...formatNames, "console"].filter((_, i) => then[i] !== now[i]);
}

function replayed(lines: readonly string[]): Promise<Redacted<Run>> {
  const recording = readRecording(lines);
  const { options } = recording.start;
  return judgeRecording(recording.kept, { ...prepared, options, asThen: true });
}

/** How the verdicts of a recording that rest on nothing redacted differ from those of the run; and how many do rest on it. */
export async function judgedFromRecording({ run, lines }: Recorded) {
  const again = await replayed(lines);
  const saidOf = ({ id, verdict, reason }: Run["verdicts"][number]) =>
    `${id}: ${verdict} ${JSON.stringify(reason)}`;
  const then = new Set(run.verdicts.map(saidOf));
  const others = again.verdicts.filter(
    ({ verdict, reason }) => verdict !== "inconclusive" || String(reason?.kind) !== "redacted",
  );
  return {
    unlike: [
      ...others.map(saidOf).filter((said) => !then.has(said)),
      ...again.suiteErrors.map(({ where, message }) => `${where}: ${message}`),
    ],
    redacted: again.verdicts.length - others.length,
    outcome: again.outcome,
  };
}

/** What is written and printed of a run. */
export async function reportsOf(run: Redacted<Run>): Promise<readonly string[]> {
  const written = await Promise.all(formatNames.map((format) => renderReport(run, format)));
  return [...written, printed(run, { verbose: true })];
}
