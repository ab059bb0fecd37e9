import type { Profile } from "../check/verdict.ts";
import { musts, type Proof } from "./proof.ts";

/** What both profiles show of the whole bed: what is committed. Holds no times, so that equal code writes equal bytes. */
export interface ProofRecord {
  readonly figures: Figures;
  readonly faults: readonly RecordedFault[];
  readonly variants: readonly RecordedVariant[];
  readonly trivial: readonly RecordedTrivial[];
  readonly requirements: readonly RecordedRequirement[];
}

export interface Figures {
  readonly faults: number;
  /** Faults that at least one requirement named for them fails. */
  readonly caughtInStandard: number;
  /** Of these, within the requests of a minute of the smallest plan: the others need a service that announces more room. */
  readonly caughtInOneMinute: number;
  readonly caughtInThorough: number;
  /** Faults on which exactly the requirements named for them fail, in thorough. */
  readonly exact: number;
  readonly variants: number;
  readonly conforming: number;
  readonly trivial: number;
  readonly trivialConforming: number;
  readonly mostMustsPassedByTrivial: number;
  readonly musts: number;
  readonly mustsWithFaults: number;
}

export interface RecordedFault {
  readonly id: string;
  readonly area: string;
  readonly title: string;
  readonly idiom: string | undefined;
  readonly caughtBy: "standard" | "standard, with room" | "thorough" | "nothing";
  /** Every requirement that failed. */
  readonly standard: readonly string[];
  readonly thorough: readonly string[];
}

export interface RecordedVariant {
  readonly id: string;
  readonly area: string;
  readonly title: string;
  readonly ruling: readonly number[];
  /** In both profiles. */
  readonly outcome: string;
  readonly warned: readonly string[];
  readonly unshown: readonly string[];
}

export interface RecordedTrivial {
  readonly id: string;
  readonly title: string;
  readonly outcome: string;
  readonly mustsPassed: readonly string[];
}

export interface RecordedRequirement {
  readonly id: string;
  readonly level: string;
  readonly text: string;
  /** Faults on which it fails. */
  readonly standard: number;
  readonly thorough: number;
}

export function recordOf(standard: Proof, thorough: Proof): ProofRecord {
  const { bed } = thorough;
  const failed = (proof: Proof, id: string) =>
    proof.faults.find((row) => row.id === id)?.findings.map((f) => f.id) ?? [];
  const caughtBy = (id: string): RecordedFault["caughtBy"] => {
    const row = standard.faults.find((one) => one.id === id);
    if (row !== undefined && row.caught.length > 0)
      return row.result.withRoom ? "standard, with room" : "standard";
    return thorough.faults.some((one) => one.id === id && one.caught.length > 0) ? "thorough" : "nothing";
  };
  const faults = thorough.faults.map(
    ({ id, area, title, idiom }): RecordedFault => ({
      id,
      area,
      title,
      idiom,
      caughtBy: caughtBy(id),
      standard: failed(standard, id),
      thorough: failed(thorough, id),
    }),
  );
  const failing = (profile: Extract<Profile, "standard" | "thorough">, id: string) =>
    faults.filter((fault) => fault[profile].includes(id)).length;
  const requirements = bed.requirements
    .filter(({ level }) => level !== "open")
    .map(({ id, level, text }) => ({
      id,
      level,
      text,
      standard: failing("standard", id),
      thorough: failing("thorough", id),
    }));
  const variants = thorough.variants.map(({ id, area, title, ruling, warned, unshown, result }) => {
    const other = standard.variants.find((row) => row.id === id)?.result.outcome;
    const outcome = other === result.outcome ? result.outcome : `${other}, ${result.outcome}`;
    return { id, area, title, ruling, outcome, warned, unshown };
  });
  const trivial = thorough.trivial.map(({ id, title, mustsPassed, result }) => ({
    id,
    title,
    outcome: result.outcome,
    mustsPassed,
  }));
  const mustIds = musts(bed);
  return {
    figures: {
      faults: faults.length,
      caughtInStandard: faults.filter(({ caughtBy }) => caughtBy.startsWith("standard")).length,
      caughtInOneMinute: faults.filter(({ caughtBy }) => caughtBy === "standard").length,
      caughtInThorough: thorough.faults.filter(({ caught }) => caught.length > 0).length,
      exact: thorough.faults.filter(({ extra, missed }) => extra.length + missed.length === 0).length,
      variants: variants.length,
      conforming: variants.filter(({ outcome }) => outcome === "conforming").length,
      trivial: trivial.length,
      trivialConforming: trivial.filter(({ outcome }) => outcome === "conforming").length,
      mostMustsPassedByTrivial: Math.max(0, ...trivial.map(({ mustsPassed }) => mustsPassed.length)),
      musts: mustIds.length,
      mustsWithFaults: requirements.filter(({ id, thorough: n }) => mustIds.includes(id) && n > 0).length,
    },
    faults,
    variants,
    trivial,
    requirements,
  };
}

/** For machines: one server a line, so that a difference reads well. */
export function recordAsJson({ figures, ...tables }: ProofRecord): string {
  const table = ([name, rows]: [string, readonly object[]]): string =>
    `  ${JSON.stringify(name)}: [\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(",\n")}\n  ]`;
  const head = `  "figures": ${JSON.stringify(figures, undefined, 2).replaceAll("\n", "\n  ")}`;
  return `{\n${[head, ...Object.entries(tables).map(table)].join(",\n")}\n}\n`;
}
