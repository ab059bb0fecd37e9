import { keepHeapSmall } from "../../../assembly/assemble.ts";
import { newKey, prepareExam, situationsNamed } from "../../../assembly/exam.ts";
import { createWallClock } from "../../../core/exchange/clock/wall-clock.ts";
import type { Values } from "../../../core/options/option.ts";
import { type ExamReport, reportOf } from "../../../exam/exam-report.ts";
import { matcherOf } from "../../../exam/key-matcher.ts";
import { situations } from "../../../exam/situations.ts";
import { checkReportPlace } from "../../../report/formats/write.ts";
import type { Io } from "../../io.ts";
import type { examOptions } from "./exam-options.ts";
import { examTls } from "./exam-tls.ts";
import { checkCommand, playExam } from "./play-exam.ts";

/** Examines a client as these options say. @throws UsageError, SpecError, ReportError before the client is started */
export async function holdExam(
  wanted: Values<typeof examOptions>,
  io: Io & { readonly print: Io["out"] },
): Promise<ExamReport> {
  const chosen = situationsNamed(wanted.situation, situations);
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
    ...{ clock, key, host: wanted.host, signal: interruption.signal },
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
  if (wanted.record !== undefined) {
    const { recordExam } = await import("./record-exam.ts");
    await recordExam(
      wanted.record,
      report,
      { chosen, prepared, key, strict: wanted.strict, interrupted },
      io,
    );
  }
  return report;
}
