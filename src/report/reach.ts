import type { RootCause, RunReason } from "#core/check/results/cause.ts";
import { counted } from "#core/check/results/words.ts";
import type { SuiteWords } from "#core/check/suite.ts";
import type { CasesTested, Judgement, LeftOut, Run, TestedDocument } from "#core/run/result.ts";
import type { Redacted } from "#core/secrets/redacted.ts";
import { hangsOnKnown } from "./compare/known-failures.ts";
import { firstNamed } from "./words/sentences.ts";
import { whyInWords } from "./words/why-in-words.ts";

/** How far a run's outcome reaches: how many of the musts that apply to this target, and that the user did not skip, were tested. */
export function reachOf({ counts, cases, verdicts }: Run) {
  const { pass, fail, untested, inconclusive } = counts.must;
  const musts = pass + fail + untested + inconclusive + ofOtherProfiles(verdicts);
  return {
    ...{ musts, tested: pass + fail, untested, inconclusive },
    /** Of the cases of its profile that apply. */
    cases: { total: cases.total, tested: cases.tested },
  };
}

/** How many musts the profile of the run does not test. */
function ofOtherProfiles(verdicts: Judgement["verdicts"]): number {
  return verdicts.filter(({ level, reason }) => level === "must" && reason?.kind === "not-in-profile").length;
}

/** What an outcome and its sentence are made of; what has no profile has no cases of one. */
interface Ended extends Judgement {
  readonly known?: readonly string[];
  readonly partial?: boolean;
  readonly rootCause?: RootCause | undefined;
  readonly cases?: CasesTested;
  readonly spec?: TestedDocument | undefined;
}

/** The ids of the failed shoulds that alone made a run non-conforming, as `--strict` asks; none in any other run. */
export function decisiveShoulds({ outcome, verdicts, known = [] }: Ended): readonly string[] {
  const failed = verdicts.filter(({ id, verdict }) => verdict === "fail" && !known.includes(id));
  if (outcome !== "non-conforming" || failed.some(({ level }) => level === "must")) return [];
  return failed.filter(({ level }) => level === "should").map(({ id }) => id);
}

/**
 * `non-conforming – 51 of 60 musts tested: 37 passed, 14 failed; 9 untested`, or
 * `conforming so far – …` where few of the cases were tested, or
 * `non-conforming (--strict) – 2 shoulds failed: ERR-5, AUTH-6; 60 of 60 musts tested: 60 passed`, and at its end
 * `. Not tested: GET /owners` where the document describes what nothing tests; last, how many of the profile's cases
 * were tested, and why others were not.
 */
export function outcomeSentence(run: Redacted<Run>): string {
  return outcomeParts(run).join(". ");
}

/** Operations of the document that the outcome names. */
const mostOperations = 8;

/** With a smaller percentage of the profile's cases tested, a run conforms so far; so does one whose profile leaves musts out. */
const fewestForAll = 90;

/** The outcome with the musts, then the cases where there are any. In brief: without why some were left out. */
export function outcomeParts(
  run: Ended,
  isBrief = false,
  otherReasons: typeof reasonWords = {},
): readonly string[] {
  const { looser: ways = [], untestedOperations: others = [] } = run.spec ?? {};
  const looser =
    ways.length > 0
      ? ` to a contract that is looser than the built-in one (${ways.map((way) => way.replace(/\.$/, "")).join("; ")})`
      : "";
  const untested = others.length === 0 ? "" : `. Not tested: ${firstNamed(others, mostOperations)}`;
  const partial = run.partial ? " (partial run)" : "";
  const shoulds = decisiveShoulds(run);
  const strict = shoulds.length === 0 ? "" : " (--strict)";
  const failed =
    shoulds.length === 0 ? "" : `${counted(shoulds.length, "should")} failed: ${shoulds.join(", ")}; `;
  const why = endInWords(run, shoulds, { ...reasonWords, ...otherReasons });
  const { outcome, cases } = run;
  const isSmall = cases !== undefined && cases.tested * 100 < fewestForAll * cases.total;
  const isSoFar = isSmall || ofOtherProfiles(run.verdicts) > 0;
  const soFar = outcome === "conforming" && isSoFar ? " so far" : "";
  const head = `${outcome}${soFar}${strict}${looser}${partial} – ${failed}${reachInWords(run)}${why}${untested}`;
  return [head, ...casesInWords(run, isBrief)];
}

