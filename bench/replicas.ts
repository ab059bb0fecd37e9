import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Balance } from "../reference-server/replicas.ts";
import { prepare } from "../src/assembly/assemble.ts";
import { suite } from "../suites/registry.ts";
import { loadServers } from "../suites/servers.ts";
import { firstFailure, playReplicas } from "./proof/replicas.ts";

/** What a fault on one of three replicas came to. */
interface Row {
  readonly id: string;
  readonly balance: Balance;
  /** The first round in which something failed. */
  readonly first: number | undefined;
  readonly breaks: readonly string[];
}

const rounds = [1, 2, 3, 4, 5];

/** Faults that one replica of three hides, by what hides them. */
const hidden: Readonly<Record<string, readonly string[]>> = {
  "after several invalid keys a 403 or a 429 is what a lock-out looks like (ruling 14)": [
    "forbidden-for-wrong-key",
    "forbidden-not-unauthorized",
    "wrong-keys-limited-from-the-first",
  ],
  "only the first invalid key shows it, which is sent once in a run": ["first-wrong-key-forbidden"],
  "its base address is that of all replicas, so that they answer 404 together or not at all": [
    "no-version-in-the-base",
    "version-in-front",
  ],
  "its case is beyond the 160 requests that the first round may send": ["status-trimmed"],
  "only an empty list shows it, and after the first round's creates none is empty": [
    "empty-filter-404",
    "list-null-when-empty",
    "empty-list-with-204",
    "empty-list-with-404",
  ],
};

const probe = "only the answers to the over-limit probe show it, which goes over the limit once in a run";

function hiddenBy({ id, breaks }: Row): string | undefined {
  const named = Object.entries(hidden).find(([, ids]) => ids.includes(id))?.[0];
  const byProbe =
    id.includes("429") ||
    id === "remaining-negative" ||
    breaks.some((one) => suite.probe.about.includes(one));
  return named ?? (byProbe ? probe : undefined);
}

/** The share that was found by each round, and what was not, each with the reason. */
function replicasPage(rows: readonly Row[]): string {
  const standing = rows.filter((row) => hiddenBy(row) === undefined);
  const share = (some: readonly Row[], balance: Balance) => {
    const own = some.filter((row) => row.balance === balance);
    const found = (round: number) =>
      own.filter(({ first = Number.POSITIVE_INFINITY }) => first <= round).length;
    const cells = rounds.map((round) => `${((100 * found(round)) / own.length).toFixed(1)} %`);
    return `| ${balance} | ${own.length} | ${cells.join(" | ")} |`;
  };
  const table = (some: readonly Row[]) => [
    "| balanced by | faults | round 1 | by 2 | by 3 | by 4 | by 5 |",
    "|---|---|---|---|---|---|---|",
    share(some, "request"),
    share(some, "connection"),
  ];
  const missed = rows.filter(({ first }) => first === undefined);
  const named = (some: readonly Row[]) =>
    [...Map.groupBy(some, ({ id }) => id)].map(
      ([id, own]) => `\`${id}\` (by ${own.map(({ balance }) => balance).join(" and ")})`,
    );
  const reasons = Map.groupBy(
    missed,
    (row) => hiddenBy(row) ?? "by chance: the other replicas answered what shows it",
  );
  return `${[
    "# Faults on one of three replicas",
    "",
    "Three servers with one store and one rate limiter stand behind a load balancer; one of them has a fault, the others",
    "are correct. The balancer sends requests, or connections, to one after the other. `standard`, `--max-creates 350`,",
    "seed 1, in virtual time. Written by `npm run replicas`. *Found* means that a requirement failed.",
    "",
    "Faults that can stand on one replica:",
    "",
    ...table(standing),
    "",
    "All faults that `standard` shows:",
    "",
    ...table(rows),
    "",
    "## Not found in five rounds",
    "",
    ...[...reasons].map(([reason, some]) => `- ${reason}: ${named(some).join(", ")}`),
  ].join("\n")}\n`;
}

// Every fault of a standard run as one of three replicas, with up to five rounds: `npm run replicas`, some ten minutes.

const balances: readonly Balance[] = ["request", "connection"];
const prepared = await prepare();
const faults = (await loadServers()).filter(({ kind, profile }) => kind === "fault" && profile === undefined);
const rows: Row[] = [];
for (const fault of faults) {
  for (const balance of balances) {
    const play = async (rounds: number) => {
      const options = { seed: 1, rounds, maxCreates: 350 };
      const run = await playReplicas(fault, { ...prepared, balance, options });
      const failed = run.verdicts.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);
      return firstFailure(run, failed);
    };
    // One round is what five begin with.
    const one = await play(1);
    rows.push({ id: fault.id, balance, first: one ?? (await play(5)), breaks: fault.breaks });
  }
}
await writeFile(join(import.meta.dirname, "../reports/replicas.md"), replicasPage(rows));
