import { resolve } from "node:path";
import packageJson from "../../../../package.json" with { type: "json" };
import { prepare } from "../../../assembly/assemble.ts";
import { judgeTraffic as judge, workOf } from "../../../assembly/judge-traffic.ts";
import { checkFiles, TrafficFileError, type TrafficTask } from "../../../assembly/judge-traffic-part.ts";
import { UsageError } from "../../../assembly/usage-error.ts";
import { mostBytes, readBounded } from "../../../core/files/read-bounded.ts";
import { writeWhole } from "../../../core/files/write-whole.ts";
import { checkReportPlace, type ReportRequest } from "../../../report/formats/write.ts";
import { clientInWords, fileInWords } from "../../../traffic/file-in-words.ts";
import { type Part, slots, whole } from "../../../traffic/keys.ts";
import { keptPart, mergedParts, PartError, type PartResult, readPart } from "../../../traffic/part-result.ts";
import { exitCodeOf, trafficSummary } from "../../../traffic/traffic-in-words.ts";
import { trafficJson } from "../../../traffic/traffic-json.ts";
import { trafficVerdicts } from "../../../traffic/verdicts.ts";
import { unreadable } from "../../inputs/file-kinds.ts";
import type { Io } from "../../io.ts";
import type { RunCommandOptions } from "../../published/run-options.ts";
import { noProgress, readingProgress } from "./reading-progress.ts";

/** How the work on traffic is cut. */
export interface TrafficWork {
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
  const part = options.shard === undefined ? whole : partOf(options.shard);
  const reports = await jsonReports(options.reports, io);
  if (options.shard !== undefined && reports.length === 0) throw noPlaceForPart(options.shard);
  const { spec } = options;
  const task: TrafficTask = {
    files: files.map((name) => ({ name, path: resolve(io.folder, name) })),
    ...{ baseUrl: options.base, spec, part, nowMs: Date.now() },
    // What is drawn bears on nothing here.
    run: { ...options.run, seed: 1, runId: "" },
  };
  const { onRead, endProgress } = options.quiet ? noProgress : await readingProgress(task.files, io);
  try {
    const result = await judge(task, options.threads, onRead).finally(endProgress);
    if (options.shard === undefined) return await report(result, options, reports, io);
    const kept = keptPart(packageJson.version, await workOf(task), part, result);
    await write(reports, [`${JSON.stringify(kept)}\n`], io);
    return 0;
  } catch (error) {
    throw error instanceof TrafficFileError ? noTraffic(error) : error;
  }
}

/** Adds up what the parts came to, and reports it as one process would have. */
export async function mergeTraffic(
  files: readonly string[],
  options: RunCommandOptions,
  io: Io,
): Promise<number> {
  const reports = await jsonReports(options.reports, io);
  try {
    const parts = await Promise.all(
      files.map(async (file) => {
        const bytes = await readBounded(resolve(io.folder, file), mostBytes.part).catch((error: unknown) => {
          throw unreadable(file, error);
        });
        return readPart(bytes.toString("utf8"), packageJson.version);
      }),
    );
    return await report(mergedParts(parts), options, reports, io);
  } catch (error) {
    if (error instanceof PartError)
      throw new UsageError({ what: error.message, where: "--merge", remedy: error.remedy });
    throw error instanceof TrafficFileError ? noTraffic(error) : error;
  }
}

async function report(
  result: PartResult,
  options: RunCommandOptions,
  reports: readonly JsonReport[],
  io: Io,
): Promise<number> {
  checkFiles(result);
  const verdicts = trafficVerdicts(
    result.judged,
    await prepare({ spec: options.spec, declared: options.run.declared }),
  );
  const shouldFailed = options.run.strict && verdicts.some(({ broken }) => broken > 0);
  const exitCode = shouldFailed ? 1 : exitCodeOf(verdicts);
  await write(reports, trafficJson({ result, verdicts, exitCode }), io);
  const width = io.columns ?? 80;
  if (!reports.some(({ path }) => path === "-")) {
    if (!options.quiet) for (const file of result.files) io.out(fileInWords(file, width));
    io.out(trafficSummary(verdicts, result.judged, width));
    io.out(clientInWords(result.client, width));
  }
  return exitCode;
}

type JsonReport = ReportRequest & { readonly path: string };

async function jsonReports(
  reports: readonly ReportRequest[],
  { folder }: Io,
): Promise<readonly JsonReport[]> {
  const named = reports.map((report): JsonReport => {
    const { format, path } = report;
    if (format !== "json" || path === undefined)
      throw new UsageError({
        what: `traffic has no ${format} report${path === undefined && format === "json" ? " without a path" : ""}`,
        where: "--report",
        remedy: "Write --report json=verdicts.json.",
      });
    return { ...report, path };
  });
  for (const { path } of named) if (path !== "-") await checkReportPlace(path, folder);
  return named;
}

async function write(reports: readonly JsonReport[], pieces: Iterable<string>, io: Io): Promise<void> {
  const all = [...pieces];
  for (const { path } of reports) {
    if (path === "-") io.out(all.join(""));
    else await writeWhole(resolve(io.folder, path), all);
  }
}

/** @throws UsageError for what is no part */
function partOf(text: string): Part {
  const [part = 0, of = 0] = text.split("/").map(Number);
  if (part <= of && of <= slots) return { part, of };
  throw new UsageError({
    what: `there is no part ${text}`,
    where: "--shard",
    remedy: `Write I/N, with I from 1 to N, and N up to ${slots}: --shard 3/8.`,
  });
}

function noPlaceForPart(shard: string): UsageError {
  return new UsageError({
    what: "a part is kept in a file, and none is named",
    where: `--shard ${shard}`,
    remedy: `Write --report json=part-${shard.split("/")[0]}.json, and merge all parts with judge --merge.`,
  });
}

function noTraffic({ file, message }: TrafficFileError): UsageError {
  return new UsageError({
    what: `the file is neither a recording nor traffic: ${message}`,
    where: file,
    remedy:
      "Give a file that `run --record`, `exam --record` or `proxy --record` wrote, a HAR file, or an access log in JSON.",
  });
}
