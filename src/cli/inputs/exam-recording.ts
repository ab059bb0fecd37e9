import { resolve } from "node:path";
import { prepareExam } from "../../assembly/exam.ts";
import { isFileError } from "../../core/files/read-bounded.ts";
import { recordedClients } from "../../exam/exam-recording.ts";
import { type ExamReport, reportOf } from "../../exam/exam-report.ts";
import { readTraffic, TrafficError } from "../../traffic/read-traffic.ts";
import type { Io } from "../io.ts";
import { kindOfFile, otherKind, unreadable } from "./file-kinds.ts";

/** Judges clients by what a proxy recorded of them. Throws UsageError for a file that holds no traffic. */
export async function examineRecording(
  file: string,
  { spec, strict }: { readonly spec: string | undefined; readonly strict: boolean },
  io: Io,
): Promise<ExamReport> {
  const kind = await kindOfFile(file, io);
  if (kind !== "traffic" && kind !== "other") throw otherKind(file, kind, "traffic");
  const prepared = await prepareExam(spec);
  try {
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
  } catch (error) {
    if (!(error instanceof TrafficError) && !isFileError(error)) throw error;
    const remedy = "Give a file of traffic, such as `proxy --record` writes.";
    throw unreadable(file, error, { what: "the recording", remedy });
  }
}
