import { expect, test } from "vitest";
import { judgeRecording } from "#core/recording/judge-again.ts";
import { readRecording } from "#core/recording/recording.ts";
import type { ReferenceServerOptions } from "#reference-server/server.ts";
import { redactedIn } from "#testing/certificate/sample-certificate.ts";
import { correct, prepared } from "#testing/proof/bed.ts";
import { answersOf } from "#testing/reference-server/handlers.ts";
import { judgedFromRecording, recordedPlay } from "#testing/run/recorded-play.ts";
import { deviationsFromPlan } from "./replay-plan.ts";

const key = "sk-Rests/7+aB9&xQ2=zT5~rW8";

test("a recording of a right server that repeats the key in a field that nothing reads is judged as the run was, and can be certified", async () => {
  const serve = (options: ReferenceServerOptions) =>
    answersOf(options, (answer) => ({
      ...answer,
      headers: [...answer.headers, ["X-Echo", `Bearer ${key}`] as const],
    }));
  const played = await recordedPlay({ ...correct, serve }, { key });
  expect(played.run.outcome).toBe("conforming");
  expect(await judgedFromRecording(played)).toEqual({
    ...{ unlike: [], redacted: 0, outcome: "conforming" },
  });
  const recording = readRecording(played.lines);
  const input = { ...prepared, options: recording.start.options };
  expect(await deviationsFromPlan(recording, input)).toEqual([]);
});

test("a part that a recording marks as redacted is not read, whatever stands there", async () => {
  const { lines } = await recordedPlay(correct, { profile: "quick" });
  const recording = readRecording(redactedIn(lines, { parts: ["body"], headers: [] }));
  const input = { ...prepared, options: recording.start.options };
  const { verdicts, suiteErrors, outcome } = await judgeRecording(recording.kept, { ...input, asThen: true });
  expect([outcome, suiteErrors]).toEqual(["inconclusive", []]);
  expect(verdicts.filter(({ verdict }) => verdict === "pass" || verdict === "fail")).toEqual([]);
  expect(await deviationsFromPlan(recording, input)).toEqual([
    { label: "the plan", what: "it rests on what was redacted in the recording" },
  ]);
});
