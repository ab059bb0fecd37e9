import { describe, expect, test } from "vitest";
import { judgeRecording } from "#core/recording/judge-again.ts";
import { readRecording } from "#core/recording/recording.ts";
import { correct, prepared } from "#testing/proof/bed.ts";
import { answersOf, bodyOf, withBody } from "#testing/reference-server/handlers.ts";
import { judgedFromRecording, recordedPlay } from "#testing/run/recorded-play.ts";
import { deviationsFromPlan } from "./replay-plan.ts";

const key = "sk-Rests/7+aB9&xQ2=zT5~rW8";

type Serve = NonNullable<Parameters<typeof recordedPlay>[2]["serve"]>;

/** The correct server, which adds a header to each answer, and edits the bodies of its errors. */
const repeating =
  (header: string, inErrors = (text: string) => text): Serve =>
  (options) =>
    answersOf(options, (answer) => {
      const { headers, ...edited } =
        answer.status < 400 ? answer : withBody(answer, inErrors(bodyOf(answer)));
      return { ...edited, headers: [...headers, ["X-Echo", header] as const] };
    });

const inMessage = (text: string) => text.replace(/"message":"[^"]*"/, () => `"message":"no ${key}"`);

async function judged(serve: Serve) {
  const played = await recordedPlay(correct, prepared, { serve, key });
  const recording = readRecording(played.lines);
  const input = { ...prepared, options: recording.start.options };
  const again = await judgeRecording(recording, { ...input, asThen: true });
  return {
    found: await judgedFromRecording(played, prepared),
    run: played.run,
    reasonOf: (id: string) => again.verdicts.find((one) => one.id === id)?.reason?.kind,
    deviations: await deviationsFromPlan(recording, input),
  };
}

describe("a recording of a right server that repeats the key", () => {
  test("in a field that nothing reads is judged as the run was, and can be certified", async () => {
    const { found, run, deviations } = await judged(repeating(`Bearer ${key}`));
    expect(run.outcome).toBe("conforming");
    expect(found).toEqual({ unlike: [], redacted: 0, outcome: "conforming" });
    expect(deviations).toEqual([]);
  });

  test("in each error is inconclusive about these alone", async () => {
    const { found, run, reasonOf } = await judged(repeating("none", inMessage));
    expect(run.outcome).toBe("conforming");
    expect(found).toMatchObject({ unlike: [], outcome: "inconclusive" });
    expect(reasonOf("ERR-1")).toBe("redacted");
    expect(reasonOf("LIST-1")).toBeUndefined();
  });
});

test("a part that a recording marks as redacted is not read, whatever stands there", async () => {
  const { lines } = await recordedPlay(correct, prepared, { profile: "quick" });
  const marked = lines.map((line) =>
    line.replace(/^(\{"kind":"exchange","exchange":\{)/, '$1"redactedIn":{"parts":["body"],"headers":[]},'),
  );
  const recording = readRecording(marked);
  const input = { ...prepared, options: recording.start.options };
  const { verdicts, suiteErrors, outcome } = await judgeRecording(recording, { ...input, asThen: true });
  expect([outcome, suiteErrors]).toEqual(["inconclusive", []]);
  expect(verdicts.filter(({ verdict }) => verdict === "pass" || verdict === "fail")).toEqual([]);
  expect(await deviationsFromPlan(recording, input)).toEqual([
    { label: "the plan", what: "it rests on what was redacted in the recording" },
  ]);
});
