import type { VerdictKind } from "../../core/check/verdict.ts";
import { escapeForTerminal } from "../../core/json/escape.ts";
import type { Run } from "../../core/run/result.ts";
import type { Redacted } from "../../core/secrets/redacted.ts";
import { counted } from "../counted.ts";
import { createdInWords } from "../created-in-words.ts";
import { decisiveShoulds, isTried, outcomeParts } from "../reach.ts";
import { missedInWords, roundsInWords } from "../rounds-in-words.ts";
import type { Palette } from "./colour.ts";
import { wrap } from "./wrap.ts";

/** The most ids of created pets that are printed; the JSON report has them all. */
const shownPets = 30;

/** The most kinds of untried values that are printed. */
const shownKinds = 6;

const words: readonly (readonly [VerdictKind, string])[] = [
  ["pass", "passed"],
  ["fail", "failed"],
  ["untested", "untested"],
  ["inconclusive", "inconclusive"],
  ["not-applicable", "not applicable"],
  ["skipped", "skipped"],
];

export interface SummaryOptions {
  readonly width: number;
  readonly paint: Palette;
  readonly verbose: boolean;
}

/** A run in a few lines: counts by level, cost, the pets that were created, and last of all the outcome. */
export function summaryLines(run: Redacted<Run>, options: SummaryOptions): string[] {
  const { width, paint, verbose } = options;
  const hang = { first: "", rest: "  " };
  const colour = { conforming: paint.good, "non-conforming": paint.bad, inconclusive: paint.warn }[
    run.outcome
  ];
  const suiteErrors = run.suiteErrors.map(
    ({ where, message }) => `the suite's own error in ${where}: ${escapeForTerminal(message)}`,
  );
  const wrapped = (text: string) => (text === "" ? [] : wrap(text, width, hang));
  const [head = "", ...cases] = outcomeParts(run, !verbose && hasNewFailure(run));
  const outcome = (line: string) => paint.strong(colour(line));
  return [
    ...suiteErrors.flatMap((sentence) => wrap(sentence, width, hang)).map(paint.bad),
    ...noteLines(run, options),
    ...(verbose ? wrap(countsOf(run, "must"), width, { first: "must    ", rest: "        " }) : []),
    ...(verbose || run.counts.should.fail > 0 || (run.counts.should.pass > 0 && !hasNewFailure(run))
      ? wrap(countsOf(run, "should"), width, { first: "should  ", rest: "        " })
      : []),
    ...wrap(costOf(run), width, hang),
    ...roundLines(run, width),
    ...inputLines(run, options),
    ...(verbose ? createdLines(run, width) : wrapped(createdInBrief(run))),
    ...wrap(targetOf(run, verbose), width, hang).map(paint.dim),
    ...outcomeLines(escapeForTerminal(head), width).map(outcome),
    ...cases
      .flatMap((part) => wrap(escapeForTerminal(part), width, { first: "  ", rest: "  " }))
      .map(outcome),
  ];
}

/** The figures stay together. */
function outcomeLines(sentence: string, width: number): string[] {
  const [head = "", ...figures] = sentence.split(" – ");
  return sentence.length <= width || figures.length === 0
    ? [sentence]
    : [
        ...wrap(`${head} –`, width, { first: "", rest: "  " }),
        ...wrap(figures.join(" – "), width, { first: "  ", rest: "  " }),
      ];
}

/** Beside failures, notes would take the room of what is wrong. */
function noteLines(run: Run, { width, paint, verbose }: SummaryOptions): string[] {
  if (!verbose && hasNewFailure(run)) return [];
  return run.notes
    .flatMap((note) => wrap(`note: ${escapeForTerminal(note)}`, width, { first: "", rest: "  " }))
    .map(paint.dim);
}

/** Beside failures, in one line: which musts were not judged. Where nothing failed, notes and reasons say it. */
export function notTestedLines(run: Redacted<Run>, width: number): string[] {
  if (!hasNewFailure(run)) return [];
  const idsOf = (kind: VerdictKind) =>
    run.verdicts.filter(({ verdict, level }) => verdict === kind && level === "must").map(({ id }) => id);
  const all = { untested: idsOf("untested"), inconclusive: idsOf("inconclusive") };
  const most = Math.max(all.untested.length, all.inconclusive.length);
  if (most === 0) return [];
  const lines = Array.from({ length: most }, (_, index) => notTested(all, index + 1)).reverse();
  return [lines.find((line) => line.length <= width) ?? notTested(all, 1)];
}

