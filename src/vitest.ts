import { AssertionError } from "node:assert";
import { beforeAll, describe, type TestContext, test } from "vitest";
import { prepare } from "./assembly/assemble.ts";
import { type ExamineInput, examine, prepareExam } from "./assembly/exam.ts";
import { type RunInput, run, type Target } from "./assembly/library-run.ts";
import type { Cause } from "./core/check/defect.ts";
import { requirementName } from "./core/check/requirement.ts";
import type { Verdict } from "./core/check/verdict.ts";
import { escapeForTerminal } from "./core/json/escape.ts";
import type { Run } from "./core/run/result.ts";
import type { Redacted } from "./core/secrets/redacted.ts";
import type { ExamReport } from "./exam/exam-report.ts";
import type { ClientFunction } from "./exam/run-function.ts";
import { causeLines } from "./report/cause-in-words.ts";
import { causeText } from "./report/console/console-cause.ts";
import { placeInWords } from "./report/place-in-words.ts";
import { outcomeSentence } from "./report/reach.ts";
import { sendAgain } from "./report/send-again.ts";
import { whyInWords } from "./report/why-in-words.ts";

export type { Target } from "./assembly/library-run.ts";

/** Options of `run`; the target may be given by a function that starts it, which is called once, before the tests. */
export interface ConformanceInput extends Omit<RunInput, "target"> {
  readonly target: Target | (() => Target | Promise<Target>);
  /** For the whole run. Default 120 s: the over-limit probe waits for the limit to reset. */
  readonly testTimeoutMs?: number;
}

/**
 * Registers a vitest test for every requirement, in a `describe` block of their areas; one run, before the first of
 * them, is what all of them are judged on. Each cause fails one test, that of the requirement which says it best, with
 * the text of the command line; what hangs on it is skipped with its reason, as what is untested is. A should that
 * failed is an annotation (a failure when `strict`). Call it at the top of a test file: `await conformance({ target, apiKey })`.
 */
export async function conformance(input: ConformanceInput): Promise<void> {
  const { target, testTimeoutMs = 120_000, ...options } = input;
  const { requirements } = await prepare({ spec: input.spec, declared: { removalDate: input.removalDate } });
  const judged = requirements.filter(({ level }) => level !== "open");
  let found: Redacted<Run> | undefined;
  describe("Pet Store interface", () => {
    beforeAll(async () => {
      const started = typeof target === "function" ? await target() : target;
      found = await run({ ...options, target: started });
    }, testTimeoutMs);

    for (const [area, some] of Map.groupBy(judged, ({ area }) => area))
      describe(area, () => {
        for (const { id, slug, level, text } of some)
          test(`${requirementName({ id, slug })}: ${text} (${level})`, async (context) => {
            if (found === undefined) throw new Error("the run did not take place");
            await report(id, found, input.strict === true, context);
          });
      });

    test("the run as a whole", () => {
      if (found === undefined) throw new Error("the run did not take place");
      const [error] = found.suiteErrors;
      if (error !== undefined) throw new Error(`the suite's own error in ${error.where}: ${error.message}`);
      const cause = causeLines(found);
      const lines = found.outcome === "inconclusive" ? [...cause, outcomeSentence(found)] : cause;
      if (lines.length > 0) throw new Error(lines.map(escapeForTerminal).join("\n"));
    });
  });
}

/**
 * Registers a vitest test for every requirement of clients. The client is called once for each situation, before the
 * first of them; where it cannot do its work, it has to reject. Call it at the top of a test file:
 * `await clientConformance(async ({ url, key }) => { … })`.
 */
export async function clientConformance(
  client: ClientFunction,
  { testTimeoutMs = 300_000, ...options }: ExamineInput & { readonly testTimeoutMs?: number } = {},
): Promise<void> {
  const { requirements } = await prepareExam(options.spec);
  let found: Redacted<ExamReport> | undefined;
  describe("Pet Store interface, for clients", () => {
    beforeAll(async () => {
      found = await examine(client, options);
    }, testTimeoutMs);

    for (const { id, slug, level, text } of requirements)
      test(`${requirementName({ id, slug })}: ${text} (${level})`, async (context) => {
        const verdict = found?.verdicts.find((one) => one.id === id);
        if (verdict === undefined) throw new Error("the exam did not take place");
        if (verdict.verdict === "untested") context.skip(`untested: ${sentence(whyInWords(verdict))}`);
        if (verdict.verdict !== "fail") return;
        const error = clientFailure(verdict);
        if (level === "must" || options.strict === true) throw error;
        await context.annotate(error.message, "warning");
      });

    test("the client gets through the ordinary situation", () => {
      if (found?.reason === "evidence-lost") throw new Error(sentence(...found.notes));
    });
  });
}

function clientFailure({ findings, clause }: Redacted<Verdict>): AssertionError {
  const sentences = findings.map(({ case: label, expected, seen }) =>
    escapeForTerminal(`${label}: expected ${expected}; got ${seen}`),
  );
  return new AssertionError({
    message: `${sentences.join("\n")}\nsee ${clause}`,
    expected: sentence(findings[0]?.expected),
    actual: sentence(findings[0]?.seen),
    operator: "clientConformance",
  });
}

async function report(
  id: string,
  found: Redacted<Run>,
  strict: boolean,
  context: TestContext,
): Promise<void> {
  const verdict = found.verdicts.find((one) => one.id === id);
  if (verdict === undefined) throw new Error(`the run has no verdict on ${id}`);
  const why = sentence(whyInWords(verdict));
  const led = found.causes.filter(({ leading }) => leading === id);
  const fails = ({ leading }: Cause) =>
    strict || found.verdicts.some((one) => one.id === leading && one.level === "must");
  const above = found.causes.find((cause) => fails(cause) && cause.consequences.some((one) => one === id));
  if (verdict.verdict === "fail" && led.length === 0 && above !== undefined)
    context.skip(sentence(`it fails by the same cause as ${above.leading}`));
  switch (verdict.verdict) {
    case "pass":
      return;
    case "fail":
      if (verdict.level === "must" || strict) throw failure(verdict, led, found);
      await context.annotate(failure(verdict, led, found).message, "warning");
      return;
    // What it hangs on fails a test: that of what is broken, or that of the run as a whole.
    case "inconclusive":
    case "untested":
    case "not-applicable":
    case "skipped":
      context.skip(`${verdict.verdict.replace("-", " ")}: ${why}`);
  }
}

function failure(
  { findings, clause }: Redacted<Verdict>,
  causes: readonly Cause[],
  found: Redacted<Run>,
): AssertionError {
  const texts = causes.map((cause) => causeText(cause, found));
  const sentences = findings.map(({ case: label, expected, seen, place, exchange: exchangeId }) => {
    const exchange = found.exchanges.find((one) => one.id === exchangeId);
    const at = place === undefined ? "" : ` (${placeInWords(place)})`;
    const again = exchange === undefined ? "" : `\n  ${sendAgain(exchange.request, found).line}`;
    return `${escapeForTerminal(`${label}: expected ${expected}; got ${seen}${at}`)}${again}`;
  });
  return new AssertionError({
    message: `${(texts.length > 0 ? texts : sentences).join("\n")}\nto send the same requests again, give seed: ${found.seed}\nsee ${clause}`,
    expected: sentence(findings[0]?.expected),
    actual: sentence(findings[0]?.seen),
    operator: "conformance",
  });
}

/** Vitest prints messages as they are, so text from the target has to be escaped here. */
function sentence(...parts: readonly (string | undefined)[]): string {
  return escapeForTerminal(parts.filter((part) => part !== undefined).join("; "));
}
