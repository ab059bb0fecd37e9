import { preparedFor } from "#assembly/assemble.ts";
import { targetOptions } from "#assembly/options/library-options.ts";
import { checkKey } from "#assembly/target.ts";
import { certificateView } from "#certificate/pages.ts";
import { type Io, interruptedBy } from "#cli/io.ts";
import { readArguments, valuesGiven } from "#cli/options/args.ts";
import { commandOptions, keyNames } from "#cli/options/options.ts";
import { isUserError, printSuiteFault } from "#cli/print-error.ts";
import { type Given, without } from "#core/options/option.ts";
import { UsageError } from "#core/options/usage-error.ts";
import { judgeRecording } from "#core/recording/judge-again.ts";
import type { KeptEntry } from "#core/run/journal/journal.ts";
import type { Run } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { reportOfExam } from "#exam/report/report-of-exam.ts";
import { loadBedServers } from "#proof/bed.ts";
import { listen } from "#reference-server/listen.ts";
import { defaultPath } from "#report/formats/write.ts";
import { clientSuite } from "#suites/client-registry.ts";
import type { ListedServer } from "#suites/servers.ts";
import { verifierFor, verifyOptions, withWords } from "../certify/verify.ts";
import { examOptions } from "../exam/exam-options.ts";
import { exampleLines, explanationFacts } from "../explain/explanation.ts";
import { judgeFile, readExam } from "../judge/judge-file.ts";
import { performRun, type RunFollower } from "../run/perform-run.ts";
import { prepareRun, readRun } from "../run/run.ts";
import { build, serveOptions } from "../serve/serve.ts";
import { type FolderFile, folderListing } from "./folder-files.ts";
import { RequestError } from "./request.ts";
import { accessOptions, pageRunOptions, referenceOptions, uiOptions } from "./ui-options.ts";

/** What a run is asked for. What the command line was given besides holds too. */
export interface AskedRun {
  /** Empty: as the command line or the configuration says. */
  readonly baseUrl: string;
  /** The form's options, as arguments of `run`. */
  readonly options: readonly string[];
  /** The key that was typed for this target; undefined: that of the command line or the environment, where it is theirs. */
  readonly key: string | undefined;
}

export interface RunningReference {
  readonly url: string;
  readonly key: string;
  /** What it was started with, as arguments of `serve`. */
  readonly options: readonly string[];
  readonly close: () => Promise<void>;
}

export type NamedServer = Pick<ListedServer, "kind" | "id" | "title" | "breaks">;

const { headers } = commandOptions;
const { clientCert, clientKey, allowInsecure } = targetOptions;

/** Credentials of the command line and the configuration, besides the key: they are for the host named there, and for no other. */
const forTheirHost = [headers, clientCert, clientKey, allowInsecure].map(({ name }): string => name);

interface CommandLine {
  readonly given: Given;
  readonly baseUrl: string | undefined;
}

/** Columns of what is shown as it is printed. */
const width = 100;

export type Means = ReturnType<typeof createMeans>;

/** What the page can do, done by the commands' own code, with `given` of the command line of `ui` in each run. Throws RequestError, or as those do. */
export function createMeans(baseUrl: string | undefined, given: Given, io: Io) {
  const { spec } = valuesGiven(accessOptions, given);
  const { exec } = valuesGiven(uiOptions, given);
  const listed = folderListing(io.folder);
  const catalogue = async () => {
    const prepared = await preparedFor({ spec });
    return [...prepared.requirements, ...clientSuite.requirements(prepared.contract)];
  };
  return {
    baseUrl,
    /** The command that starts the client; undefined: it comes to a port by itself. */
    examCommand: exec,
    catalogue,
    startRun: (asked: AskedRun, follower: RunFollower, signal: AbortSignal) =>
      startRun(asked, follower, { given, baseUrl }, stoppable(io, signal)),
    /** As `explain` has it; the example is played now, where it is asked for. */
    explain: async (id: string, hasExample: boolean) => {
      const prepared = await preparedFor({ spec });
      const requirement = (await catalogue()).find((one) => one.id === id);
      if (requirement === undefined) return undefined;
      const facts = await explanationFacts(requirement, prepared);
      return { requirement, facts, example: hasExample ? await exampleLines(id, prepared, width) : [] };
    },
    files: async (): Promise<readonly FolderFile[]> =>
      (await listed()).map((file) => (file.run ? { ...file, run: io.secrets.redact(file.run) } : file)),
    judge: async ({ path }: FolderFile): Promise<Redacted<Run>> =>
      io.secrets.redact((await judgeFile(path, io.folder, spec)).run),
    judgeExam: async ({ path }: FolderFile) => {
      const { report, prepared } = await readExam(path, spec, io);
      return reportOfExam(report, prepared.suite);
    },
    verify: async ({ path: file }: FolderFile, trust: FolderFile, evidence: string | undefined) => {
      const options = { ...valuesGiven(verifyOptions, new Map()), trust: trust.path, spec, allowSelf: true };
      const check = await verifierFor(options, undefined, io);
      const one = { file, evidence, verification: await check(file, evidence) };
      return certificateView(await withWords(one, spec), new Date());
    },
    servers: (): Promise<readonly NamedServer[]> => loadBedServers(),
    /** `before`: the one that it takes the place of, whose port and key it has. It goes on where the options are wrong. */
    startReference: (options: readonly string[], before: RunningReference | undefined) =>
      startReference(options, before, io),
    exam: async (onLine: (line: string) => void, signal: AbortSignal) => {
      const { holdExam } = await import("../exam/hold-exam.ts");
      const record = await freeRecording("http://exam", io);
      const wanted = { ...valuesGiven(examOptions, new Map()), exec, spec, record, port: 0 };
      // The client's output may contain the exam's key, which the page must not show.
      const out = (text: string): void => {
        io.out(text);
        for (const line of io.secrets.redact(text).split("\n")) if (line !== "") onLine(line);
      };
      const { report } = await holdExam(wanted, { ...stoppable(io, signal), out });
      return reportOfExam(io.secrets.redact(report), clientSuite);
    },
    /** The message for the user, without secrets; undefined for a fault of our own, which is printed. */
    messageOf: (error: unknown): string | undefined => {
      if (error instanceof RequestError || isUserError(error)) return io.secrets.redact(error.message);
      printSuiteFault(error, io);
      return undefined;
    },
  };
}

