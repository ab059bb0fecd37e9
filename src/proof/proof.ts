import type { RequirementLine } from "#core/check/requirement.ts";
import type { ListedServer } from "#suites/servers.ts";
import type { Bed } from "./bed.ts";
import type { Job, JobResult, ServerRef } from "./job.ts";
import type { Pool } from "./pool.ts";

/** The profiles that the proof is made in, the less deep one first. */
export type ProofProfile = "standard" | "thorough";

/** A server: what it is said to do, and what it did. */
export interface ServerRow extends ListedServer {
  /** What it says that it breaks: what failed, and the rest. */
  readonly caught: readonly string[];
  readonly missed: readonly string[];
  /** What failed in standard alone, as it says. */
  readonly also: readonly string[];
  /** What failed although it does not say so. */
  readonly extra: readonly string[];
  /** Where it fails no must: the musts that this profile tests on the correct server, and could not test on it. */
  readonly notTested: readonly string[];
  readonly result: JobResult;
}

export interface TrivialProofRow {
  readonly id: string;
  readonly title: string;
  readonly mustsPassed: readonly string[];
  readonly result: JobResult;
}

/** What one profile shows of the bed. */
export interface Proof {
  readonly profile: ProofProfile;
  /** True when nothing was left out. */
  readonly whole: boolean;
  readonly bed: Bed;
  /** The correct server: the first, that of each later revision that a server here implements, and on each stage of the bed. */
  readonly controls: readonly { readonly what: string; readonly result: JobResult }[];
  readonly servers: readonly ServerRow[];
  readonly trivial: readonly TrivialProofRow[];
}

/** Plays the servers of the bed with these ids in one profile; without any, the whole bed. */
export async function prove(
  pool: Pool,
  bed: Bed,
  profile: ProofProfile,
  ids: readonly string[],
  onProgress?: (done: number, of: number) => void,
): Promise<Proof> {
  const whole = ids.length === 0;
  const selected = whole ? bed.servers : bed.servers.filter(({ id }) => ids.includes(id));
  const trivial = whole ? bed.trivial : [];
  const stages = whole ? bed.stages : [];
  const revisions = [...new Set(selected.flatMap(({ revision }) => revision ?? []))];
  const correct: readonly ServerRef[] = [
    { kind: "reference", id: "" },
    ...revisions.map((revision) => ({ kind: "reference", id: revision, revision }) as const),
    ...stages.map((id) => ({ kind: "stage", id }) as const),
  ];
  const played: readonly ServerRef[] = [
    ...correct,
    ...selected.map(({ kind, id }) => ({ kind, id })),
    ...trivial.map(({ id }) => ({ kind: "trivial", id }) as const),
  ];
  const jobs = played.map((server): Job => ({ server, profile }));
  const results = await pool.play(jobs, (done) => onProgress?.(done, jobs.length));
  const resultOf = ({ kind, id }: ServerRef): JobResult => {
    const result = results[played.findIndex((server) => server.kind === kind && server.id === id)];
    if (result === undefined) throw new Error(`the pool gave no result of ${kind} ${id}`);
    return result;
  };
  return {
    ...{ profile, whole, bed },
    controls: correct.map((server) => ({ what: controlInWords(server), result: resultOf(server) })),
    servers: selected.map((server) => {
      const asItShouldBe = resultOf({ kind: "reference", id: server.revision ?? "" });
      return rowOf(server, resultOf(server), asItShouldBe, { bed, profile });
    }),
    trivial: trivial.map(({ id, title }) => {
      const result = resultOf({ kind: "trivial", id });
      const mustsPassed = musts(bed.requirements).filter((must) => result.verdicts[must] === "pass");
      return { id, title, mustsPassed, result };
    }),
  };
}

function controlInWords({ kind, id, revision }: ServerRef): string {
  if (kind === "stage") return `the correct server on the stage of ${id}`;
  return revision === undefined ? "the correct server" : `the correct server of the revision ${revision}`;
}

export function musts(requirements: readonly RequirementLine[]): readonly string[] {
  return requirements.filter(({ level }) => level === "must").map(({ id }) => id);
}

function rowOf(
  server: ListedServer,
  result: JobResult,
  correct: JobResult,
  { bed, profile }: { readonly bed: Bed; readonly profile: ProofProfile },
): ServerRow {
  const failed = result.failed.map(({ id }) => id);
  const { breaks, fails, standardOnly = {} } = server;
  const also = failed.filter((id) => profile === "standard" && Object.hasOwn(standardOnly, id));
  const isNotTested = (id: string) => result.verdicts[id] === "untested" && correct.verdicts[id] === "pass";
  return {
    ...server,
    caught: failed.filter((id) => breaks.includes(id)),
    missed: breaks.filter((id) => !failed.includes(id)),
    also,
    extra: failed.filter((id) => !breaks.includes(id) && !also.includes(id)),
    notTested: fails.length > 0 ? [] : musts([...bed.requirements, ...bed.generated]).filter(isNotTested),
    result,
  };
}
