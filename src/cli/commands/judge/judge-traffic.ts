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
  // Without these flags, judged exchanges pile up before they are collected. Most of the heap is garbage: collecting when it has doubled suffices.
  for (const flag of ["--semi-space-growth-factor=1", "--heap-growing-percent=100"]) setFlagsFromString(flag);
  const prepared = await prepare({ spec: options.spec, declared });
  const task = {
    files: files.map((name) => ({ name, path: resolve(io.folder, name) })),
    ...{ baseUrl: options.base, nowMs: startedAtMs },
    // Seed and run id do not matter here.
    run: { ...options.run, seed: 1, runId: "" },
  };
  const result = await judgeFiles(task, prepared);
  const times = { startedAtMs, endedAtMs: Date.now() };
  const found = trafficReport({ prepared, result, strict, target: undefined, ...times });
  return publishReport(reportOfTraffic(io.secrets.redact(found)), { ...options, reports, strict }, io);
}
