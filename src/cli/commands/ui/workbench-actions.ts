import { preparedFor } from "#assembly/assemble.ts";
import { certificateView } from "#certificate/pages.ts";
import { type Io, interruptedBy } from "#cli/io.ts";
import { readArguments, valuesGiven } from "#cli/options/args.ts";
import { isUserError, printSuiteFault } from "#cli/print-error.ts";
import type { Given } from "#core/options/option.ts";
import { reportOfExam } from "#exam/report/report-of-exam.ts";
import { loadBedServers } from "#proof/bed.ts";
import { listen } from "#reference-server/listen.ts";
import { clientSuite } from "#suites/client-registry.ts";
import {
  type AskedVerification,
  type Means,
  RequestError,
  type RunningReference,
} from "#workbench/actions.ts";
import { examOptions } from "../exam/exam-options.ts";
import { exampleLines, explanationFacts } from "../explain/explanation.ts";
import { readExam } from "../judge/judge-exam.ts";
import { judgeFile } from "../judge/judge-file.ts";
import { build, serveOptions } from "../serve/serve.ts";
import { verifierFor, wordsFor } from "../verify/verify-file.ts";
import { verifyOptions } from "../verify/verify-options.ts";
import { FolderListing } from "./folder-files.ts";
import { freeRecording, startRun } from "./start-run.ts";
import { accessOptions, everydayOptions, otherOptions, referenceOptions, uiOptions } from "./ui-options.ts";

/** Columns of what is shown as it is printed. */
const width = 100;

/** The actions of the page, done by the commands' own code. `given`: options of the command line, for each run. */
export function createMeans(baseUrl: string | undefined, given: Given, io: Io): Means {
  const { spec } = valuesGiven(accessOptions, given);
  const { exec } = valuesGiven(uiOptions, given);
  const listing = new FolderListing(io.folder);
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
    startRun: (asked, follower, signal) =>
      startRun(asked, follower, { given, baseUrl }, stoppable(io, signal)),
    explain: async (id, hasExample) => {
      const prepared = await preparedFor({ spec });
      const requirement = (await catalogue()).find((one) => one.id === id);
      if (requirement === undefined) return undefined;
      const facts = await explanationFacts(requirement, prepared);
      return { requirement, facts, example: hasExample ? await exampleLines(id, prepared, width) : [] };
    },
    files: async () =>
      (await listing.files()).map((file) =>
        file.run ? { ...file, run: io.secrets.redact(file.run) } : file,
      ),
    judge: async ({ path }) => io.secrets.redact((await judgeFile(path, io.folder, spec)).run),
    judgeExam: async ({ path }) => {
      const { report, prepared } = await readExam(path, spec, io);
      return reportOfExam(report, prepared.suite);
    },
    verify: (asked) => verify(asked, spec, io),
    servers: loadBedServers,
    startReference: (options, before) => startReference(options, before, io),
    exam: async (onLine, signal) => {
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
    messageOf: (error) => {
      if (error instanceof RequestError || isUserError(error)) return io.secrets.redact(error.message);
      printSuiteFault(error, io);
      return undefined;
    },
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
  await before?.close();
  const port = before === undefined ? 0 : Number(new URL(before.url).port);
  const { url, close } = await listen(server, { port });
  io.out(`The reference server listens on ${url}\nexport PETSTORE_API_KEY=${key}\n`);
  let closed: Promise<void> | undefined;
  return { url, key, options, close: () => (closed ??= close()) };
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
  return certificateView({ ...one, texts: (await wordsFor(one, spec)).texts }, new Date());
}

/** An `Io` whose work ends when the page stops it, or when the workbench ends. */
function stoppable(io: Io, signal: AbortSignal): Io {
  // The getters of the process are read when they are needed.
  return { ...io, folder: io.folder, onInterrupt: interruptedBy(signal) };
}