/** So many ids of each kind. */
function notTested(all: Readonly<Record<string, readonly string[]>>, shown: number): string {
  const parts = Object.entries(all).flatMap(([kind, ids]) => {
    const more = ids.length > shown ? ` and ${ids.length - shown} more` : "";
    return ids.length === 0 ? [] : [`${kind}: ${ids.slice(0, shown).join(", ")}${more}`];
  });
  return `${parts.join("; ")} (--verbose says why)`;
}

function hasNewFailure({ verdicts, known = [] }: Run): boolean {
  return verdicts.some(({ id, verdict }) => verdict === "fail" && !known.includes(id));
}

/** The ids are in the other reports. */
function createdInBrief(run: Run): string {
  const created = run.created.length === 0 ? [] : [createdInWords(run, 0).count];
  const isJudged = run.counts.must.pass + run.counts.must.fail > 0;
  return [...created, ...(isJudged ? ["--verbose prints all"] : [])].join("; ");
}

/** The names of created pets have the run's id already. */
function targetOf({ target, trusted, profile, seed, runId, created }: Run, verbose: boolean): string {
  const run = verbose || created.length === 0 ? `, run ${runId}` : "";
  return `target ${escapeForTerminal(target)}, profile ${profile}, seed ${seed}${run}${trusted === undefined ? "" : `, trusts ${escapeForTerminal(trusted)}`}`;
}

function countsOf(run: Run, level: "must" | "should"): string {
  const counts = run.counts[level];
  const isWarning = level === "should" && decisiveShoulds(run).length === 0;
  const parts = words
    .filter(([kind]) => kind === "pass" || counts[kind] > 0)
    .map(([kind, word]) => `${counts[kind]} ${isWarning && kind === "fail" ? "failed (warnings)" : word}`);
  return parts.join(", ");
}

function costOf({ requests, startedAtMs, endedAtMs, clock }: Run): string {
  const seconds = ((endedAtMs - startedAtMs) / 1000).toFixed(1);
  const parts = [counted(requests.writes, "POST")];
  if (requests.probe > 0) parts.push(`${requests.probe} by the over-limit probe`);
  return `${counted(requests.total, "request")} (${parts.join(", ")}) in ${seconds} s${clock === "virtual" ? " of virtual time" : ""}`;
}

function roundLines({ rounds }: Run, width: number): string[] {
  if (rounds === undefined) return [];
  return [roundsInWords(rounds), missedInWords(rounds)].flatMap((text) =>
    text === undefined ? [] : wrap(text, width, { first: "", rest: "  " }),
  );
}

/** How many kinds of values were tried; of a thorough run also which were not. */
function inputLines(run: Run, { width, verbose }: SummaryOptions): string[] {
  const rows = (run.map ?? []).flatMap(({ rows }) => rows);
  const isThorough = run.profile === "thorough";
  if (rows.length === 0 || !(isThorough || verbose)) return [];
  const missing = rows.filter((row) => !isTried(row)).map(({ place, value }) => `${place} ${value}`);
  const some = missing.slice(0, shownKinds).join(", ");
  const more = missing.length > shownKinds ? ` and ${missing.length - shownKinds} more` : "";
  const not = missing.length === 0 ? "" : `; not tried: ${some}${more}`;
  const text = `${rows.length - missing.length} of ${rows.length} kinds of values tried${escapeForTerminal(not)}`;
  return wrap(text, width, { first: "inputs  ", rest: "        " });
}

/** Created pets cannot be deleted through the interface, so the target's owner needs to know them. */
function createdLines(run: Run, width: number): string[] {
  if (run.created.length === 0) return [];
  const { count, shown, more } = createdInWords(run, shownPets);
  const text = `${count}: ${shown.map(escapeForTerminal).join(", ")}${more}`;
  return wrap(text, width, { first: "", rest: "  " });
}
