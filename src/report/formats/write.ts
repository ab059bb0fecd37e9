import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { lackInWords, lackOf, lacks } from "#core/exchange/own-machine.ts";
import { checkPlace, makeFolder, writeWhole } from "#files/write-whole.ts";
import type { Report } from "../report.ts";
import { type Format, formats } from "./formats.ts";

/** A report could not be written; the message says which, why, and what to do. */
export class ReportError extends Error {
  override readonly name = "ReportError";

  /** @param option how another place is named on the command line */
  constructor(path: string, cause: unknown, option = "--report FORMAT=PATH") {
    const lack = lackOf(cause);
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `the report ${path} could not be written (${lack === undefined ? why : lackInWords(lack, cause)}); ${lack === undefined ? `name a folder that can be written to with ${option}` : lacks[lack].remedy}`,
    );
  }
}

/** One `--report FORMAT[=PATH]`; without a path the name is made from time and host. */
export interface ReportRequest {
  readonly format: Format;
  readonly path: string | undefined;
}

/** `reports/20301206T081500Z-staging.example.com.json`; with a number where that is taken. */
export async function defaultPath(
  extension: string,
  { startedAtMs, subject }: { readonly startedAtMs: number; readonly subject: string },
  folder: string,
): Promise<string> {
  const time = new Date(startedAtMs).toISOString().replace(/[-:]|\.\d+/gu, "");
  const stem = join("reports", `${time}-${hostOf(subject)}`);
  for (let number = 2, candidate = `${stem}.${extension}`; ; number++) {
    if ((await stat(resolve(folder, candidate)).catch(() => undefined)) === undefined) return candidate;
    candidate = `${stem}-${number}.${extension}`;
  }
}

const longestHost = 100;

function hostOf(target: string): string {
  const { host } = URL.parse(target) ?? { host: "self" };
  // An IPv6 address, a port or a long name must also give a valid file name.
  const name = host.replace(/[^a-z0-9.-]+/giu, "-").slice(0, longestHost);
  return name.replace(/^-+|-+$/gu, "") || "target";
}

/** Writes one report whole, and returns its path; where the default name is taken, with a number. @throws ReportError */
export async function writeReport(
  request: ReportRequest,
  report: Report,
  options: { readonly strict: boolean; readonly folder: string },
): Promise<string> {
  const { extension } = formats[request.format];
  const path = request.path ?? (await defaultPath(extension, report, options.folder));
  await writeIn(options.folder, path, await formats[request.format].write(report, options));
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

/** Opens a file to be written during the run. @throws ReportError where it cannot be opened */
export function opened<File>(path: string, option: string, open: () => File): File {
  try {
    return open();
  } catch (error) {
    throw new ReportError(path, error, option);
  }
}

/** As `checkPlace`, for a report (undefined: the default one), or a file as another option names it. @throws ReportError */
export async function checkReportPlace(path: string | undefined, folder: string, option?: string) {
  const relative = path ?? join("reports", "report");
  try {
    // Unlike `resolve`, this keeps a slash at the end.
    await checkPlace(relative.startsWith("/") ? relative : join(folder, relative));
  } catch (error) {
    throw new ReportError(relative, error, option);
  }
}
