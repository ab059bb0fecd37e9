import type { Profile } from "#core/check/results/verdict.ts";
import type { Bed, PlainServer } from "#proof/bed.ts";
import type { Job, JobResult } from "#proof/job.ts";
import { suite } from "#suites/registry.ts";

// A selection changes what is reported, never what is true: what a run of everything says of a requirement is what a run
// with `--only` says of it.

type Play = (jobs: readonly Job[]) => Promise<readonly JobResult[]>;

/** The selections of one server: each requirement that it is said to break by itself, and all the others. */
function selectionsOf({ breaks }: PlainServer, groups: readonly (readonly string[])[]): readonly string[][] {
  const others = groups.map((ids) => ids.filter((id) => !breaks.includes(id)));
  return [...breaks.map((id) => [id]), ...others.filter((ids) => ids.length > 0)];
}

/**
 * Requirements by what a run sends for them alone: with the over-limit probe, or without it. Nothing else of a run
 * depends on what is selected (`src/core/run/plan/selection.ts`, and its test), so that one run stands for each group.
 */
function groupsOf({ requirements }: Bed): readonly (readonly string[])[] {
  const looksAtAll = new Set(
    suite.checks.filter(({ kind }) => kind !== "scenario").map(({ about }) => about),
  );
  const ids = requirements.filter(({ level }) => level !== "open").map(({ id }) => id);
  return [ids.filter((id) => looksAtAll.has(id)), ids.filter((id) => !looksAtAll.has(id))];
}

export async function selectionTable(
  play: Play,
  bed: Bed,
  servers: readonly PlainServer[],
  profile: Profile,
) {
  const groups = groupsOf(bed);
  const asked = servers.flatMap((server) =>
    [[], ...selectionsOf(server, groups)].map((only) => ({ server, only })),
  );
  const results = await play(
    asked.map(({ server: { kind, id }, only }): Job => ({ server: { kind, id }, profile, only })),
  );
  const rows = asked.map((row, i) => ({ ...row, verdicts: results[i]?.verdicts ?? {} }));
  const whole = new Map(
    rows.filter(({ only }) => only.length === 0).map((row) => [row.server, row.verdicts]),
  );
  const compared = rows.flatMap(({ server, only, verdicts }) =>
    only.map((id) => ({
      server: server.id,
      only,
      id,
      whole: whole.get(server)?.[id] ?? "not judged",
      selected: verdicts[id] ?? "not judged",
    })),
  );
  return {
    servers: servers.length,
    runs: rows.length,
    /** That were held against those of the run of everything; `failures` are of them. */
    verdicts: compared.length,
    failures: compared.filter(({ selected }) => selected === "fail").length,
    differences: compared.filter((row) => row.whole !== row.selected),
  };
}
