import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { keepHeapSmall } from "#assembly/assemble.ts";
import { beginExam, prepareExam } from "#assembly/exam.ts";
import { kindOfFile, otherKind } from "#cli/file-kinds.ts";
import type { Io } from "#cli/io.ts";
import { misused } from "#cli/options/args.ts";
import { endInWords, type Session } from "#core/check/clients/session.ts";
import { counted } from "#core/check/results/words.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import type { Values } from "#core/options/option.ts";
import { reading, UsageError } from "#core/options/usage-error.ts";
import { packingFor } from "#core/recording/recording-file.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import type { ConductOptions } from "#exam/conduct.ts";
import { examLines, type RecordedExam, recordedClients } from "#exam/exam-recording.ts";
import { type ExamReport, reportOf } from "#exam/exam-report.ts";
import { writeWhole } from "#files/write-whole.ts";
import { checkReportPlace, ReportError } from "#report/formats/write.ts";
import { readTraffic } from "#traffic/files/read-traffic.ts";
import { refusePort } from "../serve/serve.ts";
import type { examOptions } from "./exam-options.ts";

type Wanted = Values<typeof examOptions>;

/** Examines a client as these options say. @throws UsageError, SpecError, ReportError before the client is started */
export async function holdExam(wanted: Wanted, io: Io) {
  if (wanted.caOut !== undefined && !wanted.tls)
    throw misused("--ca-out is given without --tls", "Give --tls too.");
  const begun = await beginExam({ ...wanted, situations: wanted.situation });
  const { prepared, startedAtMs } = begun;
  const { key, situations, tls } = begun.setting;
  keepHeapSmall();
  if (wanted.record !== undefined) await checkReportPlace(wanted.record, io.folder, "--record FILE");
  io.secrets.add(key);
  const interruption = new AbortController();
  const stopListening = io.onInterrupt(() => interruption.abort());
  const ca = tls && (await writeCertificate(tls.cert, wanted.caOut, io));
  const setting = { ...begun.setting, caFile: ca?.file, signal: interruption.signal };
  const playing =
    wanted.exec === undefined ? onPort(wanted, setting, io) : withCommand(wanted.exec, wanted, setting, io);
  const { source, sessions } = await playing.finally(() => ca?.remove());
  stopListening();
  const interrupted = interruption.signal.aborted && source.kind === "command";
  const report = begun.reportOn(source, sessions, interrupted);
  /** False where the file of `--record` could not be written: that is printed, and the report is still complete. */
  let isRecorded = true;
  if (wanted.record !== undefined) {
    const exam: RecordedExam = {
      source: source.kind,
      client: source.kind === "command" ? source.command : source.url,
      situations: situations.map(({ name }) => name),
      ...{ key, startedAtMs, endedAtMs: report.endedAtMs, strict: wanted.strict, interrupted },
    };
    // All that the user keeps secret, and not the key that the exam made.
    const secrets = new Secrets(io.env.PETSTORE_API_KEY ?? "");
    const lines = examLines(report, exam, prepared, secrets).map(packingFor(wanted.record));
    try {
      await writeWhole(resolve(io.folder, wanted.record), lines);
    } catch (error) {
      const { message } = new ReportError(wanted.record, error, "--record FILE");
      io.err(`petstore-conformance: ${message}\n`);
      isRecorded = false;
    }
  }
  return { report, isRecorded };
}

async function writeCertificate(cert: string, caOut: string | undefined, { folder }: Io) {
  const own = caOut === undefined ? await mkdtemp(join(tmpdir(), "petstore-exam-")) : undefined;
  const file = own === undefined ? resolve(folder, caOut ?? "") : join(own, "ca.pem");
  try {
    await writeWhole(file, [cert]);
  } catch {
    throw new UsageError({
      what: "the certificate of the service cannot be written",
      where: "--ca-out",
      remedy: "Name a file in a folder that exists and that you may write to.",
    });
  }
  return {
    file,
    /** Removes the file, unless `--ca-out` named it. */
    remove: async () => {
      if (own !== undefined) await rm(own, { recursive: true });
    },
  };
}

type Setting = ConductOptions & {
  readonly caFile: string | undefined;
};

/** Variables in which programs look for trusted authorities: OpenSSL, Python and Go; Node; requests; curl. */
const caVariables = ["SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"];

