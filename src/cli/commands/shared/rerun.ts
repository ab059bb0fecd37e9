import { UsageError } from "../../../assembly/usage-error.ts";
import type { RunOptions } from "../../../run/options.ts";
import { readReports } from "./read-reports.ts";

/**
 * Options that repeat what failed or was inconclusive in a JSON report, with its seed. Throws UsageError for a report
 * that cannot be read or has nothing to repeat, and beside --only.
 */
export async function withRerun(
  options: RunOptions,
  report: string,
  { folder, seedGiven }: { readonly folder: string; readonly seedGiven: boolean },
): Promise<RunOptions> {
  const where = "options";
  if (options.only.length > 0)
    throw new UsageError({ what: "--rerun and --only are both given", where, remedy: "Give one of them." });
  const [run] = await readReports([report], folder);
  const only = (run?.verdicts ?? [])
    .filter(({ verdict, level }) => level !== "open" && (verdict === "fail" || verdict === "inconclusive"))
    .map(({ id }) => id);
  if (run === undefined || only.length === 0)
    throw new UsageError({
      what: `nothing failed or was inconclusive in ${report}`,
      where,
      remedy: "Leave --rerun out to run everything.",
    });
  return { ...options, only, seed: seedGiven ? options.seed : run.seed };
}
