import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { markdownTable } from "#report/formats/markdown-report.ts";
import { median } from "../processes.ts";
import { type Played, play, type Tool, tools } from "./play.ts";
import { type Subject, sample } from "./sample.ts";
import { installed } from "./setup.ts";

// Starts each tool on each server of a sample, in turn, on this machine, after `node bench/peers/setup.ts`, and writes
// reports/peers.md and its chart: half an hour or more. With names of tools (`Dredd`) it plays those alone, and prints the page.

/** What each tool came to, by the id of the server. */
type Results = ReadonlyMap<string, ReadonlyMap<string, Played>>;

interface Row extends Omit<Played, "verdict"> {
  readonly name: string;
  /** Of the broken servers, how many it failed. */
  readonly caught: number;
  readonly broken: number;
  /** Right servers that it failed. */
  readonly wronged: readonly string[];
  readonly conforming: number;
}

const groups = ["the correct server", "permitted", "broken", "of other frameworks"] as const;

async function peersPage(tools: readonly Tool[], subjects: readonly Subject[], results: Results) {
  // The one that failed most broken servers first.
  const rows = tools
    .map((tool) => rowOf(tool, subjects, results.get(tool.name) ?? new Map()))
    .toSorted((a, b) => b.caught - a.caught);
  const fairness = await readFile(join(import.meta.dirname, "fairness.md"), "utf8");
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`;
  const played = new Set(tools.map(({ name }) => name));
  const page = `# Beside its peers

Written by \`npm run peers\` on ${new Date().toISOString().slice(0, 10)}, ${machine}. Each tool is
started as a process of its own on each server, a fresh one each time, and its exit code alone is its verdict.

![Requests that each tool sends, against the share of broken servers that it fails](peers.svg)

${table(
  [
    ...["tool", "broken servers failed", "conforming servers failed", "requests"],
    ...["wall time", "processor time", "memory", "sent while it was asked to wait", "prints the key"],
  ],
  rows.map((row) => [
    row.name,
    `${row.caught} of ${row.broken}`,
    `${row.wronged.length} of ${row.conforming}`,
    `${row.requests}`,
    `${(row.wallMs / 1000).toFixed(2)} s`,
    `${(row.cpuMs / 1000).toFixed(2)} s`,
    `${row.memoryMiB.toFixed(0)} MiB`,
    `${row.sentInWait}`,
    row.printsKey ? "yes" : "no",
  ]),
)}

Requests, times and memory are medians over all servers; a run is one that judges: one that ends without a verdict counts as
neither. What was sent while a Retry-After asked to wait is the most on any server. With other servers, tools that are close may
change places.

${groups.map((group) => groupTable(group, subjects, tools, results)).join("\n\n")}

## Which conforming servers were failed

${rows.map(({ name, wronged }) => `- ${name}: ${wronged.map((id) => `\`${id}\``).join(", ") || "none"}`).join("\n")}

## How each was set up

${table(
  ["tool", "set up for this interface", "cannot express", "better at than we are"],
  tools.map(({ name, version, tuned, cannot, betterAt }) => [
    `${name} (${version})`,
    tuned,
    cannot,
    betterAt || "–",
  ]),
)}

${fairness.replace("{missing}", played.has("Schemathesis") ? "" : "Schemathesis is not in the table: its packages could not be installed on that machine. `bench/peers/tools/schemathesis/` has what it would be started with.\n")}`;
  return { page, chart: chartOf(rows) };
}

function rowOf({ name }: Tool, subjects: readonly Subject[], played: ReadonlyMap<string, Played>): Row {
  const all = subjects.flatMap((subject) => {
    const one = played.get(subject.id);
    return one === undefined ? [] : [{ ...one, subject }];
  });
  const failed = all.filter(({ verdict }) => verdict === "failed");
  const middle = (figure: (one: Played) => number) => median(all.map(figure));
  return {
    name,
    caught: failed.filter(({ subject }) => !subject.isConforming).length,
    broken: subjects.filter(({ isConforming }) => !isConforming).length,
    wronged: failed.flatMap(({ subject }) => (subject.isConforming ? [subject.id] : [])),
    conforming: subjects.filter(({ isConforming }) => isConforming).length,
    requests: middle(({ requests }) => requests),
    wallMs: middle(({ wallMs }) => wallMs),
    cpuMs: middle(({ cpuMs }) => cpuMs),
    memoryMiB: middle(({ memoryMiB }) => memoryMiB),
    sentInWait: Math.max(...all.map(({ sentInWait }) => sentInWait)),
    printsKey: all.some(({ printsKey }) => printsKey),
  };
}

