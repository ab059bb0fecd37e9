import { type RequirementLine, requirementName } from "#core/check/requirement.ts";
import { counted } from "#core/check/results/words.ts";
import { shorten } from "#core/json/escape.ts";
import { holding, type VerdictMark, verdictMark } from "../words/sentences.ts";
import { placeOf } from "./known-failures.ts";
import type { SavedRun, SavedVerdict } from "./saved-run.ts";
import type { GridRow, Sheet, SheetHead, SheetRow, SheetTable } from "./sheet.ts";

/** What may happen to a requirement between two runs, as people read it, in the order of the report. */
const changeWords = {
  worse: { title: "Worse: fails now", brief: "worse", tone: "failed" },
  "otherwise-broken": {
    ...{ title: "Still fails, in another way", brief: "failing in another way", tone: "failed" },
  },
  better: { title: "Better: failed before, passes now", brief: "better", tone: "passed" },
  "newly-tested": { title: "Passes now, was not tested before", brief: "newly tested", tone: "warning" },
  "no-longer-tested": { title: "No longer tested", brief: "no longer tested", tone: "warning" },
  new: { title: "New: not in the first report", brief: "new", tone: "warning" },
  gone: { title: "Gone: not in the second report", brief: "gone", tone: "warning" },
} as const satisfies Readonly<Record<string, SheetHead & { readonly brief: string }>>;

type ChangeKind = keyof typeof changeWords;

const changeKinds = Object.keys(changeWords) as readonly ChangeKind[];

interface Change extends RequirementLine {
  readonly kind: ChangeKind;
  readonly before: SavedVerdict | undefined;
  readonly after: SavedVerdict | undefined;
}

export type Comparison = ReturnType<typeof compareRuns>;

export function compareRuns(before: SavedRun, after: SavedRun) {
  const judged = ({ verdicts }: SavedRun): Map<string, SavedVerdict> =>
    new Map(verdicts.filter(({ level }) => level !== "open").map((verdict) => [verdict.id, verdict]));
  const [earlier, later] = [judged(before), judged(after)];
  const ids = new Set([...later.keys(), ...earlier.keys()]);
  const changes: Change[] = [];
  for (const id of ids) {
    const [a, b] = [earlier.get(id), later.get(id)];
    const kind = changeBetween(a, b);
    const known = b ?? a;
    if (kind === undefined || known === undefined) continue;
    changes.push({ ...known, kind, before: a, after: b });
  }
  return {
    ...{ before, after },
    /** The worst kind first, each kind in the catalogue's order. */
    changes: changes.toSorted((a, b) => changeKinds.indexOf(a.kind) - changeKinds.indexOf(b.kind)),
    unchanged: ids.size - changes.length,
    /** True when a must that did not fail before fails now. */
    worse: changes.some(
      ({ kind, level, after: now }) =>
        level === "must" && (kind === "worse" || (kind === "new" && now?.verdict === "fail")),
    ),
    cautions: cautionsOn(before, after),
  };
}

function changeBetween(before: SavedVerdict | undefined, after: SavedVerdict | undefined) {
  if (before === undefined) return "new";
  if (after === undefined) return "gone";
  const [was, is] = [before.verdict, after.verdict];
  if (is === "fail") {
    if (was !== "fail") return "worse";
    return sameFindings(before, after) ? undefined : "otherwise-broken";
  }
  if (is === "pass") {
    if (was === "fail") return "better";
    return was === "pass" ? undefined : "newly-tested";
  }
  return was === "pass" || was === "fail" ? "no-longer-tested" : undefined;
}

/** Compares case and place only: ids and counts in what was seen differ from run to run. */
function sameFindings(a: SavedVerdict, b: SavedVerdict): boolean {
  const places = ({ findings }: SavedVerdict): string =>
    JSON.stringify(findings.map((finding) => [finding.case.id, placeOf(finding.place)]).toSorted());
  return places(a) === places(b);
}

/** Why the runs are not fully comparable: another profile or contract, or a partial run. */
function cautionsOn(before: SavedRun, after: SavedRun): readonly string[] {
  const differing = (what: string, of: (run: SavedRun) => string) =>
    [of(before) !== of(after), `the ${what} differ: ${of(before)}, then ${of(after)}`] as const;
  return holding([
    differing("profiles", ({ profile }) => profile),
    differing("contracts", ({ spec }) => `${spec.title} ${spec.version} (${spec.source})`),
    differing("versions of the suite", ({ tool }) => tool.version),
    [before.partial, "the first run ended early"],
    [after.partial, "the second run ended early"],
  ]);
}

/** @param hrefOf where a requirement of the second run is */
export function changesSheet(comparison: Comparison, hrefOf?: (id: string) => string): Sheet {
  const { before, after, changes, cautions, unchanged } = comparison;
  const byKind = [...Map.groupBy(changes, ({ kind }) => kind)];
  const parts = byKind.map(([kind, some]) => `${some.length} ${changeWords[kind].brief}`);
  return {
    title: "Two runs compared",
    facts: [
      ["before", runInWords(before)],
      ["after", runInWords(after)],
    ],
    notes: cautions,
    summary: [...parts, `${counted(unchanged, "requirement")} unchanged`].join(", "),
    tables: byKind.map(([kind, some]) => ({
      ...changeWords[kind],
      head: ["Requirement", "Level", "Verdict"],
      rows: some.map((change) => ({
        name: requirementName(change),
        href: change.after && hrefOf?.(change.id),
        cells: [change.level, `${markOf(change.before)} → ${markOf(change.after)}`],
        text: change.text,
        details: detailsOf(change),
      })),
    })),
  };
}

