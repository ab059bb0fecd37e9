import type { Cause } from "../../core/check/defect.ts";
import type { Verdict } from "../../core/check/verdict.ts";
import { escapeForTerminal, shorten } from "../../core/json/escape.ts";
import type { Run } from "../../core/run/result.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { causeSentence } from "../cause-in-words.ts";
import { defectSentence, explainedBy, leadingOf } from "../defect-in-words.ts";
import { outcomeSentence } from "../reach.ts";
import { reportOfRun } from "../run-report.ts";
import { firstNamed } from "../sentences.ts";
import { type Look, palette } from "./colour.ts";
import { rootCauseLines } from "./console.ts";
import { causeBlocks } from "./console-cause.ts";
import type { ConsoleView } from "./console-finding.ts";
import { wrap } from "./wrap.ts";

/** The most characters of a fixed cause, and the most requirements that are named in one line. */
const longestSentence = 160;
const mostNamed = 12;

const turns = [
  { key: "fixed", one: "passes now", many: "pass now" },
  { key: "broken", one: "fails now", many: "fail now" },
  { key: "failing", one: "still fails", many: "still fail" },
] as const;

type Changes = ReturnType<typeof changesBetween>;

function changesBetween(before: Redacted<Run>, after: Redacted<Run>) {
  const [keysBefore, keysAfter] = [before, after].map(({ causes }) => new Set(causes.map(({ key }) => key)));
  const was = new Map(before.verdicts.map((verdict) => [verdict.id, verdict]));
  const is = new Map(after.verdicts.map((verdict) => [verdict.id, verdict]));
  const explained = explainedBy(after.causes);
  const idsOf = (then: string, now: string) =>
    after.verdicts
      .filter(
        ({ id, verdict, level }) => level !== "open" && verdict === now && was.get(id)?.verdict === then,
      )
      .map(({ id }) => id);
  const isJudged = (verdict: Verdict | undefined) =>
    verdict?.verdict === "pass" || verdict?.verdict === "fail";
  return {
    /** Causes that the earlier run does not have. */
    fresh: after.causes.filter(({ key }) => keysBefore?.has(key) !== true),
    /** Causes of the earlier run whose requirement passes now. */
    fixed: before.causes.filter(
      ({ key, leading }) => keysAfter?.has(key) !== true && is.get(leading)?.verdict === "pass",
    ),
    /** By name, what passes now, fails now, and fails as it did. */
    turned: { fixed: idsOf("fail", "pass"), broken: idsOf("pass", "fail"), failing: idsOf("fail", "fail") },
    /** Failures of no cause that the earlier run does not have. */
    freshFailures: after.verdicts.filter(
      ({ id, verdict, level }) =>
        verdict === "fail" && level !== "open" && !explained.has(id) && was.get(id)?.verdict !== "fail",
    ),
    /** Requirements that were judged by the earlier run and are not judged by this one. */
    unjudged: after.verdicts.filter((verdict) => isJudged(was.get(verdict.id)) && !isJudged(verdict)),
  };
}

/** A run beside the one before it: new causes in full, fixed ones in a line each, all that stays in one line. */
export function consoleChanges(
  before: Redacted<Run>,
  run: Redacted<Run>,
  { width, colour }: { readonly width: number; readonly colour: boolean },
): string {
  const paint = palette(colour);
  const changes = changesBetween(before, run);
  const view = { report: reportOfRun(run), width, paint };
  const isSameRootCause =
    run.rootCause !== undefined && JSON.stringify(shown(before)) === JSON.stringify(shown(run));
  const isSame = isSameRootCause || (before.rootCause ?? run.rootCause) === undefined;
  const lines = [
    ...(isSameRootCause ? [] : rootCauseLines(view)),
    ...goneLines(before, run, view),
    ...freshLines(changes, view),
    ...changes.fixed.flatMap((cause) => fixedLines(cause, run, view)),
    ...unjudgedLines(changes, view),
    ...turnedLines(changes, isSame, width),
    ...wrap(escapeForTerminal(outcomeSentence(run)), width).map(paint.strong),
  ];
  return `${lines.join("\n")}\n`;
}

/** Without ids of exchanges, which differ from run to run. */
function shown({ rootCause }: Run): unknown {
  return rootCause && { kind: rootCause.kind, looks: "looks" in rootCause ? rootCause.looks : undefined };
}

/** What kept the run before from judging the target, and no longer does. */
function goneLines(before: Run, { rootCause }: Run, { width, paint }: Look): string[] {
  if (before.rootCause === undefined || rootCause !== undefined) return [];
  const text = `no longer the case: ${escapeForTerminal(causeSentence(before.rootCause, before.words))}`;
  return wrap(text, width, "✓ ").map(paint.good);
}

/** As in the report of a whole run that has these failures only. */
function freshLines({ fresh, freshFailures }: Changes, view: ConsoleView): string[] {
  const ids = new Set([...explainedBy(fresh), ...freshFailures.map(({ id }) => id)]);
  const verdicts = view.report.verdicts.filter(({ id, verdict }) => verdict !== "fail" || ids.has(id));
  return causeBlocks({ ...view, report: { ...view.report, causes: fresh, verdicts } });
}

function fixedLines(cause: Cause, { verdicts }: Run, { width, paint }: Look): string[] {
  const { name } = leadingOf(cause, verdicts);
  const was = defectSentence(cause, "");
  const text = `${name} is fixed; it was: ${shorten(escapeForTerminal(was), longestSentence)}`;
  return wrap(text, width, "✓ ").map(paint.good);
}

function unjudgedLines({ unjudged }: Changes, { width, paint }: Look): string[] {
  if (unjudged.length === 0) return [];
  const ids = unjudged.map(({ id }) => id);
  const text = `not tested this time: ${firstNamed(ids, mostNamed)}`;
  return wrap(text, width, "? ").map(paint.warn);
}

/** What changed, by name, in one line: `LIST-4 passes now; STATUS-2 still fails`. */
function turnedLines(
  { fresh, fixed, freshFailures, turned, unjudged }: Changes,
  isSame: boolean,
  width: number,
): string[] {
  const changed = [fresh, fixed, freshFailures, turned.fixed, turned.broken, unjudged];
  const nothing = isSame && changed.every((some) => some.length === 0);
  const parts = turns.flatMap(({ key, one, many }) =>
    turned[key].length === 0
      ? []
      : [`${firstNamed(turned[key], mostNamed)} ${turned[key].length === 1 ? one : many}`],
  );
  const text = [...(nothing ? ["nothing changed"] : []), ...parts].join("; ");
  return text === "" ? [] : wrap(text, width);
}
