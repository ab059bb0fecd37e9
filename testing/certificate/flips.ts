import { seededRandom } from "../../src/core/check/random.ts";
import { kindsIn, verified } from "./sample-certificate.ts";

/** Of every `nth` byte of a certificate, those that can be flipped without a problem. */
export async function undetectedInCertificate(certificate: Buffer, nth: number): Promise<readonly number[]> {
  const random = seededRandom(1, "flips");
  const survivors: number[] = [];
  for (let at = 0; at < certificate.length; at += nth) {
    const flipped = Buffer.from(certificate);
    flipped[at] = (flipped[at] ?? 0) ^ (1 + Math.floor(random() * 255));
    if ((await verified(flipped)).problems.length === 0) survivors.push(at);
  }
  return survivors;
}

/** Of so many bytes of a recording, those that can be flipped so that it is not found to be another one. */
export async function undetectedInRecording(
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
