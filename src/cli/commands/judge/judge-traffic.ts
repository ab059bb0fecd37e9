import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { prepare } from "#assembly/assemble.ts";
import type { Io } from "#cli/io.ts";
import { publishReport, requestedReports } from "#cli/published/publish.ts";
import type { RunCommandOptions } from "#cli/published/run-options.ts";
import { judgeFiles } from "#traffic/judge-files.ts";
import { reportOfTraffic, trafficReport } from "#traffic/traffic-report.ts";

/** Judges files of traffic together, in their order, and reports them. */
export async function judgeTraffic(
  files: readonly string[],
  options: RunCommandOptions & { readonly base: string | undefined },
  io: Io,
): Promise<number> {
  const reports = await requestedReports(options.reports, "traffic", io);
  const startedAtMs = Date.now();
  const { strict, declared } = options.run;
  // Else judged exchanges pile up before they are collected. Most of the heap is garbage, so it is searched when it has doubled.
  for (const flag of ["--semi-space-growth-factor=1", "--heap-growing-percent=100"]) setFlagsFromString(flag);
  const prepared = await prepare({ spec: options.spec, declared });
  const task = {
    files: files.map((name) => ({ name, path: resolve(io.folder, name) })),
    ...{ baseUrl: options.base, nowMs: startedAtMs },
    // Seed and run id do not matter here.
    run: { ...options.run, seed: 1, runId: "" },
  };
  const { onRead, endProgress } = options.quiet ? noProgress : await readingProgress(task.files, io);
  const result = await judgeFiles(task, prepared, onRead).finally(endProgress);
  const times = { startedAtMs, endedAtMs: Date.now() };
  const found = trafficReport({ prepared, result, strict, target: undefined, ...times });
  return publishReport(reportOfTraffic(io.secrets.redact(found)), { ...options, reports, strict }, io);
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
