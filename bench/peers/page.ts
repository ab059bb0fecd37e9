import { readFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { median } from "../processes.ts";
import { chartOf } from "./chart.ts";
import type { Results } from "./peers.ts";
import type { Played } from "./play.ts";
import type { Subject } from "./sample.ts";
import type { Tool } from "./tool.ts";

/** What one tool came to over all servers. */
export interface Row {
  readonly name: string;
  /** Of the broken servers, how many it failed. */
  readonly caught: number;
  readonly broken: number;
  /** Right servers that it failed. */
  readonly wronged: readonly string[];
  readonly right: number;
  readonly requests: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly memoryMiB: number;
  readonly sentInWait: number;
  readonly printsKey: boolean;
}

const groups = ["the correct server", "permitted", "broken", "of other frameworks"] as const;

/** docs/peers.md and its chart. */
export async function peersPage(
  tools: readonly Tool[],
  subjects: readonly Subject[],
  results: Results,
  seed: number,
) {
  const rows = tools.map((tool) => rowOf(tool, subjects, results.get(tool.name) ?? new Map()));
  const fairness = await readFile(join(import.meta.dirname, "fairness.md"), "utf8");
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`;
  const played = new Set(tools.map(({ name }) => name));
  const page = `# Beside its peers

Written by \`npm run peers -- --write\` on ${new Date().toISOString().slice(0, 10)}, ${machine}, seed ${seed}. Each tool is
started as a process of its own on each server, a fresh one each time, and its exit code alone is its verdict.

![Requests that each tool sends, against the share of broken servers that it fails](peers.svg)

${table(
  [
    "tool",
    "broken servers failed",
    "right servers failed",
    "requests",
    "wall time",
    "processor time",
    "memory",
    "sent while it was asked to wait",
    "prints the key",
  ],
  rows.map((row) => [
    row.name,
    `${row.caught} of ${row.broken}`,
    `${row.wronged.length} of ${row.right}`,
    `${row.requests}`,
    `${(row.wallMs / 1000).toFixed(1)} s`,
    `${(row.cpuMs / 1000).toFixed(1)} s`,
    `${row.memoryMiB.toFixed(0)} MiB`,
    `${row.sentInWait}`,
    row.printsKey ? "yes" : "no",
  ]),
)}

Requests, times and memory are medians over all servers; a run is one that judges: one that ends without a verdict counts as
neither. What was sent while a Retry-After asked to wait is the most on any server.

${groups.map((group) => groupTable(group, subjects, tools, results)).join("\n\n")}

## Which right servers were failed

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
    caught: failed.filter(({ subject }) => !subject.isRight).length,
    broken: subjects.filter(({ isRight }) => !isRight).length,
    wronged: failed.flatMap(({ subject }) => (subject.isRight ? [subject.id] : [])),
    right: subjects.filter(({ isRight }) => isRight).length,
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
    .map(({ id, about, isRight }) => [
      `\`${id}\``,
      about,
      isRight ? "right" : "broken",
      ...tools.map(({ name }) => mark[results.get(name)?.get(id)?.verdict ?? "nothing"]),
    ]);
  const title = group.replace(/^./, (first) => first.toUpperCase());
  return `## ${title}\n\n${table(["server", "what it does", "is", ...tools.map(({ name }) => name)], rows)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
