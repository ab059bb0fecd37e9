import { targetOptions } from "../../../assembly/options/library-options.ts";
import { counted } from "../../../core/check/counted.ts";
import { escapeForTerminal } from "../../../core/json/escape.ts";
import { date, optionTable, path, text } from "../../../core/options/option.ts";
import type { KnownFailure, Weighed } from "../../../report/compare/known-failures.ts";
import type { SavedRun } from "../../../report/compare/saved-run.ts";
import type { Io } from "../../io.ts";
import { type Arguments, lacksOperands, misused, valuesGiven } from "../../options/args.ts";

const options = optionTable({
  report: {
    value: path(),
    help: "The JSON report that shows what fails now (run --report json=FILE). Only the report of a `thorough` run shows that a whole requirement no longer fails.",
  },
  until: { value: date, help: "With add: the last day on which the new entries are excused." },
  reason: {
    value: text("why the failures are known"),
    placeholder: "TEXT",
    help: "With add: why they are known.",
  },
  link: {
    value: text("where they are followed up"),
    placeholder: "URL",
    help: "With add: where they are followed up.",
  },
  spec: targetOptions.spec,
});

export const table = Object.values(options);
export const operands = "files";

export const help = {
  usage: "known add|list|prune FILE [options]",
  about:
    "Keeps the list of known failures, which `run --known-failures FILE` excuses until their last day. `add` writes an entry for each failure of a report that the list lacks, and creates a list that does not exist; `list` prints the entries, with a report also what it shows of each; `prune` removes those that are no longer needed.",
  examples: [
    "petstore-conformance known add known.yaml --report report.json --until 2030-06-30 --reason 'the old gateway'",
    "petstore-conformance known list known.yaml",
    "petstore-conformance known prune known.yaml --report report.json",
  ],
};

type Asked = ReturnType<typeof valuesGiven<typeof options>>;

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  const asked = valuesGiven(options, given);
  const [action, file, ...rest] = positionals;
  if (
    action === undefined ||
    !["add", "list", "prune"].includes(action) ||
    file === undefined ||
    rest.length > 0
  )
    throw lacksOperands(
      "known takes add, list or prune, and one file",
      "known add known.yaml --report report.json --until 2030-06-30 --reason 'the old gateway'",
    );
  if (action !== "list" && asked.report === undefined)
    throw misused(`known ${action} needs the report of a run`, "Add --report report.json.");
  const { prepare } = await import("../../../assembly/assemble.ts");
  const { readKnownFailures } = await import("../../published/known-failures-file.ts");
  const { readReports } = await import("../../../report/compare/saved-run.ts");
  const { weigh } = await import("../../../report/compare/known-failures.ts");
  const { requirements } = await prepare({ spec: asked.spec });
  const entries = await readKnownFailures(file, io.folder, requirements, action === "add");
  const [report] = asked.report === undefined ? [] : await readReports([asked.report], io.folder);
  const weighed = report && weigh(report, entries);
  if (weighed === undefined || report === undefined || action === "list") listEntries(entries, weighed, io);
  else if (action === "add") await add(file, entries, { ...weighed, ...report }, asked, io);
  else await prune(file, weighed, report, io);
  return 0;
}

const states: Readonly<Record<Exclude<keyof Weighed, "newFailures">, string>> = {
  live: "excused",
  expired: "expired",
  held: "no longer needed",
  stale: "no longer needed",
};

function listEntries(entries: readonly KnownFailure[], weighed: Weighed | undefined, { out }: Io): void {
  for (const entry of entries) {
    const [, state] =
      Object.entries(states).find(([name]) => weighed?.[name as keyof typeof states].includes(entry)) ?? [];
    const what = entry.case === undefined ? entry.requirement : `${entry.requirement}, ${entry.case}`;
    const details = [entry.reason, ...(entry.link === undefined ? [] : [entry.link])].join("; ");
    const line = `${what}  until ${entry.until}${state === undefined ? "" : `, ${state}`}: ${details}`;
    out(`${escapeForTerminal(line)}\n`);
  }
  out(`${entries.length === 0 ? "no entry" : counted(entries.length, "entry", "entries")}\n`);
  if (weighed !== undefined && weighed.newFailures.length > 0)
    out(`${counted(weighed.newFailures.length, "failure")} of the report without an entry\n`);
}

async function add(
  file: string,
  entries: readonly KnownFailure[],
  { newFailures, startedAt }: Weighed & SavedRun,
  { until, reason, link }: Asked,
  io: Io,
): Promise<void> {
  if (until === undefined || reason === undefined)
    throw misused("a known failure has a last day and a reason", "Add --until 2030-12-05 --reason TEXT.");
  const today = startedAt.slice(0, 10);
  if (until < today)
    throw misused(
      `--until ${until} lies before the report of ${today}: it would excuse nothing`,
      "Give a later day.",
    );
  const { entriesFor, writeKnownFailures } = await import("../../published/known-failures-file.ts");
  const added = entriesFor(newFailures, { reason, until, ...(link !== undefined && { link }) });
  await writeKnownFailures(file, io.folder, [...entries, ...added]);
  io.out(`${file}: ${added.length} added, ${entries.length + added.length} in all\n`);
}

async function prune(file: string, weighed: Weighed, { profile }: SavedRun, io: Io): Promise<void> {
  const { live, expired, held, stale } = weighed;
  const kept = [...live, ...expired];
  const { writeKnownFailures } = await import("../../published/known-failures-file.ts");
  await writeKnownFailures(file, io.folder, kept);
  for (const { requirement, case: label } of [...held, ...stale])
    io.out(`removed: ${escapeForTerminal(label === undefined ? requirement : `${requirement}, ${label}`)}\n`);
  io.out(`${file}: ${held.length + stale.length} removed, ${kept.length} left\n`);
  if (profile !== "thorough" && kept.length > 0)
    io.out("What a smaller profile does not send is left: prune with a report of the profile thorough.\n");
}
