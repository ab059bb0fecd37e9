import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Balance } from "../reference-server/replicas.ts";
import { prepare } from "../src/assembly/assemble.ts";
import { firstFailure, playReplicas } from "../src/proof/replicas.ts";
import { loadServers } from "../suites/servers.ts";
import { type Row, replicasPage } from "./replicas-page.ts";

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
      return { first: firstFailure(run, failed), failed };
    };
    // One round is what five begin with.
    const one = await play(1);
    const { first, failed } = one.first === undefined ? await play(5) : one;
    rows.push({ id: fault.id, balance, first, breaks: fault.breaks, failed });
  }
}
await writeFile(join(import.meta.dirname, "../reports/replicas.md"), replicasPage(rows));
