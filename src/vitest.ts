import { AssertionError } from "node:assert";
import { beforeAll, describe, type TestContext, test } from "vitest";
import { prepare } from "#assembly/assemble.ts";
import { type ExamineInput, examine, prepareExam } from "#assembly/exam.ts";
import { type RunInput, run, type Target } from "#assembly/library-run.ts";
import { type Requirement, requirementName } from "#core/check/requirement.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import type { ClientFunction } from "#exam/conduct.ts";
import { reportOfExam } from "#exam/report/report-of-exam.ts";
import { causeText, failureText } from "#report/console/console-failures.ts";
import type { Report } from "#report/report.ts";
import { reportOfRun } from "#report/run-report.ts";
import type { Cause } from "./core/check/results/defect.ts";
import type { Verdict } from "./core/check/results/verdict.ts";
import { causeLines } from "./report/words/cause-in-words.ts";
import { whyInWords } from "./report/words/why-in-words.ts";

export type { Target } from "#assembly/library-run.ts";

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
  registerTests(requirements, {
    title: "Pet Store interface",
    whole: "the run as a whole",
    strict: input.strict === true,
    timeoutMs: testTimeoutMs,
    judge: async () => {
      const started = typeof target === "function" ? await target() : target;
      return reportOfRun(await run({ ...options, target: started }));
    },
  });
}

/**
 * The same for clients. The client is called once for each situation, before the first test; where it cannot do its
 * work, it has to reject. Call it at the top of a test file: `await clientConformance(async ({ url, key }) => { … })`.
 */
export async function clientConformance(
  client: ClientFunction,
  { testTimeoutMs = 300_000, ...options }: ExamineInput & { readonly testTimeoutMs?: number } = {},
): Promise<void> {
  const { suite, requirements } = await prepareExam(options.spec);
  registerTests(requirements, {
    title: "Pet Store interface, for clients",
    whole: "the exam as a whole",
    strict: options.strict === true,
    timeoutMs: testTimeoutMs,
    judge: async () => reportOfExam(await examine(client, options), suite),
  });
}

interface Judging {
  readonly title: string;
  /** The test of what concerns no requirement. */
  readonly whole: string;
  readonly strict: boolean;
  readonly timeoutMs: number;
  readonly judge: () => Promise<Report>;
}

function registerTests(
  requirements: readonly Requirement[],
  { title, whole, strict, timeoutMs, judge }: Judging,
): void {
  const judged = requirements.filter(({ level }) => level !== "open");
  describe(title, () => {
    let found: Report | undefined;
    const report = (): Report => {
      if (found === undefined) throw new Error("nothing was judged");
      return found;
    };
    beforeAll(async () => {
      found = await judge();
    }, timeoutMs);

    for (const [area, some] of Map.groupBy(judged, ({ area }) => area))
      describe(area, () => {
        for (const { id, slug, level, text } of some)
          test(`${requirementName({ id, slug })}: ${text} (${level})`, (context) =>
            judgeOne(id, report(), strict, context));
      });

    test(whole, () => {
      const { suiteErrors, cause, outcome, sentences } = report();
      const [error] = suiteErrors;
      if (error !== undefined) throw new Error(`the suite's own error in ${error.where}: ${error.message}`);
      const lines = [...causeLines(cause), ...(outcome === "inconclusive" ? sentences(false) : [])];
      if (lines.length > 0) throw new Error(lines.map(escapeForTerminal).join("\n"));
    });
  });
}

async function judgeOne(id: string, report: Report, strict: boolean, context: TestContext): Promise<void> {
  const verdict = report.verdicts.find((one) => one.id === id);
  if (verdict === undefined) throw new Error(`there is no verdict on ${id}`);
  const led = report.causes.filter(({ leading }) => leading === id);
  const fails = ({ leading }: Cause) =>
    strict || report.verdicts.some((one) => one.id === leading && one.level === "must");
  const above = report.causes.find((cause) => fails(cause) && cause.consequences.some((one) => one === id));
  if (verdict.verdict === "fail" && led.length === 0 && above !== undefined)
    context.skip(`it fails by the same cause as ${above.leading}`);
  if (verdict.verdict === "pass") return;
  // What it hangs on fails a test: that of what is broken, or that of the whole.
  if (verdict.verdict !== "fail")
    context.skip(
      escapeForTerminal(`${verdict.verdict.replace("-", " ")}: ${whyInWords(verdict, report.words)}`),
    );
  if (verdict.level === "must" || strict) throw failure(verdict, led, report);
  await context.annotate(failure(verdict, led, report).message, "warning");
}

function failure(verdict: Verdict, causes: readonly Cause[], report: Report): AssertionError {
  const { findings, clause } = verdict;
  const texts =
    causes.length > 0 ? causes.map((cause) => causeText(cause, report)) : [failureText(verdict, report)];
  const { seed } = report.properties;
  return new AssertionError({
    message: [
      ...texts,
      ...(seed === undefined ? [] : [`to send the same requests again, give seed: ${seed}`]),
      `see ${clause}`,
    ].join("\n"),
    // Vitest prints texts as they are: those of the target are escaped here.
    expected: escapeForTerminal(findings[0]?.expected ?? ""),
    actual: escapeForTerminal(findings[0]?.seen ?? ""),
    operator: "conformance",
  });
}