function groupTable(
  group: Subject["group"],
  subjects: readonly Subject[],
  tools: readonly Tool[],
  results: Results,
): string {
  const mark = { failed: "failed", passed: "passed", nothing: "no verdict" };
  const rows = subjects
    .filter((subject) => subject.group === group)
    .map(({ id, about, isConforming }) => [
      `\`${id}\``,
      about,
      isConforming ? "conforming" : "broken",
      ...tools.map(({ name }) => mark[results.get(name)?.get(id)?.verdict ?? "nothing"]),
    ]);
  const title = group.replace(/^./, (first) => first.toUpperCase());
  return `## ${title}\n\n${table(["server", "what it does", "is", ...tools.map(({ name }) => name)], rows)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const escaped = rows.map((cells) => cells.map((cell) => cell.replaceAll("|", "\\|")));
  return markdownTable(head, escaped).trimEnd();
}

const width = 760;
const height = 360;
const left = 60;
const bottom = 44;
/** Where the names stand, each on a line of its own. */
const names = 430;
const lineHeight = 20;

/** Requests (logarithmic) against the share of broken servers that are failed, as an SVG that reads in light and dark. */
function chartOf(rows: readonly Row[]): string {
  const most = Math.max(10, ...rows.map(({ requests }) => requests));
  const decades = Math.ceil(Math.log10(most));
  const x = (requests: number) => left + (Math.log10(Math.max(1, requests)) / decades) * (names - left - 40);
  const y = (share: number) => height - bottom - share * (height - bottom - 24);
  const xTicks = Array.from({ length: decades + 1 }, (_, power) => 10 ** power);
  const yTicks = [0, 0.25, 0.5, 0.75, 1];
  let lowest = 0;
  const dots = rows
    .toSorted((a, b) => b.caught - a.caught || b.requests - a.requests)
    .map(({ name, caught, broken, requests, wronged }) => {
      const [cx, cy] = [x(requests).toFixed(1), y(caught / broken).toFixed(1)];
      lowest = Math.max(Number(cy), lowest + lineHeight);
      const kind = name === "petstore-conformance" ? ' class="ours"' : "";
      const wrong = wronged.length === 0 ? "" : `, ${wronged.length} conforming failed`;
      return `<line x1="${cx}" y1="${cy}" x2="${names - 6}" y2="${lowest}"/><circle${kind} cx="${cx}" cy="${cy}" r="6"/><text x="${names}" y="${lowest + 4}">${name}${wrong}</text>`;
    });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Requests that each tool sends, against the share of broken servers that it fails">
<style>text{font:13px system-ui,sans-serif;fill:#57606a}line{stroke:#8b949e;stroke-opacity:.35}circle{fill:#8b949e}.ours{fill:#1a7f37}@media(prefers-color-scheme:dark){text{fill:#9198a1}.ours{fill:#3fb950}}</style>
<text x="${left - 40}" y="13">broken servers failed</text>
${yTicks.map((share) => `<line x1="${left}" x2="${names - 40}" y1="${y(share)}" y2="${y(share)}"/><text x="${left - 8}" y="${y(share) + 4}" text-anchor="end">${share * 100} %</text>`).join("\n")}
${xTicks.map((requests) => `<text x="${x(requests)}" y="${height - bottom + 20}" text-anchor="middle">${requests}</text>`).join("\n")}
<text x="${(left + names - 40) / 2}" y="${height - 6}" text-anchor="middle">requests (median of a run)</text>
${dots.join("\n")}
</svg>
`;
}

const reports = join(import.meta.dirname, "../../reports");
const named = process.argv.slice(2);
const chosen = tools.filter(
  ({ name, program }) =>
    (named.length === 0 || named.includes(name)) &&
    (program === undefined || existsSync(join(installed, program))),
);
const subjects = await sample(installed);
const results = new Map(chosen.map(({ name }) => [name, new Map<string, Played>()]));
for (const [at, { id, group, start }] of subjects.entries()) {
  const verdicts: string[] = [];
  for (const tool of chosen) {
    const played = await play(tool, start, installed);
    results.get(tool.name)?.set(id, played);
    verdicts.push(`${tool.name} ${played.verdict}`);
  }
  process.stderr.write(`${at + 1} of ${subjects.length}, ${group}, ${id}: ${verdicts.join(", ")}\n`);
}
const { page, chart } = await peersPage(chosen, subjects, results);
if (named.length > 0) process.stdout.write(page);
else {
  await writeFile(join(reports, "peers.md"), page);
  await writeFile(join(reports, "peers.svg"), chart);
}
