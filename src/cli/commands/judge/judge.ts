import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { draw, targetOptions } from "#assembly/options/library-options.ts";
import type { Io } from "#cli/io.ts";
import { type Arguments, lacksOperands, misused, valuesGiven } from "#cli/options/args.ts";
import { commandOptions, type RunCommandOptions, runCommandOptions } from "#cli/options/options.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import { type Given, optionTable, text } from "#core/options/option.ts";
import { UsageError } from "#core/options/usage-error.ts";
import { type RunOptions, runOptions } from "#core/run/options.ts";
import { outcomeSentence } from "#report/reach.ts";
import { settings } from "#suites/petstore/settings.ts";

const { rateLimit, now, strict } = runOptions;
const { plan } = settings;
const { spec } = targetOptions;
const { reports, quiet, verbose } = commandOptions;

const own = optionTable({
  baseUrl: {
    value: text("an address or a path"),
    placeholder: "BASE_URL",
    help: "For traffic: the base address of the service. Default: the part of the first URL before a path of the document, where it ends as an address in the document's `servers` does (/v1).",
  },
});

const { baseUrl } = own;
export const table = [reports, baseUrl, plan, rateLimit, now, strict, spec, quiet, verbose];

export const help = {
  usage: "judge FILE... [options]",
  about:
    "Judges a run again from the recording that `run --record` kept, without network or key. With another document or other declarations it says which verdicts change. Several recordings are judged separately, one line each. Judges what `exam --record` kept in the same way. Also judges traffic: what `proxy --record` wrote, and HAR files; several of them together.",
  examples: [
    "petstore-conformance judge run.ndjson.zst --report html=report.html",
    "petstore-conformance judge run.ndjson.zst --plan pro",
    "petstore-conformance judge partner-*.ndjson.gz",
    "petstore-conformance judge exam.ndjson.gz --report html=exam.html",
    "petstore-conformance judge browser.har --base-url https://staging.example.com/v1",
  ],
  after:
    "Options that are left out are those of the run. Exit codes: that of the run that was judged; with several files, the worst; 2 for a file of no known kind. For traffic: 0 nothing broke a must, 1 something did, 3 nothing could be judged.",
};

export async function command({ given, positionals: files }: Arguments, io: Io): Promise<number> {
  if (files.length === 0) throw lacksOperands("judge takes at least one recording", "judge run.ndjson.zst");
  const { kindOfFile, otherKind } = await import("#cli/file-kinds.ts");
  const asked = runCommandOptions(given, new Map(), draw());
  const found = await Promise.all(files.map((file) => kindOfFile(file, io.folder)));
  // What cannot be determined by its beginning is read as traffic.
  const kinds = found.map((kind) => (kind === "other" ? "traffic" : kind));
  for (const [at, file] of files.entries()) {
    const kind = kinds[at];
    if (kind === "certificate" || kind === "report") throw otherKind(file, kind, "a recording, or traffic,");
  }
  const [first = "", second] = files;
  const [kind] = kinds;
  const mixed = files.find((_, at) => kinds[at] !== kind) ?? (kind === "exam" ? second : undefined);
  if (mixed !== undefined)
    throw new UsageError({
      what: "recordings of runs, recordings of exams and traffic are not judged together",
      where: mixed,
      remedy: "Judge this file by itself.",
    });
  if (kind === "traffic") return judgeTraffic(files, asked, valuesGiven(own, given).baseUrl, io);
  if (kind === "exam") {
    const other = ofRuns.find(({ name }) => given.has(name));
    if (other !== undefined)
      throw misused(`the recording of an exam is not judged with --${other.name}`, "Leave it out.");
    return judgeExam(first, asked, given.has(strict.name) ? asked.run.strict : undefined, io);
  }
  if (second === undefined) return judgeRun(first, asked, given, io);
  if (given.has(reports.name))
    throw misused("--report is for one recording", "Judge the files one by one for their reports.");
  const { judgeFile } = await import("./judge-file.ts");
  const codes: number[] = [];
  for (const file of files) {
    const options = (then: RunOptions) => withGiven(then, asked.run, given);
    const { run, changes, isCut } = await judgeFile(file, io.folder, asked.spec, options);
    const notes = [
      ...(isCut ? ["the file is truncated"] : []),
      ...(changes.length > 0 ? [`${changes.length} verdicts change`] : []),
    ];
    io.out(`${escapeForTerminal(`${file}: ${[outcomeSentence(run), ...notes].join("; ")}`)}\n`);
    codes.push(run.exitCode);
  }
  return worst.find((code) => codes.includes(code)) ?? 0;
}

