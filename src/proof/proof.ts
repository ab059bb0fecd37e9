import type { Bed, BedFault, BedVariant } from "./bed.ts";
import type { FailedRequirement, Job, JobResult, ServerRef } from "./job.ts";
import type { Pool } from "./pool.ts";

/** The profiles that the proof is made in, the less deep one first. */
export type ProofProfile = "standard" | "thorough";

/** What is proved: all, or what is named. A requirement stands for every fault that breaks it. */
export interface Selection {
  readonly faults: readonly string[];
  readonly variants: readonly string[];
  readonly requirements: readonly string[];
}

export const everything: Selection = { faults: [], variants: [], requirements: [] };

export interface FaultRow extends BedFault {
  /** Requirements that it breaks and that failed on it, and the rest of what it breaks. */
  readonly caught: readonly string[];
  readonly missed: readonly string[];
  /** What failed too, as the fault says. */
  readonly also: readonly string[];
  /** What failed although the fault does not say so. */
  readonly extra: readonly string[];
  readonly findings: readonly FailedRequirement[];
  readonly result: JobResult;
}

export interface VariantRow extends BedVariant {
  readonly warned: readonly string[];
  /** Musts that the correct server shows in this profile, and this one does not. */
  readonly unshown: readonly string[];
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
  readonly reference: JobResult;
  /** The correct server on each stage of the bed. */
  readonly stages: readonly { readonly id: string; readonly result: JobResult }[];
  readonly faults: readonly FaultRow[];
  readonly variants: readonly VariantRow[];
  readonly trivial: readonly TrivialProofRow[];
}

/** Plays the bed, or what is selected of it, in one profile. */
export async function prove(
  pool: Pool,
  profile: ProofProfile,
  selection: Selection,
  onProgress?: (done: number, of: number) => void,
): Promise<Proof> {
  const bed = await pool.bed();
  const whole = Object.values(selection).every((ids: readonly string[]) => ids.length === 0);
  const named = <Entry extends { readonly id: string }>(entries: readonly Entry[], ids: readonly string[]) =>
    whole ? entries : entries.filter(({ id }) => ids.includes(id));
  const breakers = bed.faults.filter(({ breaks }) =>
    breaks.some((id) => selection.requirements.includes(id)),
  );
  const faults = named(bed.faults, [...selection.faults, ...breakers.map(({ id }) => id)]);
  const variants = named(bed.variants, selection.variants);
  const trivial = whole ? bed.trivial : [];
  const stages = whole ? bed.stages : [];
  const ref = (kind: ServerRef["kind"]) => (of: { readonly id: string }) => ({ kind, id: of.id });
  const servers: readonly ServerRef[] = [
    { kind: "reference", id: "" },
    ...stages.map((id) => ({ kind: "stage" as const, id })),
    ...faults.map(ref("fault")),
    ...variants.map(ref("variant")),
    ...trivial.map(ref("trivial")),
  ];
  const jobs = servers.map((server): Job => ({ server, profile }));
  const results = await pool.play(jobs, (done) => onProgress?.(done, jobs.length));
  const resultOf = (kind: ServerRef["kind"], id: string): JobResult => {
    const result = results[servers.findIndex((server) => server.kind === kind && server.id === id)];
    if (result === undefined) throw new Error(`the pool gave no result of ${kind} ${id}`);
    return result;
  };
  const reference = resultOf("reference", "");
  return {
    profile,
    whole,
    bed,
    reference,
    stages: stages.map((id) => ({ id, result: resultOf("stage", id) })),
    faults: faults.map((fault) => faultRow(fault, resultOf("fault", fault.id))),
    variants: variants.map((variant) => variantRow(variant, resultOf("variant", variant.id), reference, bed)),
    trivial: trivial.map(({ id, title }) => {
      const result = resultOf("trivial", id);
      return {
        id,
        title,
        mustsPassed: musts(bed).filter((must) => result.verdicts[must] === "pass"),
        result,
      };
    }),
  };
}

/** Ids of the requirements of level `must`. */
export function musts({ requirements }: Bed): readonly string[] {
  return requirements.filter(({ level }) => level === "must").map(({ id }) => id);
}

function faultRow(fault: BedFault, result: JobResult): FaultRow {
  const failed = result.failed.map(({ id }) => id);
  return {
    ...fault,
    caught: failed.filter((id) => fault.breaks.includes(id)),
    missed: fault.breaks.filter((id) => !failed.includes(id)),
    also: failed.filter((id) => Object.hasOwn(fault.alsoFails, id)),
    extra: failed.filter((id) => !fault.breaks.includes(id) && !Object.hasOwn(fault.alsoFails, id)),
    findings: result.failed,
    result,
  };
}

function variantRow(variant: BedVariant, result: JobResult, reference: JobResult, bed: Bed): VariantRow {
  const unshown = musts(bed).filter(
    (id) => result.verdicts[id] === "untested" && reference.verdicts[id] === "pass",
  );
  return { ...variant, warned: result.failed.map(({ id }) => id), unshown, result };
}