function variablesFor(url: string, key: string, caFile: string | undefined) {
  const trusted = caFile === undefined ? [] : caVariables.map((name) => [name, caFile]);
  return { PETSTORE_BASE_URL: url, PETSTORE_API_KEY: key, ...Object.fromEntries(trusted) };
}

async function withCommand(command: string, wanted: Wanted, { caFile, ...setting }: Setting, io: Io) {
  const { examine, withControls } = await import("#exam/conduct.ts");
  const played = withControls(setting.situations, setting.suite);
  const longest = Math.max(...played.map(({ longestSeconds }) => longestSeconds));
  const total = played.reduce((sum, { longestSeconds }) => sum + longestSeconds, 0);
  if (!wanted.quiet)
    io.out(
      `The client is started ${played.length} times, once for each situation. If it waits as long as it is asked to, that takes up to ${Math.max(longest, Math.ceil(total / wanted.concurrency))} s and its own time.\n\n`,
    );
  const sessions = await examine({
    ...setting,
    client: {
      commandFor: ({ url, key }) => ({
        command,
        placeholders: { url, key, ...(caFile !== undefined && { ca: caFile }) },
        folder: io.folder,
        env: { ...io.env, ...variablesFor(url, key, caFile) },
      }),
    },
    // A second Ctrl-C ends this process at once.
    cleanups: io.cleanups,
    timeoutMs: wanted.timeout,
    concurrency: wanted.concurrency,
    onSession: (session) => {
      if (wanted.quiet) return;
      io.out(sessionLine(io.secrets.redact(session)));
      if (wanted.output) io.out(printed(io.secrets.redact(session.output ?? "")));
    },
  });
  if (!wanted.quiet) io.out("\n");
  return { source: { kind: "command" as const, command }, sessions };
}

function sessionLine(session: Redacted<Session>): string {
  const name = (session.situation ?? "").padEnd(20);
  const requests = counted(session.requests, "request").padEnd(12);
  return `${name}  ${requests}  ${escapeForTerminal(endInWords(session))}\n`;
}

/** What a client prints is as hostile as what it sends. */
function printed(output: string): string {
  const lines = output.split("\n").filter((line) => line !== "");
  return lines.map((line) => `    ${line.replace(/[^\P{C}\t]/gu, "?")}\n`).join("");
}

async function onPort({ port, idle, for: mostMs }: Wanted, { caFile, ...setting }: Setting, io: Io) {
  const { openExam } = await import("#exam/conduct.ts");
  const exam = await openExam({ ...setting, port, idleMs: idle, mostMs }).catch(
    refusePort(`the port ${port}`),
  );
  const given = variablesFor(exam.url, setting.key, caFile);
  const variables = Object.entries(given).map(([name, value]) => `${name}=${value}`);
  io.out(`The exam listens on ${exam.url}\nexport ${variables.join(" ")}\n`);
  io.out(`It ends ${idle / 1000} s after the last request, after ${mostMs / 1000} s, or at Ctrl-C.\n\n`);
  return { source: { kind: "port" as const, url: exam.url }, sessions: [await exam.session] };
}

/** Judges clients by what a proxy recorded of them. Throws UsageError for a file that holds no traffic. */
export async function examineRecording(file: string, { spec, strict }: Wanted, io: Io): Promise<ExamReport> {
  const kind = await kindOfFile(file, io.folder);
  if (kind !== "traffic" && kind !== "other") throw otherKind(file, kind, "traffic");
  const prepared = await prepareExam(spec);
  const remedy = "Give a file of traffic, such as `proxy --record` writes.";
  return reading({ what: "the recording", where: file, remedy }, async () => {
    const { secrets } = io;
    const { exchanges } = readTraffic(resolve(io.folder, file), prepared.contract, { secrets });
    const { sessions, key, notes } = await recordedClients(exchanges);
    const times = sessions.flatMap((session) => session.exchanges.map(({ sentAtMs }) => sentAtMs));
    return reportOf({
      ...{ ...prepared, sessions, key, notes, strict },
      source: { kind: "recording", file },
      startedAtMs: times.reduce((least, one) => Math.min(least, one), times[0] ?? 0),
      endedAtMs: sessions.reduce((most, { endedAtMs }) => Math.max(most, endedAtMs), 0),
      interrupted: false,
    });
  });
}
