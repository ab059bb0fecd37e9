import type { Bed } from "../../src/proof/bed.ts";
import type { Job, JobResult } from "../../src/proof/job.ts";
import { musts } from "../../src/proof/proof.ts";

/** One server in one profile, as the proof plays it. */
export interface BedJob extends Job {
  readonly profile: "standard" | "thorough";
  /** The requirements that the server breaks, or does not meet. */
  readonly about: readonly string[];
}

/** Everything that the proof plays. */
export function bedJobs(bed: Bed): readonly BedJob[] {
  const servers = [
    { server: { kind: "reference" as const, id: "" }, about: [] },
    ...bed.servers.map(({ kind, id, breaks }) => ({ server: { kind, id }, about: breaks })),
    ...bed.stages.map((id) => ({ server: { kind: "stage" as const, id }, about: [] })),
    ...bed.trivial.map(({ id }) => ({ server: { kind: "trivial" as const, id }, about: [] })),
  ];
  return (["standard", "thorough"] as const).flatMap((profile) =>
    servers.map((server) => ({ ...server, profile })),
  );
}

/** What the proof declares of a run, or records in `reports/proof.json`: where it is another, the proof tells. */
export function declared({ server, profile }: BedJob, result: JobResult, bed: Bed): string {
  const { outcome, verdicts, suiteErrors, withRoom, changesNothing } = result;
  const failed = result.failed.map(({ id }) => id);
  const mustsThatAre = (verdict: string) => musts(bed).filter((id) => verdicts[id] === verdict);
  switch (server.kind) {
    case "fault":
      return JSON.stringify({ failed, withRoom, changesNothing, suiteErrors });
    case "trivial":
      return JSON.stringify({ outcome, passed: mustsThatAre("pass"), suiteErrors });
    default: {
      const untested = profile === "thorough" && server.kind !== "stage" ? mustsThatAre("untested") : [];
      return JSON.stringify({ outcome, failed, untested, suiteErrors });
    }
  }
}

/** `fault limit-ignored, standard`. */
export function jobInWords({ server, profile }: BedJob): string {
  return `${`${server.kind} ${server.id}`.trim()}, ${profile}`;
}
