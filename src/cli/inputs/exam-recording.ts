import { resolve } from "node:path";
import { prepareExam } from "../../assembly/exam.ts";
import type { WireExchange } from "../../core/exchange/wire-exchange.ts";
import { isFileError } from "../../core/files/read-bounded.ts";
import { recordedClients } from "../../exam/exam-recording.ts";
import { type ExamReport, reportOf } from "../../exam/exam-report.ts";
import { credentialsIn } from "../../traffic/credentials.ts";
import { readTraffic, TrafficError } from "../../traffic/read-traffic.ts";
import type { Io } from "../io.ts";
import { kindOfFile, otherKind, unreadable } from "./file-kinds.ts";

/** Stands for a key in what a proxy recorded. */
const placeholder = /^\{key [0-9]+\}$/;

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
    const { exchanges } = readTraffic(resolve(io.folder, file), prepared.contract);
    const { sessions, key, notes } = await recordedClients(withSecrets(exchanges, io));
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

/** What a file holds to authenticate must be in no report. */
async function* withSecrets(
  exchanges: AsyncIterable<WireExchange>,
  { secrets }: Io,
): AsyncGenerator<WireExchange> {
  for await (const exchange of exchanges) {
    secrets.add(...credentialsIn(exchange).filter((secret) => !placeholder.test(secret)));
    yield exchange;
  }
}
