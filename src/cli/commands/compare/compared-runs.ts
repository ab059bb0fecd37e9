import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Io } from "#cli/io.ts";
import { counted } from "#core/check/results/words.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import { UsageError } from "#core/options/usage-error.ts";
import { reportsIn } from "#fleet/results.ts";
import type { NamedRun } from "#report/compare/implementations.ts";
import { readReports } from "#report/compare/read-reports.ts";
import { runAsSaved, type SavedRun } from "#report/compare/saved-run.ts";

interface Operand {
  readonly name: string;
  /** Of a report or a recording. */
  readonly path: string;
}

const recordingEnding = /\.ndjson(?:\.gz|\.zst)?$/i;
const runEnding = /\.json$|\.ndjson(?:\.gz|\.zst)?$/i;

/**
 * Reads what is compared: JSON reports, recordings, which are judged again, and folders of either; the folder of
 * `fleet` has the names of its targets.
 * @throws UsageError for what cannot be read
 */
export async function readRuns(
  operands: readonly string[],
  io: Io,
): Promise<{ readonly runs: readonly NamedRun[]; readonly areNamedOneByOne: boolean }> {
  const found = await Promise.all(operands.map((text) => operandsOf(text, io.folder)));
  const named = found.flatMap(({ runs }) => runs);
  const reports = named.filter(({ path }) => !recordingEnding.test(path)).map(({ path }) => path);
  const saved = await readReports(reports, io.folder);
  const byPath = new Map(reports.map((path, at) => [path, saved[at]]));
  const recordings = named.filter(({ path }) => recordingEnding.test(path)).map(({ path }) => path);
  for (const [path, run] of await judgedAgain(recordings, io)) byPath.set(path, run);
  const runs = named.flatMap(({ name, path }) => {
    const run = byPath.get(path);
    return run === undefined ? [] : [{ name, run }];
  });
  return { runs, areNamedOneByOne: found.every(({ isFolder }) => !isFolder) };
}

/** `Go=runs/go.json`; without a name, the file's without folder and ending; of a folder each run in it. */
async function operandsOf(
  text: string,
  folder: string,
): Promise<{ readonly runs: readonly Operand[]; readonly isFolder: boolean }> {
  const isFolder = async (path: string): Promise<boolean> =>
    (await stat(resolve(folder, path)).catch(() => undefined))?.isDirectory() === true;
  if (await isFolder(text)) return { runs: await runsIn(text, folder), isFolder: true };
  const at = text.indexOf("=");
  if (at <= 0) return { runs: [{ name: nameOf(text), path: text }], isFolder: false };
  const [name, path] = [text.slice(0, at), text.slice(at + 1)];
  if (await isFolder(path))
    throw new UsageError({
      what: "a folder has many runs, and one name is given for them",
      where: escapeForTerminal(text),
      remedy: "Give the folder alone: each run has the name of its file or its target.",
    });
  return { runs: [{ name, path }], isFolder: false };
}

function nameOf(path: string): string {
  return path.replace(/^.*[\\/]/u, "").replace(runEnding, "");
}

async function runsIn(path: string, folder: string): Promise<readonly Operand[]> {
  const whole = resolve(folder, path);
  const ofFleet = await reportsIn(whole);
  const files = (await readdir(whole)).filter((file) => runEnding.test(file)).toSorted();
  const found =
    ofFleet.length > 0
      ? ofFleet.map((one) => ({ name: one.name, path: join(path, one.path) }))
      : files.map((file) => ({ name: nameOf(file), path: join(path, file) }));
  if (found.length === 0)
    throw new UsageError({
      what: "the folder has neither a JSON report nor a recording",
      where: escapeForTerminal(path),
      remedy: "Give the folder of `fleet … --out FOLDER`, or one of reports.",
    });
  return found;
}

/** The verdicts of recordings, by their paths; what is not as in their runs is said once for all. */
async function judgedAgain(paths: readonly string[], io: Io): Promise<ReadonlyMap<string, SavedRun>> {
  const runs = new Map<string, SavedRun>();
  if (paths.length === 0) return runs;
  const { judgeFile } = await import("../judge/judge-file.ts");
  const differing = new Map<string, number>();
  const count = (what: string): void => void differing.set(what, (differing.get(what) ?? 0) + 1);
  for (const path of paths) {
    const { run, isCut, differences, changes } = await judgeFile([path], io.folder);
    runs.set(path, runAsSaved(run));
    if (isCut) count("ends before its run did");
    for (const one of differences) count(`was made with another basis: ${one}`);
    if (changes.length > 0) count("has verdicts that are not the run's own; `judge` lists them");
  }
  for (const [what, count] of differing)
    io.err(`note: of ${counted(paths.length, "recording")}, ${count} ${escapeForTerminal(what)}\n`);
  return runs;
}