/** `62 of 106 cases of this profile tested; 44 left out: no room in the rate limit; to test them, add …`. */
function casesInWords({ cases, rootCause, words }: Ended, isBrief: boolean): string[] {
  if (cases === undefined || cases.total === 0) return [];
  const { total, tested, leftOut } = cases;
  const [most] = leftOut;
  if (most === undefined)
    return [
      total === 1 ? "The only case of this profile tested" : `All ${total} cases of this profile tested`,
    ];
  const left = `${tested} of ${total} cases of this profile tested; ${total - tested} left out`;
  if (isBrief) return [`${left} (--verbose says why)`];
  if (rootCause !== undefined || most.why.reason === undefined) return [left];
  const which = leftOut.length === 1 ? "" : `, ${most.cases.length} of them for this reason`;
  return [`${left}${which}: ${leftOutInWords(most, words)}`];
}

/** Why cases were left out, and what would have them tested. */
export function leftOutInWords({ cases, why }: LeftOut, words: SuiteWords): string {
  const { kind, reason, remedy, cause } = why;
  const what = cases.length === 1 ? "it" : "them";
  return whyInWords({ verdict: kind, reason, remedy, ...(cause && { cause }) }, words, what);
}

/** What the outcome and its figures do not say. */
function endInWords(
  { outcome, exitCode, reason, rootCause }: Ended,
  shoulds: readonly string[],
  words: typeof reasonWords,
): string {
  if (outcome === "conforming" && exitCode === 1)
    return ". An entry of the known failures is no longer needed, and --strict was given";
  if (rootCause !== undefined || (reason === "should-failed" && shoulds.length > 0)) return "";
  const why = reason && words[reason];
  return why === undefined ? "" : `. ${why}`;
}

function reachInWords(run: Ended): string {
  const { pass, fail, untested, inconclusive } = run.counts.must;
  const tested = pass + fail;
  const skipped = ofOtherProfiles(run.verdicts);
  const known = run.known?.length ?? 0;
  const hanging = run.verdicts.filter((one) => one.level === "must" && hangsOnKnown(one, run.known ?? []));
  const results = [
    ...(pass > 0 ? [`${pass} passed`] : []),
    ...(fail > known ? [`${fail - known} failed`] : []),
    ...(known > 0 ? [`${known} failed as known`] : []),
  ];
  const rest = [
    ...(untested > 0 ? [`${untested} untested`] : []),
    ...(inconclusive > hanging.length ? [`${inconclusive - hanging.length} inconclusive`] : []),
    ...(hanging.length > 0 ? [`${hanging.length} not judged because of known failures`] : []),
    ...(skipped > 0 ? [`${skipped} not in this profile`] : []),
  ];
  const operations = run.spec?.operations;
  const ofDocument = operations && `${operations.tested} of ${operations.of} operations tested, `;
  const head = `${ofDocument ?? ""}${tested} of ${tested + untested + inconclusive + skipped} musts tested${results.length > 0 ? `: ${results.join(", ")}` : ""}`;
  return rest.length > 0 ? `${head}; ${rest.join(", ")}` : head;
}

/** Of what has no root cause, which would say more; a run that was cut short has one. */
const reasonWords: Partial<Readonly<Record<RunReason, string>>> = {
  "required-untested": "A requirement named by --require or --only was not tested",
  "too-few-cases": "Fewer cases were tested than --min-cases asks for",
  "evidence-lost": "Evidence was lost",
  "nothing-judged": "No must was tested",
  "should-failed": "A should failed, and --strict was given",
};