const worst = [70, 1, 3];

const ofRuns = [baseUrl, plan, rateLimit, now];

function withGiven(then: RunOptions, asked: RunOptions, given: Given): RunOptions {
  return {
    ...then,
    declared: { ...then.declared, ...(given.has(plan.name) && { plan: asked.declared.plan }) },
    ...(given.has(rateLimit.name) && { rateLimit: asked.rateLimit }),
    ...(given.has(now.name) && { now: asked.now }),
    ...(given.has(strict.name) && { strict: asked.strict }),
  };
}

async function judgeRun(file: string, asked: RunCommandOptions, given: Given, io: Io): Promise<number> {
  const { changesInWords, judgeFile } = await import("./judge-file.ts");
  const again = await judgeFile(file, io.folder, asked.spec, (then) => withGiven(then, asked.run, given));
  const { isCut, options, run } = again;
  const { publish } = await import("#cli/published/publish.ts");
  if (isCut)
    io.err(
      `note: ${escapeForTerminal(file)} is truncated: it was read up to its last whole line, with ${run.exchanges.length} exchanges\n`,
    );
  const code = await publish({ run }, { ...asked, run: options }, io);
  for (const line of changesInWords(again, "run", run.words)) io.err(`${escapeForTerminal(line)}\n`);
  return code;
}

/** @param givenStrict undefined: as it was then */
async function judgeExam(file: string, options: RunCommandOptions, givenStrict: boolean | undefined, io: Io) {
  const { publishReport, requestedReports } = await import("#cli/published/publish.ts");
  const { changesInWords, readExam } = await import("./judge-file.ts");
  const { changesOf, differencesOf } = await import("#core/recording/judge-again.ts");
  const { judgedBy } = await import("#core/recording/recording.ts");
  const { reportOfExam } = await import("#exam/report/report-of-exam.ts");
  const reports = await requestedReports(options.reports, "exam", io);
  const { recording, isCut, prepared, strict, report } = await readExam(file, options.spec, io, givenStrict);
  const { exam, judgedBy: then, verdicts } = recording;
  const code = await publishReport(reportOfExam(report, prepared.suite), { ...options, reports, strict }, io);
  if (isCut || verdicts === undefined)
    io.err(`note: ${escapeForTerminal(file)} is truncated: it was read up to its last whole line\n`);
  const differences = [
    ...differencesOf(then, judgedBy(prepared.contract, prepared.requirements)),
    ...(strict === exam.strict ? [] : ["--strict"]),
  ];
  const changes = changesOf(verdicts, report.verdicts);
  for (const line of changesInWords({ changes, differences }, "exam", report.words))
    io.err(`${escapeForTerminal(line)}\n`);
  return code;
}

async function judgeTraffic(
  files: readonly string[],
  options: RunCommandOptions,
  baseUrl: string | undefined,
  io: Io,
): Promise<number> {
  const { publishReport, requestedReports } = await import("#cli/published/publish.ts");
  const { prepare } = await import("#assembly/assemble.ts");
  const { judgeFiles } = await import("#traffic/judge-files.ts");
  const { reportOfTraffic, trafficReport } = await import("#traffic/traffic-report.ts");
  const reports = await requestedReports(options.reports, "traffic", io);
  const startedAtMs = Date.now();
  const { strict, declared } = options.run;
  // Without these flags, judged exchanges pile up before they are collected. Most of the heap is garbage: collecting when it has doubled suffices.
  for (const flag of ["--semi-space-growth-factor=1", "--heap-growing-percent=100"]) setFlagsFromString(flag);
  const prepared = await prepare({ spec: options.spec, declared });
  const named = files.map((name) => ({ name, path: resolve(io.folder, name) }));
  const result = await judgeFiles({ files: named, baseUrl, options: options.run }, prepared);
  const times = { startedAtMs, endedAtMs: Date.now() };
  const found = trafficReport({ prepared, result, strict, target: undefined, ...times });
  return publishReport(reportOfTraffic(io.secrets.redact(found)), { ...options, reports, strict }, io);
}
