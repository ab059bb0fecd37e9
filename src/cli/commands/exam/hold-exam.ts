import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { keepHeapSmall } from "../../../assembly/assemble.ts";
import { newKey, prepareExam, situationsNamed } from "../../../assembly/exam.ts";
import type { Situation } from "../../../core/check/situation.ts";
import { createWallClock } from "../../../core/exchange/clock/wall-clock.ts";
import { writeWhole } from "../../../core/files/write-whole.ts";
import type { Values } from "../../../core/options/option.ts";
import { UsageError } from "../../../core/options/usage-error.ts";
import { compressedLine, compressionOf } from "../../../core/recording/recording-file.ts";
import { createSecrets } from "../../../core/secrets/secrets.ts";
import { examLines, matcherOf, type RecordedExam } from "../../../exam/exam-recording.ts";
import { type ExamReport, reportOf } from "../../../exam/exam-report.ts";
import { checkReportPlace } from "../../../report/formats/write.ts";
import { ReportError } from "../../../report/report-error.ts";
import type { Io } from "../../io.ts";
import { misused } from "../../options/misused.ts";
import type { examOptions } from "./exam-options.ts";
import { checkCommand, playExam } from "./play-exam.ts";

interface HeldExam {
  readonly report: ExamReport;
  /** False where the file of `--record` could not be written: that is said, and the report is worth reading all the same. */
  readonly isRecorded: boolean;
}

/** Examines a client as these options say. @throws UsageError, SpecError, ReportError before the client is started */
export async function holdExam(
  wanted: Values<typeof examOptions>,
  io: Io & { readonly print: Io["out"] },
): Promise<HeldExam> {
  const { clientSuite: suite } = await import("../../../../suites/client-registry.ts");
  const chosen = situationsNamed(wanted.situation, suite.situations);
  if (wanted.exec !== undefined) checkCommand(wanted.exec, wanted.tls);
  keepHeapSmall();
  if (wanted.record !== undefined) {
    await checkReportPlace(wanted.record, io.folder, "--record FILE");
  }
  const prepared = await prepareExam(wanted.spec);
  const key = newKey();
  io.secrets.add(key);
  const clock = createWallClock();
  const startedAtMs = clock.now();
  const interruption = new AbortController();
  const stopListening = io.onInterrupt(() => interruption.abort());
  const ca = await examTls(wanted, chosen, clock.now(), io);
  const setting = {
    ...{ suite, contract: prepared.contract, clock, key },
    ...{ host: wanted.host, signal: interruption.signal },
    tls: ca?.identity,
    caFile: ca?.file,
  };
  const { source, sessions } = await playExam(wanted, chosen, setting, io).finally(() => ca?.remove());
  stopListening();
  const interrupted = interruption.signal.aborted && source.kind === "command";
  const report = reportOf({
    ...{ ...prepared, source, sessions, startedAtMs, strict: wanted.strict, interrupted },
    key: matcherOf(key),
    endedAtMs: clock.now(),
  });
  let isRecorded = true;
  if (wanted.record !== undefined) {
    const exam: RecordedExam = {
      source: source.kind === "command" ? "command" : "port",
      client: source.kind === "command" ? source.command : source.kind === "port" ? source.url : "",
      situations: chosen.map(({ name }) => name),
      ...{ key, startedAtMs, endedAtMs: report.endedAtMs, strict: wanted.strict, interrupted },
    };
    // All that the user keeps secret, and not the key that the exam made.
    const secrets = createSecrets(io.env.PETSTORE_API_KEY ?? "");
    const compression = compressionOf(wanted.record);
    const lines = examLines(report, exam, prepared, secrets).map((line) => compressedLine(line, compression));
    isRecorded = await writeWhole(resolve(io.folder, wanted.record), lines).then(
      () => true,
      (error) => {
        io.err(
          `petstore-conformance: ${new ReportError(wanted.record ?? "", error, "--record FILE").message}\n`,
        );
        return false;
      },
    );
  }
  return { report, isRecorded };
}

/** What `--tls` needs; undefined without it. @throws UsageError */
async function examTls(
  wanted: Values<typeof examOptions>,
  situations: readonly Situation[],
  nowMs: number,
  { folder }: Pick<Io, "folder">,
) {
  const { tls, caOut, host, exec, timeout, concurrency, for: mostMs } = wanted;
  if (!tls) {
    if (caOut === undefined) return undefined;
    throw misused("--ca-out is given without --tls", "Give --tls too.");
  }
  const starts = Math.ceil((situations.length + 2) / concurrency);
  const { examIdentity } = await import("../../../exam/conduct.ts");
  const identity = await examIdentity(host, nowMs, exec === undefined ? mostMs : starts * timeout);
  const own = caOut === undefined ? await mkdtemp(join(tmpdir(), "petstore-exam-")) : undefined;
  const file = own === undefined ? resolve(folder, caOut ?? "") : join(own, "ca.pem");
  try {
    await writeFile(file, identity.ca);
  } catch {
    throw new UsageError({
      what: "the certificate of the authority cannot be written",
      where: "--ca-out",
      remedy: "Name a file in a folder that exists and that you may write to.",
    });
  }
  return {
    identity,
    /** Holds the certificate of the authority. */
    file,
    /** Removes the file, unless `--ca-out` named it. */
    remove: async () => {
      if (own !== undefined) await rm(own, { recursive: true });
    },
  };
}
