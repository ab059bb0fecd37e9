import { expect, test } from "vitest";
import { seededRandom } from "../../src/core/check/random.ts";
import {
  certificateOf,
  kindsIn,
  recordedLines,
  recordingOf,
  verified,
} from "../certificate/sample-certificate.ts";

const recording = recordingOf(await recordedLines());
const certificate = await certificateOf(recording);

test("each byte of a certificate that is flipped is detected", async () => {
  expect(await undetectedInCertificate(certificate)).toEqual([]);
});

test("2,000 bytes of a recording, each flipped: all are detected", async () => {
  expect(await undetectedInRecording(certificate, recording, 2000)).toEqual([]);
});

/** The bytes of a certificate that can be flipped without a problem. */
async function undetectedInCertificate(certificate: Buffer): Promise<readonly number[]> {
  const random = seededRandom(1, "flips");
  const survivors: number[] = [];
  for (let at = 0; at < certificate.length; at += 1) {
    const flipped = Buffer.from(certificate);
    flipped[at] = (flipped[at] ?? 0) ^ (1 + Math.floor(random() * 255));
    if ((await verified(flipped)).problems.length === 0) survivors.push(at);
  }
  return survivors;
}

/** Of so many bytes of a recording, those that can be flipped so that it is not found to be another one. */
async function undetectedInRecording(
  certificate: Buffer,
  recording: Buffer,
  count: number,
): Promise<readonly number[]> {
  const random = seededRandom(2, "flips");
  const survivors: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const at = Math.floor(random() * recording.length);
    const flipped = Buffer.from(recording);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    if (kindsIn(await verified(certificate, flipped)).join() !== "other-evidence") survivors.push(at);
  }
  return survivors;
}
