import { gzipSync } from "node:zlib";
import { prepareExam } from "#assembly/exam.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { examLines } from "#exam/exam-recording.ts";
import { playClient, playedKey } from "#exam/proof/play-client.ts";
import { type ClientEntry, runOf } from "#suites/clients/reference-client/client.ts";
import type { ListedServer } from "#suites/servers.ts";
import {
  certified,
  issuedMs,
  judged,
  recordedLinesOf,
  recordingOf,
  statementIn,
  verified,
} from "./sample-certificate.ts";

/** What comes of asking for a certificate of a recording, and of verifying it. */
export async function certification(recording: Buffer, asked: Parameters<typeof certified>[1]) {
  const made = await certified(recording, asked);
  if ("obstacles" in made) return { result: undefined, obstacles: made.obstacles, problems: [] };
  const certificate = Buffer.from(made.text);
  const { nowMs } = asked;
  const { problems } = await verified(certificate, recording, nowMs === undefined ? {} : { nowMs });
  const { result } = statementIn(certificate).predicate;
  return { result, obstacles: [], problems: problems.map(({ detail }) => detail) };
}

/** Plays in `standard`, records, certifies and verifies. */
export async function certifiedServer(server: ListedServer) {
  const recording = recordingOf(await recordedLinesOf(server, { profile: "standard" }));
  const { endedAtMs } = await judged(recording);
  // Some stages are years ahead.
  return certification(recording, { name: server.id, nowMs: Math.max(issuedMs, endedAtMs) });
}

const prepared = await prepareExam(undefined);

/** The recording of an exam of a scripted client, in virtual time. `client`: the command that is said to have started it. */
export async function examRecording(entry: Pick<ClientEntry, "hooks">, client?: string): Promise<Buffer> {
  const report = await playClient(runOf(entry.hooks), prepared);
  const { startedAtMs, endedAtMs } = report;
  const exam = {
    ...({ source: "command", key: playedKey, strict: false, interrupted: false } as const),
    ...{ startedAtMs, endedAtMs },
    situations: prepared.suite.situations.map(({ name }) => name),
    ...(client !== undefined && { client }),
  };
  return gzipSync(`${examLines(report, exam, prepared, new Secrets()).join("\n")}\n`);
}