/** `https://… at 2026-01-02T03:04:05.000Z, standard: non-conforming`. */
function runInWords({ target, startedAt, outcome, profile }: SavedRun): string {
  return `${target} at ${startedAt}, ${profile}: ${outcome}`;
}

function markOf(verdict: SavedVerdict | undefined): string {
  if (verdict === undefined) return "absent";
  const { symbol, word } = verdictMark(verdict);
  return `${symbol} ${word}`;
}

/** The most findings shown of one requirement, which may have hundreds. */
const shownFindings = 3;

/** What fails now, or why it is no longer tested. */
function detailsOf({ after }: Change): readonly string[] {
  if (after === undefined) return [];
  if (after.verdict !== "fail" && after.verdict !== "pass")
    return after.reason === null ? [] : [after.reason];
  return after.findings
    .slice(0, shownFindings)
    .map(
      ({ case: of, expected, seen }) =>
        `${shorten(of.label, 100)}: expected ${shorten(expected, 200)}; got ${shorten(seen, 200)}`,
    );
}

export interface NamedRun {
  readonly name: string;
  readonly run: SavedRun;
}

/** A column for each run, whose name no other has. */
export function columnsOf(runs: readonly NamedRun[]): readonly NamedRun[] {
  const ofName = Map.groupBy(runs, ({ name }) => name);
  return runs.map(({ name, run }) => {
    const isShared = (ofName.get(name)?.length ?? 0) > 1;
    const time = run.startedAt.slice(0, 16).replace("T", " ");
    return { run, name: isShared ? `${name} (${time}, ${run.target})` : name };
  });
}

/** One row per requirement, in the order of the first report, then those that only others have. */
function gridRows(runs: readonly SavedRun[]): readonly GridRow[] {
  const known = runs.map((run) => new Map(run.verdicts.map((verdict) => [verdict.id, verdict])));
  const judged = runs.flatMap(({ verdicts }) => verdicts.filter(({ level }) => level !== "open"));
  return [...Map.groupBy(judged, ({ id }) => id).values()].flatMap(([first]) => {
    if (first === undefined) return [];
    return { ...first, cells: known.map((verdicts) => gridCell(verdicts.get(first.id))) };
  });
}

function gridCell(verdict: SavedVerdict | undefined): GridRow["cells"][number] {
  const [finding] = verdict?.findings ?? [];
  const detail = finding && `expected ${finding.expected}; got ${finding.seen}`;
  return { ...(verdict === undefined ? absent : verdictMark(verdict)), detail };
}

/** `54 of 61 musts passed`, and `24 of 24 musts passed, profile quick`: each profile has musts of its own. */
function mustsPassed({ profile, verdicts }: SavedRun): string {
  const musts = verdicts.filter(
    ({ level, verdict }) => level === "must" && verdict !== "not-applicable" && verdict !== "skipped",
  );
  const passed = musts.filter(({ verdict }) => verdict === "pass").length;
  return `${passed} of ${musts.length} musts passed${profile === "standard" ? "" : `, profile ${profile}`}`;
}

const absent: VerdictMark = { symbol: " ", word: "not in this report", tone: "left-out" };

const outcomeMarks: Readonly<Record<SavedRun["outcome"], VerdictMark>> = {
  "non-conforming": { symbol: "✗", word: "non-conforming", tone: "failed" },
  inconclusive: { symbol: "?", word: "inconclusive", tone: "inconclusive" },
  conforming: { symbol: "✓", word: "conforming", tone: "passed" },
};

const longestName = 60;

/** Which musts each fails, by outcome, the worst first; and every requirement of all in one grid. */
export function implementationsSheet(columns: readonly NamedRun[]): Sheet {
  const tables = Object.values(outcomeMarks).map(({ word, tone }): SheetTable => {
    const those = columns.filter(({ run }) => run.outcome === word);
    return {
      title: word,
      tone,
      head: ["Implementation", "Musts passed", "Musts failed"],
      rows: those.map(implementationRow),
    };
  });
  return {
    title: "Implementations and requirements",
    facts: [],
    summary: counted(columns.length, "implementation"),
    tables: tables.filter(({ rows }) => rows.length > 0),
    grid: {
      columns: columns.map(({ name, run }) => ({
        ...{ name, mark: outcomeMarks[run.outcome] },
        about: `${run.outcome}, ${mustsPassed(run)}`,
      })),
      rows: gridRows(columns.map(({ run }) => run)),
    },
  };
}

function implementationRow({ name, run }: NamedRun): SheetRow {
  const failed = run.verdicts.filter(({ level, verdict }) => level === "must" && verdict === "fail");
  const ids = failed.map(({ id }) => id).join(", ");
  return {
    name: shorten(name, longestName),
    cells: [mustsPassed(run), ids === "" ? "" : `failed: ${ids}`],
    ...{ text: "", details: [] },
  };
}
