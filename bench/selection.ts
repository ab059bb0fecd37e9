import { withPool } from "../src/proof/pool.ts";
import { selectionTable } from "../testing/proof/selection-table.ts";

// What `--only` says of each requirement, on every server of the bed, held against a run of everything: no difference.
// `node bench/selection.ts [standard|thorough] [NTH]`: both profiles, and every server, unless they are named.

const [named, nth = "1"] = process.argv.slice(2);

await withPool(async (pool) => {
  const bed = await pool.bed();
  const servers = bed.servers.filter((_, i) => i % Number(nth) === 0);
  for (const profile of ["standard", "thorough"] as const) {
    if (named !== undefined && named !== profile) continue;
    const table = await selectionTable((jobs) => pool.play(jobs), bed, servers, profile);
    const { runs, verdicts, failures, differences } = table;
    process.stdout.write(
      `${profile}: ${table.servers} servers, ${runs} runs, ${verdicts} verdicts under --only, ${failures} of them failures; ${differences.length} differ from the run of everything\n`,
    );
    for (const { server, only, id, whole, selected } of differences)
      process.stdout.write(
        `  ${server}: ${id} is ${whole}, under --only ${only.length > 3 ? "a group" : only.join(" ")} ${selected}\n`,
      );
    if (differences.length > 0) process.exitCode = 1;
  }
});
