import { expect, test } from "vitest";
import { undetectedInCertificate, undetectedInRecording } from "../certificate/flips.ts";
import { certificateOf, recordedLines, recordingOf } from "../certificate/sample-certificate.ts";

const recording = recordingOf(await recordedLines());
const certificate = await certificateOf(recording);

test("each byte of a certificate that is flipped is detected", async () => {
  expect(await undetectedInCertificate(certificate, 1)).toEqual([]);
});

test("2,000 bytes of a recording, each flipped: all are detected", async () => {
  expect(await undetectedInRecording(certificate, recording, 2000)).toEqual([]);
});
