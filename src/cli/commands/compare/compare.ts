import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Io } from "#cli/io.ts";
import { type Arguments, lacksOperands, valuesGiven } from "#cli/options/args.ts";
import { formatOption, writeSheet } from "#cli/published/for-people.ts";
import { counted } from "#core/check/results/words.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import { UsageError } from "#core/options/usage-error.ts";
import { isFolder } from "#files/read-bounded.ts";
import type { NamedRun } from "#report/compare/compare-runs.ts";

const format = formatOption("text", "markdown", "html");
export const table = [format];

export const help = {
  usage: "compare [NAME=]RUN… [options]",
  about:
    "Compares runs. For two: what got worse or better, and what is new, gone or no longer tested. For more, or for a folder: which musts each fails; in HTML also every requirement in each run. A RUN is a JSON report, a recording, which is judged again, or a folder of them, such as that of `fleet`. A run without a NAME is named after its file or its target.",
  examples: [
    "petstore-conformance compare before.json after.json",
    "petstore-conformance compare Go=go.json Rust=rust.ndjson.zst PHP=php.json --format html > table.html",
    "petstore-conformance compare fleet --format markdown",
  ],
  after:
    "Exit codes: 0 nothing got worse, 1 a must that did not fail in the first of two runs fails in the second, 2 wrong usage, 3 nothing got worse as far as it was tested, but the second of two runs is inconclusive.",
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  if (positionals.length === 0)
    throw lacksOperands(
      "compare takes at least one report, recording or folder",
      "compare before.json after.json",
    );
  const { changesSheet, columnsOf, compareRuns, implementationsSheet } = await import(
    "#report/compare/compare-runs.ts"
  );
  const { runs, areNamedOneByOne } = await readRuns(positionals, io);
  const written = valuesGiven({ format }, given).format;
  const [before, after, ...more] = runs;
  if (areNamedOneByOne && before !== undefined && after !== undefined && more.length === 0) {
    const comparison = compareRuns(before.run, after.run);
    await writeSheet(io, written, changesSheet(comparison));
    if (comparison.worse) return 1;
    // An unreachable server has no failures.
    return after.run.outcome === "inconclusive" ? 3 : 0;
  }
  await writeSheet(io, written, implementationsSheet(columnsOf(runs)));
  return 0;
}

const recordingEnding = /\.ndjson(?:\.gz|\.zst)?$/i;
const runEnding = /\.json$|\.ndjson(?:\.gz|\.zst)?$/i;

/** @throws UsageError for what cannot be read */
async function readRuns(operands: readonly string[], io: Io) {
  const { readReport } = await import("#report/compare/saved-run.ts");
  const found = await Promise.all(operands.map((text) => operandsOf(text, io.folder)));
  const runs: NamedRun[] = [];
  const notes = new Map<string, number>();
  const note = (what: string): void => void notes.set(what, (notes.get(what) ?? 0) + 1);
  let recordings = 0;
  // One after the other: a whole report is much larger than what is kept of it.
  for (const { name, path } of found.flatMap((one) => one.runs)) {
    const isRecording = recordingEnding.test(path);
    if (isRecording) recordings += 1;
    const read = isRecording ? judgedAgain(path, io, note) : readReport(path, io.folder);
    runs.push({ name, run: await read.catch((error) => throwOfKind(path, error, io)) });
  }
  for (const [what, count] of notes)
    io.err(`note: of ${counted(recordings, "recording")}, ${count} ${escapeForTerminal(what)}\n`);
  return { runs, areNamedOneByOne: found.every(({ isFolder }) => !isFolder) };
}

/** Where the file is of another kind, that says more than why it cannot be read. */
async function throwOfKind(path: string, error: unknown, { folder }: Io): Promise<never> {
  const { kindOfFile, otherKind } = await import("#cli/file-kinds.ts");
  const kind = await kindOfFile(path, folder).catch(() => "other" as const);
  if (kind === "exam" || kind === "certificate" || kind === "traffic")
    throw otherKind(path, kind, "a JSON report or the recording of a run");
  throw error;
}

/** `Go=runs/go.json`; without a name, the file's without folder and ending; of a folder each run in it. */
async function operandsOf(text: string, folder: string) {
  if (await isFolder(resolve(folder, text))) return { runs: await runsIn(text, folder), isFolder: true };
  const at = text.indexOf("=");
  if (at <= 0) return { runs: [{ name: nameOf(text), path: text }], isFolder: false };
  const [name, path] = [text.slice(0, at), text.slice(at + 1)];
  if (await isFolder(resolve(folder, path)))
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

async function runsIn(path: string, folder: string) {
  const { reportsIn } = await import("#fleet/results.ts");
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

/** @param note is called for each difference from the recorded run; it is printed once for all recordings */
async function judgedAgain(path: string, io: Io, note: (what: string) => void) {
  const { runAsSaved } = await import("#report/compare/saved-run.ts");
  const { judgeFile } = await import("../judge/judge-file.ts");
  const { run, isCut, differences, changes } = await judgeFile(path, io.folder);
  if (isCut) note("ends before its run did");
  for (const one of differences) note(`was made with another basis: ${one}`);
  if (changes.length > 0) note("has verdicts that differ from the run's; `judge` lists them");
  return runAsSaved(run);
}
