import { listen } from "../../../../reference-server/listen.ts";
import { clientSuite } from "../../../../suites/client-registry.ts";
import { type Prepared, preparedFor } from "../../../assembly/assemble.ts";
import { certificateView } from "../../../certificate/pages.ts";
import type { Given } from "../../../core/options/option.ts";
import { UsageError } from "../../../core/options/usage-error.ts";
import { judgeRecording } from "../../../core/recording/judge-again.ts";
import { reportOfExam } from "../../../exam/report/report-of-exam.ts";
import { loadBedServers } from "../../../proof/bed-servers.ts";
import { defaultPath } from "../../../report/formats/write.ts";
import {
  type AskedVerification,
  type Means,
  RequestError,
  type RunningReference,
  type StartedRun,
} from "../../../workbench/means.ts";
import type { Io } from "../../io.ts";
import { readArguments, valuesGiven } from "../../options/args.ts";
import { commandOptions, runOptionTable } from "../../options/options.ts";
import { isUserError, printSuiteFault } from "../../print-error.ts";
import { withKnown } from "../../published/publish.ts";
import { examOptions } from "../exam/exam-options.ts";
import { exampleLines, explanationFacts } from "../explain/explanation.ts";
import { readExam } from "../judge/judge-exam.ts";
import { judgeFile } from "../judge/judge-file.ts";
import { MissingKeyError } from "../run/key.ts";
import { performRun } from "../run/perform-run.ts";
import { prepareRun, readRun } from "../run/run.ts";
import { build, serveOptions } from "../serve/serve.ts";
import { verifierFor, wordsFor } from "../verify/verify-file.ts";
import { verifyOptions } from "../verify/verify-options.ts";
import { createListing } from "./folder-files.ts";
import { accessOptions, everydayOptions, otherOptions, referenceOptions, uiOptions } from "./ui-options.ts";

/** Columns of what is shown as it is printed. */
const width = 100;

/** What the page can do, by the commands' own code. `given`: what the command line says, for each run. */
export function createMeans(baseUrl: string | undefined, given: Given, io: Io): Means {
  const { spec } = valuesGiven(accessOptions, given);
  const { exec } = valuesGiven(uiOptions, given);
  const catalogue = async () => {
    const prepared = await preparedFor({ spec });
    return [...prepared.requirements, ...clientSuite.requirements(prepared.contract)];
  };
  return {
    everyday: everydayOptions,
    otherOptions,
    serveOptions: referenceOptions,
    baseUrl,
    examCommand: exec,
    catalogue,
    startRun: (...asked) => startRun(asked, given, baseUrl, io),
    explain: async (id, hasExample) => {
      const prepared: Prepared = await preparedFor({ spec });
      const requirement = (await catalogue()).find((one) => one.id === id);
      if (requirement === undefined) return undefined;
      const facts = await explanationFacts(requirement, prepared);
      return { requirement, facts, example: hasExample ? await exampleLines(id, prepared, width) : [] };
    },
    files: createListing(io.folder),
    judge: async ({ path }) => io.secrets.redact((await judgeFile([path], io.folder, spec)).run),
    judgeExam: async ({ path }) => {
      const { report, prepared } = await readExam(path, { spec }, io);
      return reportOfExam(report, prepared.suite);
    },
    verify: (asked) => verify(asked, spec, io),
    servers: loadBedServers,
    startReference: (options, before) => startReference(options, before, io),
    exam: async (onLine, signal) => {
      const { holdExam } = await import("../exam/hold-exam.ts");
      const record = await freeRecording("http://exam", io);
      const wanted = { ...valuesGiven(examOptions, new Map()), exec, spec, record, port: 0 };
      // What is printed may hold the key of the exam, which the client needs and the page must not have.
      const print = (text: string): void => {
        io.out(text);
        for (const line of io.secrets.redact(text).split("\n")) if (line !== "") onLine(line);
      };
      const { report } = await holdExam(wanted, { ...stoppable(io, signal), print });
      return reportOfExam(io.secrets.redact(report), clientSuite);
    },
    messageOf: (error) => {
      if (error instanceof RequestError || isUserError(error)) return io.secrets.redact(error.message);
      printSuiteFault(error, io);
      return undefined;
    },
    nowMs: Date.now,
  };
}

