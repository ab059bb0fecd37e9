import type { VerdictKind } from "../../check/verdict.ts";
import type { Run } from "../../run/result.ts";
import type { Redacted } from "../../secrets/redacted.ts";
import { counted } from "../counted.ts";
import { createdInWords } from "../created-in-words.ts";
import { escapeForTerminal } from "../escape.ts";
import { decisiveShoulds, outcomeSentence } from "../reach.ts";
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

/** A run in a few lines: outcome, counts by level, cost, and the pets that were created. */
export function summaryLines(run: Redacted<Run>, width: number, paint: Palette): string[] {
  const hang = { first: "", rest: "  " };
  const colour = { conforming: paint.good, "non-conforming": paint.bad, inconclusive: paint.warn }[
    run.outcome
  ];
  const suiteErrors = run.suiteErrors.map(
    ({ where, message }) => `the suite's own error in ${where}: ${escapeForTerminal(message)}`,
  );
  return [
    ...suiteErrors.flatMap((sentence) => wrap(sentence, width, hang)).map(paint.bad),
    ...run.notes.flatMap((note) => wrap(`note: ${escapeForTerminal(note)}`, width, hang)).map(paint.dim),
    ...wrap(escapeForTerminal(outcomeSentence(run)), width, hang).map((line) => paint.strong(colour(line))),
    ...wrap(countsOf(run, "must"), width, { first: "must    ", rest: "        " }),
    ...wrap(countsOf(run, "should"), width, { first: "should  ", rest: "        " }),
    ...causeLines(run, width),
    ...wrap(costOf(run), width, hang),
    ...roundLines(run, width),
    ...inputLines(run, width),
    ...createdLines(run, width),
    ...wrap(
      `target ${escapeForTerminal(run.target)}, profile ${run.profile}, seed ${run.seed}, run ${run.runId}`,
      width,
      hang,
    ).map(paint.dim),
  ];
}

function countsOf(run: Run, level: "must" | "should"): string {
  const counts = run.counts[level];
  const isWarning = level === "should" && decisiveShoulds(run).length === 0;
  const parts = words
    .filter(([kind]) => kind === "pass" || counts[kind] > 0)
    .map(([kind, word]) => `${counts[kind]} ${isWarning && kind === "fail" ? "failed (warnings)" : word}`);
  return parts.join(", ");
}

/** The most causes that the summary names. */
const shownCauses = 5;

/** What is wrong comes to fewer causes than failures. */
function causeLines({ causes }: Run, width: number): string[] {
  if (causes.length === 0) return [];
  const named = causes.slice(0, shownCauses).map(({ leading, consequences }) => {
    return consequences.length === 0 ? leading : `${leading} (and by it ${consequences.join(", ")})`;
  });
  const more = causes.length > shownCauses ? ` and ${causes.length - shownCauses} more` : "";
  const text = `${counted(causes.length, "cause")} of all failures: ${named.join("; ")}${more}`;
  return wrap(text, width, { first: "", rest: "  " });
}

function costOf({ requests, startedAtMs, endedAtMs, clock }: Run): string {
  const seconds = ((endedAtMs - startedAtMs) / 1000).toFixed(1);
  const parts = [counted(requests.posts, "POST")];
  if (requests.probe > 0) parts.push(`${requests.probe} by the over-limit probe`);
  return `${counted(requests.total, "request")} (${parts.join(", ")}) in ${seconds} s${clock === "virtual" ? " of virtual time" : ""}`;
}

function roundLines({ rounds }: Run, width: number): string[] {
  if (rounds === undefined) return [];
  return [roundsInWords(rounds), missedInWords(rounds)].flatMap((text) =>
    text === undefined ? [] : wrap(text, width, { first: "", rest: "  " }),
  );
}

/** Which kinds of values a thorough run tried, and which it did not. */
function inputLines({ profile, inputs = [] }: Run, width: number): string[] {
  const kinds = inputs.flatMap(({ place, kinds: all }) => all.map((kind) => ({ place, ...kind })));
  if (profile !== "thorough" || kinds.length === 0) return [];
  const missing = kinds.filter(({ sent }) => sent === 0).map(({ place, kind }) => `${place} ${kind}`);
  const some = missing.slice(0, shownKinds).join(", ");
  const more = missing.length > shownKinds ? ` and ${missing.length - shownKinds} more` : "";
  const not = missing.length === 0 ? "" : `; not tried: ${some}${more}`;
  const text = `${kinds.length - missing.length} of ${kinds.length} kinds of values tried${escapeForTerminal(not)}`;
  return wrap(text, width, { first: "inputs  ", rest: "        " });
}

/** Created pets cannot be deleted through the interface, so the target's owner needs to know them. */
function createdLines(run: Run, width: number): string[] {
  if (run.created.length === 0) return [];
  const { count, shown, more } = createdInWords(run, shownPets);
  const text = `${count}: ${shown.map(escapeForTerminal).join(", ")}${more}`;
  return wrap(text, width, { first: "", rest: "  " });
}
