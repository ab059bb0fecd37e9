import { type RequirementLine, requirementName } from "#core/check/requirement.ts";
import { counted } from "#core/check/results/words.ts";
import { shorten } from "#core/json/escape.ts";
import { holding, verdictMark } from "../words/sentences.ts";
import { placeOf } from "./known-failures.ts";
import type { SavedRun, SavedVerdict } from "./saved-run.ts";
import type { Sheet, SheetHead } from "./sheet.ts";

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
    const { slug, text, level } = known;
    changes.push({ kind, id, slug, text, level, before: a, after: b });
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

function changeBetween(
  before: SavedVerdict | undefined,
  after: SavedVerdict | undefined,
): ChangeKind | undefined {
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
