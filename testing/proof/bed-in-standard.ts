import type { Facts } from "../../src/core/check/facts.ts";
import type { Suite } from "../../src/core/check/suite.ts";
import type { Run } from "../../src/core/run/result.ts";
import { loadBed } from "../../src/proof/bed.ts";
import type { JobResult, ServerRef } from "../../src/proof/job.ts";
import { createPerformer } from "../../src/proof/perform.ts";
import { everything, type Proof, prove } from "../../src/proof/proof.ts";
import { suite } from "../../suites/registry.ts";

/** One server, its whole run, and what was known at its end. */
export interface Played {
  readonly server: ServerRef;
  readonly run: Run;
  readonly facts: Facts | undefined;
}

/** Plays the whole bed in standard, one server after another in this thread, and hands out each run as it ends. */
export async function proveInStandard(onPlayed: (played: Played) => void): Promise<Proof> {
  let facts: Facts | undefined;
  const watched: Suite = {
    ...suite,
    notes: (known) => {
      facts = known;
      return suite.notes(known);
    },
  };
  const perform = await createPerformer({
    suite: watched,
    onRun: ({ server }, run) => {
      onPlayed({ server, run, facts });
    },
  });
  const thisThread = {
    bed: loadBed,
    async play(jobs: Parameters<typeof perform>[0][]) {
      const results: JobResult[] = [];
      for (const job of jobs) {
        facts = undefined;
        results.push(await perform(job));
      }
      return results;
    },
    close: async () => undefined,
  };
  return prove(thisThread, "standard", everything);
}