async function startReference(
  options: readonly string[],
  before: RunningReference | undefined,
  io: Io,
): Promise<RunningReference> {
  const key = before?.key ?? `reference-${crypto.randomUUID()}`;
  io.secrets.add(key);
  const server = await build(key, valuesGiven(serveOptions, readArguments(options, referenceOptions).given));
  const port = before === undefined ? 0 : Number(new URL(before.url).port);
  const { url, close } = await listen(server, { port });
  io.out(`The reference server listens on ${url}\nexport PETSTORE_API_KEY=${key}\n`);
  return { url, key, options, close };
}

async function verify(
  { certificate, evidence, trust }: AskedVerification,
  spec: string | undefined,
  io: Io,
): Promise<ReturnType<typeof certificateView>> {
  const options = { ...valuesGiven(verifyOptions, new Map()), trust: trust.path, spec, allowSelf: true };
  const check = await verifierFor(options, undefined, io);
  const verification = await check(certificate.path, evidence?.path);
  const one = { file: certificate.path, evidence: evidence?.path, verification };
  return certificateView(one, (await wordsFor(one, spec)).texts, new Date());
}

/**
 * Runs as `run` does with what the page asks for, and with what the command line of `ui` says.
 * @throws UsageError, SpecError, ReportError before anything is sent
 */
async function startRun(
  [asked, follower, signal]: Parameters<Means["startRun"]>,
  given: Given,
  baseUrl: string | undefined,
  io: Io,
): Promise<StartedRun> {
  const page = readArguments([...asked.options], runOptionTable).given;
  const merged = new Map([...given, ...page]);
  // The key of the page is for this address; no other source gives one then.
  if (asked.key !== undefined) {
    for (const { name } of [commandOptions.apiKeyFile, commandOptions.apiKeyCommand]) merged.delete(name);
    merged.set(commandOptions.apiKey.name, [asked.key]);
    io.secrets.add(asked.key);
  }
  const isSelf = merged.get(commandOptions.self.name)?.[0] === true;
  const address = isSelf ? undefined : asked.baseUrl || baseUrl;
  const quiet = stoppable(io, signal);
  const { asked: options, target } = await readRun(merged, address === undefined ? [] : [address], quiet);
  const name = target?.href ?? "reference server (in process)";
  const record = await freeRecording(name, io);
  const { prepared, checked, key, secondKey, known } = await prepareRun(
    { ...options, record, quiet: true },
    target,
    quiet,
  ).catch(inWordsOfThePage);
  const running = performRun(prepared, checked, { target, key, secondKey, io: quiet, follower });
  return {
    target: name,
    soFar: (kept) => judgeRecording({ kept }, { ...prepared, options: checked.run, asThen: true }),
    finished: running.then(async ({ run }) => (await withKnown(run, known, checked, io)).run),
  };
}

/** Whoever reads the page has a field for the key. */
function inWordsOfThePage(error: unknown): never {
  if (!(error instanceof MissingKeyError)) throw error;
  const remedy = "Fill in the field API key.";
  throw new UsageError({ what: "No API key is given", where: "this address has none yet", remedy });
}

/** An `Io` whose work ends when the page stops it, or when the workbench ends. */
function stoppable(io: Io, signal: AbortSignal): Io {
  return {
    ...io,
    // The getters of the process are read when they are needed.
    folder: io.folder,
    onInterrupt: (listener) => {
      if (signal.aborted) listener();
      else signal.addEventListener("abort", listener, { once: true });
      return () => signal.removeEventListener("abort", listener);
    },
  };
}

/** Where a run or an exam is kept, for the history. */
function freeRecording(subject: string, { folder }: Io): Promise<string> {
  return defaultPath("ndjson.zst", { startedAtMs: Date.now(), subject }, folder);
}
