import { expect, test } from "vitest";
import { seededRandom } from "#core/check/inputs/random.ts";
import {
  certificateOf,
  kindsIn,
  recordedLines,
  recordingOf,
  verified,
} from "#testing/certificate/sample-certificate.ts";

const recording = recordingOf(await recordedLines());
const certificate = await certificateOf(recording);

const random = seededRandom(1, "flips");

/** The same bytes but for one. */
function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ (1 + Math.floor(random() * 255));
  return copy;
}

test("each byte of a certificate that is flipped is detected", async () => {
  for (const at of certificate.keys())
    expect((await verified(flipped(certificate, at))).problems, `byte ${at}`).not.toEqual([]);
});

test("2,000 bytes of a recording, each flipped: all are detected", async () => {
  for (let i = 0; i < 2000; i += 1) {
    const at = Math.floor(random() * recording.length);
    expect(kindsIn(await verified(certificate, flipped(recording, at))), `byte ${at}`).toEqual([
      "other-evidence",
    ]);
  }
});
