import type { FileHandle } from "node:fs/promises";
import { access, constants, mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
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
  const place = join(options.folder, path);
  const target = path.startsWith("/") ? path : place;
  try {
    await mkdir(dirname(target), { recursive: true });
    const write: Writer = await formats[request.format].load();
    await writeWhole(target, write(run, options));
  } catch (error) {
    throw new ReportError(path, error);
  }
  return path;
}

/** Writes a file atomically: it is complete, or as it was before. */
export async function writeWhole(path: string, pieces: Iterable<string>): Promise<void> {
  // A symbolic link is kept: its target is replaced.
  const place = await realpath(path).catch(() => path);
  const there = await stat(place).catch(() => undefined);
  // A device or a pipe (/dev/stderr, >(gzip)) is written to directly: renaming would replace it by a file.
  if (there === undefined || there.isFile()) await writeAtomically(place, pieces);
  else await writePieces(place, pieces);
}

async function writeAtomically(path: string, pieces: Iterable<string>): Promise<void> {
  const temporary = `${path}.${process.pid}.part`;
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

/** Throws ReportError if a report cannot be written, so that the user knows before the first request. */
export async function checkReportPlace({ path }: ReportRequest, folder: string): Promise<void> {
  const relative = path ?? join("reports", "report");
  const target = relative.startsWith("/") ? relative : join(folder, relative);
  try {
    await mkdir(dirname(target), { recursive: true });
    await access(dirname(target), constants.W_OK);
    if ((await stat(target).catch(() => undefined))?.isDirectory() === true)
      throw new Error("it is a folder");
  } catch (error) {
    throw new ReportError(relative, error);
  }
}
