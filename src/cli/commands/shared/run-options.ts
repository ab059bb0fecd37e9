import { UsageError } from "../../../assembly/usage-error.ts";
import { announcedFigures, planOf } from "../../../check/pricing-plans.ts";
import type { Profile } from "../../../check/verdict.ts";
import type { HeaderLine } from "../../../exchange/exchange.ts";
import type { Format } from "../../../report/formats/formats.ts";
import type { ReportRequest } from "../../../report/formats/write.ts";
import { defaultOptions, type RunOptions } from "../../../run/options.ts";
import type { Given } from "../../options/args.ts";
import type { OptionValue } from "../../options/option.ts";

/** What `run` was asked for: the run's own options, and those of the command around it. */
export interface RunCommandOptions {
  readonly run: RunOptions;
  readonly self: boolean;
  readonly baseUrl: string | undefined;
  readonly reports: readonly ReportRequest[];
  /** A JSON report of which only what failed or was inconclusive is repeated; whether a seed was given beside it. */
  readonly rerun: string | undefined;
  readonly seedGiven: boolean;
  /** A generated input that a report names: it alone is sent again. */
  readonly replay: string | undefined;
  /** A shell command for the end. */
  readonly afterRun: string | undefined;
  /** The list of failures that do not turn the outcome, and whether it is written anew. */
  readonly knownFailures: string | undefined;
  readonly updateKnownFailures: boolean;
  /** Where events go as they happen; `-` is standard output. */
  readonly events: string | undefined;
  readonly spec: string | undefined;
  readonly removalDate: string | undefined;
  readonly headers: readonly HeaderLine[];
  readonly ca: string | undefined;
  readonly clientCert: string | undefined;
  readonly clientKey: string | undefined;
  readonly allowInsecure: boolean;
  readonly apiKey: string | undefined;
  readonly apiKeyFile: string | undefined;
  readonly secondKeyFile: string | undefined;
  readonly waitForReadyMs: number;
  /** Print the plan, send nothing. */
  readonly dryRun: boolean;
  readonly quiet: boolean;
  /** Undefined: as the terminal and the environment say. */
  readonly color: boolean | undefined;
}

/** `random` gives numbers from 0 to 1, for a seed; `randomHex` gives the run id, which stands outside the seed. */
export interface Randomness {
  readonly random: () => number;
  readonly randomHex: () => string;
}

/** The command line over the configuration file over the defaults. Throws UsageError for what does not go together. */
export function runCommandOptions(
  commandLine: Given,
  config: Given,
  { random, randomHex }: Randomness,
): RunCommandOptions {
  // A key named on the command line is not joined by a key file of the configuration.
  const fromConfig = commandLine.has("api-key")
    ? new Map([...config].filter(([name]) => name !== "api-key-file"))
    : config;
  const merged: Given = new Map([...fromConfig, ...commandLine]);
  const values = (name: string): readonly OptionValue[] => merged.get(name) ?? [];
  const text = (name: string): string | undefined => values(name).map(String)[0];
  const texts = (name: string): readonly string[] => values(name).map(String);
  const number = (name: string): number | undefined => values(name).map(Number)[0];
  const flag = (name: string): boolean => values(name)[0] === true;
  const defaults = defaultOptions;
  const plan = planOf(text("plan"));
  const run: RunOptions = {
    profile: (text("profile") ?? defaults.profile) as Profile,
    only: texts("only"),
    skip: texts("skip"),
    require: texts("require"),
    readOnly: flag("read-only"),
    strict: flag("strict"),
    seed: number("seed") ?? Math.floor(random() * 2 ** 32),
    replay: undefined,
    runId: text("run-id") ?? randomHex(),
    now: calendarDate("now", text("now")),
    plan: plan?.name,
    planLimits: announcedFigures(plan),
    planPerDay: plan?.perDay,
    rateLimit: (text("rate-limit") ?? defaults.rateLimit) as RunOptions["rateLimit"],
    probe: flag("probe"),
    categoryIds: texts("category-id"),
    maxRequests: number("max-requests") ?? defaults.maxRequests,
    maxCreates: number("max-creates"),
    maxDurationMs: number("max-duration") ?? defaults.maxDurationMs,
    maxBurst: number("max-burst"),
    maxWaitMs: number("max-wait") ?? defaults.maxWaitMs,
    consistencyWaitMs: number("consistency-wait") ?? defaults.consistencyWaitMs,
    concurrency: number("concurrency") ?? defaults.concurrency,
    timeoutMs: number("timeout") ?? defaults.timeoutMs,
    maxBodyBytes: number("max-body") ?? defaults.maxBodyBytes,
  };
  return {
    run,
    self: flag("self"),
    baseUrl: text("base-url"),
    reports: texts("report").map(reportRequest),
    rerun: text("rerun"),
    replay: text("replay"),
    seedGiven: merged.has("seed"),
    afterRun: text("after-run"),
    events: text("events"),
    knownFailures: text("known-failures"),
    updateKnownFailures: updatesKnown(flag("update-known-failures"), text("known-failures")),
    spec: text("spec"),
    removalDate: calendarDate("removal-date", text("removal-date")),
    headers: texts("header").map(headerLine),
    ca: text("ca"),
    ...clientCertificate(text("client-cert"), text("client-key")),
    allowInsecure: flag("allow-insecure"),
    apiKey: text("api-key"),
    apiKeyFile: text("api-key-file"),
    secondKeyFile: text("second-key-file"),
    waitForReadyMs: number("wait-for-ready") ?? 0,
    dryRun: flag("dry-run"),
    quiet: flag("quiet"),
    color: merged.has("color") ? flag("color") : undefined,
  };
}

function updatesKnown(wanted: boolean, file: string | undefined): boolean {
  if (!wanted || file !== undefined) return wanted;
  throw new UsageError({
    what: "--update-known-failures is given without a file",
    where: "options",
    remedy: "Name the file with --known-failures FILE.",
  });
}

function reportRequest(text: string): ReportRequest {
  const [format = "", ...path] = text.split("=");
  return { format: format as Format, path: path.length === 0 ? undefined : path.join("=") };
}

function headerLine(text: string): HeaderLine {
  const end = text.indexOf("=");
  return [text.slice(0, end), text.slice(end + 1).trim()];
}

/** The pattern of the table lets 31 February through. */
function calendarDate(name: string, text: string | undefined): string | undefined {
  if (text === undefined || new Date(`${text}T00:00:00Z`).toISOString().startsWith(text)) return text;
  throw new UsageError({
    what: `--${name} must be a day of the calendar; got ${JSON.stringify(text)}`,
    where: "options",
    remedy: `Try --${name} 2030-12-05.`,
  });
}

function clientCertificate(
  cert: string | undefined,
  key: string | undefined,
): Pick<RunCommandOptions, "clientCert" | "clientKey"> {
  if ((cert === undefined) === (key === undefined)) return { clientCert: cert, clientKey: key };
  const [given, missing] = cert === undefined ? ["client-key", "client-cert"] : ["client-cert", "client-key"];
  throw new UsageError({
    what: `--${given} is given without --${missing}`,
    where: "options",
    remedy: `Give --${missing} FILE too.`,
  });
}
