import type { FileHandle } from "node:fs/promises";
import { access, constants, mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Run } from "../../run/result.ts";
import type { Redacted } from "../../secrets/redacted.ts";
import { ReportError } from "../report-error.ts";
import { type Format, formats, type Writer } from "./formats.ts";

/** One `--report FORMAT[=PATH]`; without a path the name is made from time and host. */
export interface ReportRequest {
  readonly format: Format;
  readonly path: string | undefined;
}

/** `reports/20301206T081500Z-staging.example.com.json`. */
export function defaultReportPath(format: Format, run: Pick<Run, "startedAtMs" | "target">): string {
  const time = new Date(run.startedAtMs).toISOString().replace(/[-:]|\.\d+/gu, "");
  return join("reports", `${time}-${hostOf(run.target)}.${formats[format].extension}`);
}

function hostOf(target: string): string {
  const host = URL.canParse(target) ? new URL(target).host : "self";
  // An IPv6 address or a port must also give a valid file name.
  return host.replace(/[^a-z0-9.-]+/giu, "-").replace(/^-+|-+$/gu, "") || "target";
}

/**
 * Writes one report atomically and returns its path: the text goes to a temporary file next to it, which is renamed
 * when it is complete, so that nobody reads half a report. An existing report of the same default name is kept: the
 * new one gets a number. Throws ReportError.
 */
export async function writeReport(
  request: ReportRequest,
  run: Redacted<Run>,
  options: { readonly strict: boolean; readonly folder: string },
): Promise<string> {
  const path = request.path ?? (await freePath(defaultReportPath(request.format, run), options.folder));
  const write: Writer = await formats[request.format].load();
  await writeIn(options.folder, path, write(run, options));
  return path;
}

/** As `writeWhole`, for a path below a folder, which is made if it is not there. Throws ReportError. */
export async function writeIn(folder: string, path: string, pieces: Iterable<string>): Promise<void> {
  const target = resolve(folder, path);
  try {
    await makeFolder(dirname(target));
    await writeWhole(target, pieces);
  } catch (error) {
    throw new ReportError(path, error);
  }
}

/** Writes a file atomically: it is complete, or as it was before. */
export async function writeWhole(path: string, pieces: Iterable<string>): Promise<void> {
  const { place, isReplaced } = await placeOf(path);
  if (isReplaced) await writeAtomically(place, pieces);
  else await writePieces(place, pieces);
}

/** Where a file is really written, and how. Throws if it is a folder. */
async function placeOf(path: string): Promise<{ readonly place: string; readonly isReplaced: boolean }> {
  // A symbolic link is kept: its target is replaced.
  const place = await realpath(path).catch(() => path);
  const there = await stat(place).catch(() => undefined);
  if (there?.isDirectory() === true) throw new Error("it is a folder");
  // A device or a pipe (/dev/stderr, >(gzip)) is written to directly: renaming would replace it by a file.
  return { place, isReplaced: there === undefined || there.isFile() };
}

/** The file that becomes the one at `place` when it is complete. */
function temporaryFor(place: string): string {
  return `${place}.${process.pid}.part`;
}

async function writeAtomically(path: string, pieces: Iterable<string>): Promise<void> {
  const temporary = temporaryFor(path);
  try {
    await writePieces(temporary, pieces, (file) => file.sync());
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writePieces(
  path: string,
  pieces: Iterable<string>,
  settle: (file: FileHandle) => Promise<void> = async () => undefined,
): Promise<void> {
  const file = await open(path, "w");
  try {
    for (const piece of pieces) await file.writeFile(piece);
    await settle(file);
  } finally {
    await file.close();
  }
}

async function freePath(path: string, folder: string): Promise<string> {
  for (let number = 2, candidate = path; ; number++) {
    if ((await stat(join(folder, candidate)).catch(() => undefined)) === undefined) return candidate;
    candidate = path.replace(/(\.\w+)$/u, `-${number}$1`);
  }
}

/**
 * Makes sure that a file can be written whole, before the first request: makes its folder, and tries a temporary file
 * there, because permissions alone do not tell (root, /proc, a read-only disk). Throws what the file system says.
 */
export async function checkPlace(path: string): Promise<void> {
  if (path.endsWith("/")) throw new Error("it is a folder");
  await makeFolder(dirname(path));
  const { place, isReplaced } = await placeOf(path);
  // Opening a pipe would wait for its reader.
  if (!isReplaced) return access(place, constants.W_OK);
  await writePieces(temporaryFor(place), []);
  await rm(temporaryFor(place));
}

/**
 * As `checkPlace`, for a report, or a file as another option names it. Throws ReportError.
 * @param path undefined: the default one
 */
export async function checkReportPlace(
  path: string | undefined,
  folder: string,
  option?: string,
): Promise<void> {
  const relative = path ?? join("reports", "report");
  try {
    // Unlike `resolve`, this keeps a slash at the end.
    await checkPlace(relative.startsWith("/") ? relative : join(folder, relative));
  } catch (error) {
    throw new ReportError(relative, error, option);
  }
}

/** Makes a folder and those above it. The `recursive` of Node never ends where none can be made, as in /proc. */
export async function makeFolder(path: string): Promise<void> {
  const isThere = async (): Promise<boolean> =>
    (await stat(path).catch(() => undefined))?.isDirectory() === true;
  if (await isThere()) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  try {
    await mkdir(path);
  } catch (error) {
    // Another process may have made it at the same time.
    if (!(await isThere())) throw error;
  }
}
