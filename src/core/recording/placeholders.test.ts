import { describe, expect, test } from "vitest";
import { recordedPlay } from "../../../testing/evidence/recorded-play.ts";
import { editing, listed, testRepeatedKey } from "../../../testing/evidence/repeated-key.ts";
import { correct, prepared } from "../../../testing/proof/bed.ts";
import { evidenceIn } from "./judge-again.ts";
import { readRecording } from "./recording.ts";

// testing/long/repeated-keys.test.ts repeats other keys, too.
describe("a key that is a text, repeated as", () => testRepeatedKey("conformance-key-5f2c9a7d41", 8));

test("what a target writes like a placeholder is judged as it was, and shown as none", async () => {
  const serve = editing((text) => listed(text, '"[redacted 7 1000000000]"'));
  const { lines, run } = await recordedPlay(correct, prepared, { serve, profile: "quick" });
  const bodies = evidenceIn(readRecording(lines), prepared).entries.flatMap((entry) =>
    entry.kind === "exchange" && entry.exchange.outcome.kind === "answer"
      ? [entry.exchange.outcome.answer.body]
      : [],
  );
  expect(run.outcome).toBe("non-conforming");
  expect(bodies.some(({ text }) => /\d{10}/.test(text.replaceAll(/\d{13,}/g, "")))).toBe(false);
});
