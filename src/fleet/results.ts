import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { RunReason } from "#core/check/results/cause.ts";
import { type Exchange, timesOf } from "#core/exchange/exchange.ts";
import { rateHeadersOf } from "#core/exchange/pacing/rate-headers.ts";
import type { Given } from "#core/options/option.ts";
import { UsageError } from "#core/options/usage-error.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import type { Secrets } from "#core/secrets/secrets.ts";
import { mostBytes, readBounded } from "#files/read-bounded.ts";
import { makeFolder, writeWhole } from "#files/write-whole.ts";
import packageJson from "../../package.json" with { type: "json" };
import type { FleetEntry } from "./targets-file.ts";

export interface TargetOutcome {
  readonly state: "finished" | "unfinished";
  /** That of its run; 2 where its options cannot be used, 70 after a fault of the suite. */
  readonly exitCode: number;
  readonly outcome: "conforming" | "non-conforming" | "inconclusive" | "not run";
  /** That of its run, as in its report: `unreachable`, `key-stopped` …; null where there is none. */
  readonly reason: RunReason | null;
  readonly sentence: string;
}

/** What became of one target, as its file in `results/` has it. */
export interface TargetResult extends TargetOutcome {
  readonly name: string;
  readonly baseUrl: string;
  /** SHA-256 of its options and of the files that they name. */
  readonly entry: string;
  readonly version: string;
  /** ISO 8601 instants. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** Paths from the folder. */
  readonly reports: readonly string[];
  readonly recording: string | null;
  /** Until when its host and its key are to be left alone, as an ISO 8601 instant, and why, as a clause. */
  readonly rest: { readonly until: string; readonly reason: string } | null;
}

/** Of what a target or an exception said, a result has no more than its sentence. */
export function safeResult(result: TargetResult, { redact }: Secrets): Redacted<TargetResult> {
  return redact(result, ["name", "entry", "version", "state", "reports", "recording"]);
}

export const suiteVersion: string = packageJson.version;

const resultsFolder = "results";

/** @throws UsageError where another folder would be written to */
export function refuseLinkedFolders(folder: string): void {
  for (const name of [resultsFolder, "reports", "recordings"]) {
    const path = join(folder, name);
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) continue;
    const remedy = "Remove it, or name another folder with --out.";
    throw new UsageError({ what: "a folder of results is a symbolic link", where: path, remedy });
  }
}

/** From the folder. Each target has a file of its own, so that many processes can share the folder. */
export function resultPath(name: string): string {
  return `${resultsFolder}/${name}.json`;
}

/** Undefined where there is none that can be read: then the target is run. */
export async function readResult(folder: string, name: string): Promise<TargetResult | undefined> {
  try {
    return JSON.parse(String(await readBounded(join(folder, resultPath(name)), mostBytes.written)));
  } catch {
    return undefined;
  }
}

/** The JSON reports in a fleet's folder, each with the name of its target; none where it is not the folder of a fleet. */
export async function reportsIn(folder: string) {
  const files = await readdir(join(folder, resultsFolder)).catch(() => []);
  const names = files.filter((file) => file.endsWith(".json")).map((file) => file.slice(0, -".json".length));
  const results = await Promise.all(names.toSorted().map((name) => readResult(folder, name)));
  const reports = names.toSorted().map((name) => ({ name, path: reportPath(name, "json") }));
  return reports.filter(({ path }, at) => results[at]?.reports?.includes(path) === true);
}

/** From the folder. */
export function reportPath(name: string, extension: string): string {
  return `reports/${name}.${extension}`;
}

export async function writeResult(folder: string, result: Redacted<TargetResult>): Promise<void> {
  await makeFolder(join(folder, resultsFolder));
  await writeWhole(join(folder, resultPath(result.name)), [`${JSON.stringify(result, undefined, 2)}\n`]);
}

/** The files whose content decides what is found; a key's content is nobody's to keep, not even as a digest. */
const namedFiles = ["spec", "known-failures", "ca"];

/** What a result is a result of. The key counts by its reference. */
export async function digestOf(entry: FleetEntry, given: Given, folder: string) {
  const hash = createHash("sha256");
  const options = [...given].toSorted(([a], [b]) => (a < b ? -1 : 1));
  hash.update(JSON.stringify([entry.baseUrl, options]));
  for (const option of namedFiles)
    for (const file of given.get(option) ?? [])
      hash.update(
        await readBounded(resolve(folder, String(file)), mostBytes.written).catch(() => "not a file here"),
      );
  return hash.digest("hex");
}

/** After a last 429 that names no time. */
const unnamedRestMs = 60_000;

/** Of what a Date can hold. */
const lastInstantMs = 8.64e15;

/** How long to wait before the next run: until every Retry-After has passed. Null where the next may start at once. */
export function restAfter(exchanges: readonly Exchange[], nowMs: number): TargetResult["rest"] {
  const [latest] = afterRefusals(exchanges)
    .filter(({ untilMs }) => untilMs > nowMs)
    .toSorted((a, b) => b.untilMs - a.untilMs);
  if (latest === undefined) return null;
  const { untilMs, reason } = latest;
  return { until: new Date(Math.min(untilMs, lastInstantMs)).toISOString(), reason };
}

function afterRefusals(exchanges: readonly Exchange[]) {
  const last = exchanges.findLast(({ outcome }) => outcome.kind === "answer");
  return exchanges.flatMap((exchange) => {
    if (exchange.outcome.kind !== "answer" || exchange.outcome.answer.status !== 429) return [];
    const { endedAtMs } = timesOf(exchange);
    const { retryAfterMs = 0 } = rateHeadersOf(exchange);
    if (retryAfterMs > 0)
      return [{ untilMs: endedAtMs + retryAfterMs, reason: "the target named this time in a 429" }];
    const reason = "the last answer was a 429 without a time in Retry-After that lies ahead";
    return exchange === last ? [{ untilMs: endedAtMs + unnamedRestMs, reason }] : [];
  });
}