async function startRun(asked: AskedRun, follower: RunFollower, commandLine: CommandLine, io: Io) {
  const { options, target } = await readAsked(asked, commandLine, io);
  const { key: typed } = asked;
  const name = target?.href ?? "reference server (in process)";
  const record = await freeRecording(name, io);
  const ready = await prepareRun(
    { ...options, record, quiet: true },
    target,
    io,
    typed === undefined ? undefined : async () => checkKey(typed, "the field API key"),
  );
  const running = performRun(ready, io, follower);
  return {
    target: name,
    /** Where it is kept: a path of the folder, as its listing has it. */
    recording: record.replaceAll("\\", "/"),
    /** What is known by now, from what was kept of it. */
    soFar: (kept: readonly KeptEntry[]) =>
      judgeRecording(kept, { ...ready.prepared, options: ready.options.run, asThen: true }),
    finished: running.then(({ run }) => run),
  };
}

/** The options of a run that the page asks for; credentials are given only for their own host. */
async function readAsked(asked: AskedRun, { given, baseUrl }: CommandLine, io: Io) {
  const page = readArguments(asked.options, pageRunOptions).given;
  const merged = new Map([...given, ...page]);
  // The key that was typed is for this address; no other source gives one then.
  if (asked.key !== undefined) {
    for (const name of keyNames) merged.delete(name);
    io.secrets.add(asked.key);
  }
  const isSelf = merged.get(commandOptions.self.name)?.[0] === true;
  const address = isSelf ? undefined : asked.baseUrl || baseUrl;
  const operands = address === undefined ? [] : [address];
  const { asked: options, target } = await readRun(merged, operands, io);
  const theirs = URL.parse(baseUrl ?? options.baseUrl ?? "")?.origin;
  if (target === undefined || target.origin === theirs) return { options, target };
  if (asked.key === undefined) throw noKeyFor(target);
  const other = await readRun(without(merged, forTheirHost), operands, io, forTheirHost);
  return { options: other.asked, target: other.target };
}

/** Whoever has the address of the page could otherwise have the key sent to any host. */
function noKeyFor({ origin }: URL): UsageError {
  return new UsageError({
    what: "No API key is given for this address",
    where: `${origin}; the key of the environment or the command line goes only to the address that ui was started with`,
    remedy: "Fill in the field API key, or start ui with this address.",
  });
}

function freeRecording(subject: string, { folder }: Io): Promise<string> {
  return defaultPath("ndjson.zst", { startedAtMs: Date.now(), subject }, folder);
}

async function startReference(options: readonly string[], before: RunningReference | undefined, io: Io) {
  const key = before?.key ?? `reference-${crypto.randomUUID()}`;
  io.secrets.add(key);
  const server = await build(key, valuesGiven(serveOptions, readArguments(options, referenceOptions).given));
  await before?.close();
  const port = before === undefined ? 0 : Number(new URL(before.url).port);
  const { url, close } = await listen(server, { port });
  io.out(`The reference server listens on ${url}\nexport PETSTORE_API_KEY=${key}\n`);
  let closed: Promise<void> | undefined;
  return { url, key, options, close: () => (closed ??= close()) };
}

/** An `Io` whose work ends when the page stops it, or when the workbench ends. */
function stoppable(io: Io, signal: AbortSignal): Io {
  // The getters of the process are read when they are needed.
  return { ...io, folder: io.folder, onInterrupt: interruptedBy(signal) };
}
