import { resolve } from "node:path";
import { prepareExam } from "#assembly/exam.ts";
import { reading } from "#core/options/reading.ts";
import { recordedClients } from "#exam/exam-recording.ts";
import { type ExamReport, reportOf } from "#exam/exam-report.ts";
import { readTraffic } from "#traffic/files/read-traffic.ts";
import type { Io } from "../io.ts";
import { kindOfFile, otherKind } from "./file-kinds.ts";

/** Judges clients by what a proxy recorded of them. Throws UsageError for a file that holds no traffic. */
export async function examineRecording(
  file: string,
  { spec, strict }: { readonly spec: string | undefined; readonly strict: boolean },
  io: Io,
): Promise<ExamReport> {
  const kind = await kindOfFile(file, io);
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
