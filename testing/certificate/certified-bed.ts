import type { ListedServer } from "../../suites/servers.ts";
import {
  certified,
  issuedMs,
  judged,
  recordedLinesOf,
  recordingOf,
  statementIn,
  verified,
} from "./sample-certificate.ts";

/** What a server or a client of the proof gets. */
export interface Certification {
  /** Undefined: no certificate. */
  readonly result: "PASSED" | "WARNED" | undefined;
  /** What is wrong: a variant without a certificate, a failing fault with one, one that does not verify. */
  readonly mistakes: readonly string[];
}

/** Plays in `standard`, records, certifies and verifies. */
export async function certifiedServer(server: ListedServer): Promise<Certification> {
  const recording = recordingOf(await recordedLinesOf(server, { profile: "standard" }));
  const { endedAtMs, verdicts } = await judged(recording);
  // Some stages are years ahead.
  const nowMs = Math.max(issuedMs, endedAtMs);
  const made = await certified(recording, { name: server.id, nowMs });
  const isBroken = verdicts.some(({ verdict, level }) => verdict === "fail" && level === "must");
  if ("obstacles" in made) {
    const mistakes = isBroken ? [] : [`no certificate: ${made.obstacles.join(" ")}`];
    return { result: undefined, mistakes };
  }
  const certificate = Buffer.from(made.text);
  const { problems } = await verified(certificate, recording, { nowMs });
  const { result } = statementIn(certificate).predicate;
  const mistakes = [
    ...(isBroken ? ["a certificate, though a must fails"] : []),
    ...problems.map(({ detail }) => `it does not verify: ${detail}`),
  ];
  return { result, mistakes };
}
