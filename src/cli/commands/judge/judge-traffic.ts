import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import packageJson from "../../../../package.json" with { type: "json" };
import { prepare } from "../../../assembly/assemble.ts";
import { judgeTraffic as judge, workOf } from "../../../assembly/judge-traffic.ts";
import { mostBytes } from "../../../core/files/read-bounded.ts";
import { UsageError } from "../../../core/options/usage-error.ts";
import { type ReportRequest, writeIn } from "../../../report/formats/write.ts";
import { checkFiles, TrafficFileError, type TrafficTask } from "../../../traffic/judge-files.ts";
import {
  keptPart,
  mergedParts,
  PartError,
  type PartResult,
  partOf,
  readPart,
} from "../../../traffic/part-result.ts";
import { reportOfTraffic, trafficReport } from "../../../traffic/traffic-report.ts";
import { readNamedFile } from "../../inputs/evidence-file.ts";
import type { Io } from "../../io.ts";
import { publishReport, requestedReports } from "../../published/publish-report.ts";
import type { RunCommandOptions } from "../../published/run-options.ts";

/** How the work on traffic is cut. */
interface TrafficWork {
  readonly base: string | undefined;
  /** `3/8`: the third of eight parts. */
  readonly shard: string | undefined;
  /** Undefined: as many as are of use on this machine. */
  readonly threads: number | undefined;
}

/** Judges files of traffic together, in their order; with `--shard` a part of them, which is kept and not reported. */
export async function judgeTraffic(
  files: readonly string[],
  options: RunCommandOptions & TrafficWork,
  io: Io,
): Promise<number> {
  const part = options.shard === undefined ? undefined : partNamed(options.shard);
  const reports = await requestedReports(options.reports, "traffic", io);
  if (options.shard !== undefined) checkPart(reports, options.shard);
  const startedAtMs = Date.now();
  const { spec } = options;
  const task: TrafficTask = {
    files: files.map((name) => ({ name, path: resolve(io.folder, name) })),
    ...{ baseUrl: options.base, spec, nowMs: startedAtMs },
    ...(part !== undefined && { part }),
    // Seed and run id do not matter here.
    run: { ...options.run, seed: 1, runId: "" },
  };
  const { onRead, endProgress } = options.quiet ? noProgress : await readingProgress(task.files, io);
  try {
    const result = await judge(task, options.threads, onRead).finally(endProgress);
    if (part === undefined) return await report(result, options, reports, startedAtMs, io);
    const kept = keptPart(packageJson.version, await workOf(task), part, result);
    await writePart(reports, `${JSON.stringify(kept)}\n`, io);
    return 0;
  } catch (error) {
    return noTraffic(error);
  }
}

/** Adds up what the parts came to, and reports it as one process would have. */
export async function mergeTraffic(
  files: readonly string[],
  options: RunCommandOptions,
  io: Io,
): Promise<number> {
  const reports = await requestedReports(options.reports, "traffic", io);
  const startedAtMs = Date.now();
  try {
    const parts = await Promise.all(
      files.map(async (file) => {
        const bytes = await readNamedFile(file, io, { most: mostBytes.part });
        return readPart(bytes.toString("utf8"), packageJson.version);
      }),
    );
    return await report(mergedParts(parts), options, reports, startedAtMs, io);
  } catch (error) {
    if (error instanceof PartError) throw badPart(error, "--merge");
    return noTraffic(error);
  }
}

async function report(
  result: PartResult,
  options: RunCommandOptions,
  reports: readonly ReportRequest[],
  startedAtMs: number,
  io: Io,
): Promise<number> {
  checkFiles(result);
  const { strict, declared } = options.run;
  const prepared = await prepare({ spec: options.spec, declared });
  const times = { startedAtMs, endedAtMs: Date.now() };
  const found = trafficReport({ prepared, result, strict, target: undefined, ...times });
  return publishReport(reportOfTraffic(io.secrets.redact(found)), { ...options, reports, strict }, io);
}

/** A part is kept as JSON alone. */
function checkPart(reports: readonly ReportRequest[], shard: string): void {
  const other = reports.find(({ format }) => format !== "json");
  if (other === undefined && reports.length > 0) return;
  throw new UsageError({
    what:
      other === undefined
        ? "a part is kept in a file, and none is named"
        : `a part has no ${other.format} report: it is for --merge, which writes all`,
    where: `--shard ${shard}`,
    remedy: `Write --report json=part-${shard.split("/")[0]}.json, and merge all parts with judge --merge.`,
  });
}

async function writePart(reports: readonly ReportRequest[], text: string, io: Io): Promise<void> {
  for (const { path = "-" } of reports) {
    if (path === "-") io.out(text);
    else await writeIn(io.folder, path, [text]);
  }
}

/** @throws UsageError where there is no such part */
function partNamed(shard: string): ReturnType<typeof partOf> {
  try {
    return partOf(shard);
  } catch (error) {
    throw error instanceof PartError ? badPart(error, "--shard") : error;
  }
}

function badPart({ message, remedy }: PartError, where: string): UsageError {
  return new UsageError({ what: message, where, remedy });
}

/** @throws UsageError for a file that holds no traffic, and any other error as it is */
export function noTraffic(error: unknown): never {
  if (!(error instanceof TrafficFileError)) throw error;
  throw new UsageError({
    what: `the file is neither a recording nor traffic: ${error.message}`,
    where: error.file,
    remedy:
      "Give a file that `run --record`, `exam --record` or `proxy --record` wrote, a HAR file, or an access log in JSON.",
  });
}

const noProgress = { onRead: (_bytes: number): void => undefined, endProgress: (): void => undefined };

/**
 * Says how far reading is, on a line that is written over, where there is a terminal to see it and the files have sizes.
 * `onRead` takes how many bytes were read next.
 */
async function readingProgress(
  files: readonly { readonly path: string }[],
  { err, errIsTerminal, cleanups }: Pick<Io, "err" | "errIsTerminal" | "cleanups">,
): Promise<typeof noProgress> {
  if (!errIsTerminal) return noProgress;
  const sizes = await Promise.all(files.map(({ path }) => stat(path).catch(() => ({ size: 0 }))));
  const all = sizes.reduce((sum, { size }) => sum + size, 0);
  if (all === 0) return noProgress;
  const ofAll = `of ${(all / 1e6).toFixed(all < 1e7 ? 1 : 0)} MB`;
  let read = 0;
  let printed = "";
  const endProgress = () => {
    if (printed !== "") err("\r\u001b[K");
    printed = "";
    cleanups.delete(endProgress);
  };
  cleanups.add(endProgress);
  return {
    onRead: (bytes) => {
      read += bytes;
      const line = `read ${Math.min(100, Math.floor((100 * read) / all))} % ${ofAll}`;
      if (line === printed) return;
      printed = line;
      err(`\r${line}\u001b[K`);
    },
    endProgress,
  };
}
