import { musts, type Proof, type ProofProfile, type ServerRow } from "../../src/proof/proof.ts";
import type { ServerKind } from "../../suites/servers.ts";

/** What both profiles show of the whole bed: what is committed. Holds no times, so that equal code writes equal bytes. */
export interface ProofRecord {
  readonly figures: Figures;
  readonly servers: readonly RecordedServer[];
  readonly trivial: readonly RecordedTrivial[];
  readonly requirements: readonly RecordedRequirement[];
  readonly generated: readonly RecordedFamily[];
}

interface Figures {
  readonly faults: number;
  /** Faults that at least one requirement named for them fails. */
  readonly caughtInStandard: number;
  /** Of these, within the requests of a minute of the smallest plan: the others need a service that announces more room. */
  readonly caughtInOneMinute: number;
  /** Within 110 requests. */
  readonly caughtIn110: number;
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

export interface RecordedServer {
  readonly kind: ServerKind;
  readonly id: string;
  readonly area: string;
  readonly title: string;
  readonly idiom?: string;
  /** Of a variant: what permits it. */
  readonly ruling?: readonly number[];
  /** In `thorough`. */
  readonly outcome: string;
  /** Where it is said to fail something. */
  readonly caughtBy?: "standard" | `standard, ${number} requests` | "thorough" | "nothing";
  /** Every requirement that failed. */
  readonly standard: readonly string[];
  readonly thorough: readonly string[];
  /** Where it fails no must: those that `thorough` cannot test on it. */
  readonly untested: readonly string[];
}

export interface RecordedTrivial {
  readonly id: string;
  readonly title: string;
  readonly outcome: string;
  readonly mustsPassed: readonly string[];
}

interface RecordedRequirement {
  readonly id: string;
  readonly slug: string;
  readonly level: string;
  readonly text: string;
  /** Servers on which it fails. */
  readonly standard: number;
  readonly thorough: number;
}

/** What is asked of every operation that only a document describes, proved on some of a later revision. */
interface RecordedFamily {
  /** `OP:…/schema` */
  readonly family: string;
  /** Operations of the revision that it is made for. */
  readonly operations: number;
  /** Servers on which it fails for some operation. */
  readonly standard: number;
  readonly thorough: number;
}

export function recordOf(standard: Proof, thorough: Proof): ProofRecord {
  const { bed } = thorough;
  const servers = thorough.servers.map((row) =>
    recordedServer(
      row,
      standard.servers.find(({ id }) => id === row.id),
    ),
  );
  const failing = (profile: ProofProfile, id: string) =>
    servers.filter((server) => server[profile].includes(id)).length;
  const requirements = bed.requirements
    .filter(({ level }) => level !== "open")
    .map(({ id, slug, level, text }) => ({
      id,
      slug,
      level,
      text,
      standard: failing("standard", id),
      thorough: failing("thorough", id),
    }));
  const generated = [...Map.groupBy(bed.generated, ({ family }) => family)].map(([family, all]) => {
    const ids = new Set(all.map(({ id }) => id));
    const failingAny = (profile: ProofProfile) =>
      servers.filter((server) => server[profile].some((id) => ids.has(id))).length;
    return {
      family: `OP:…/${family}`,
      operations: new Set(all.map(({ area }) => area)).size,
      standard: failingAny("standard"),
      thorough: failingAny("thorough"),
    };
  });
  const trivial = thorough.trivial.map(({ id, title, mustsPassed, result }) => ({
    id,
    title,
    outcome: result.outcome,
    mustsPassed,
  }));
  const faults = servers.filter(({ kind }) => kind === "fault");
  const variants = servers.filter(({ kind }) => kind === "variant");
  const exact = thorough.servers.filter(
    ({ kind, extra, missed }) => kind === "fault" && extra.length + missed.length === 0,
  );
  const mustIds = musts(bed);
  return {
    figures: {
      faults: faults.length,
      caughtInStandard: faults.filter(({ caughtBy }) => caughtBy?.startsWith("standard")).length,
      caughtInOneMinute: faults.filter(({ caughtBy }) => caughtBy === "standard").length,
      caughtIn110: faults.filter(
        ({ caughtBy }) => caughtBy === "standard" || caughtBy === "standard, 110 requests",
      ).length,
      caughtInThorough: thorough.servers.filter(({ kind, caught }) => kind === "fault" && caught.length > 0)
        .length,
      exact: exact.length,
      variants: variants.length,
      conforming: variants.filter(({ outcome }) => outcome === "conforming").length,
      trivial: trivial.length,
      trivialConforming: trivial.filter(({ outcome }) => outcome === "conforming").length,
      mostMustsPassedByTrivial: Math.max(0, ...trivial.map(({ mustsPassed }) => mustsPassed.length)),
      musts: mustIds.length,
      mustsWithFaults: requirements.filter(({ id, thorough: n }) => mustIds.includes(id) && n > 0).length,
    },
    servers,
    trivial,
    requirements,
    generated,
  };
}

function recordedServer(row: ServerRow, inStandard: ServerRow | undefined): RecordedServer {
  const { kind, id, area, title, idiom, ruling, breaks, notTested, findings, result } = row;
  const failed = (rows: ServerRow["findings"] = []) => rows.map((finding) => finding.id);
  return {
    kind,
    id,
    area,
    title,
    ...(idiom !== undefined && { idiom }),
    ...(ruling.length > 0 && { ruling }),
    outcome: result.outcome,
    ...(breaks.length > 0 && { caughtBy: caughtBy(row, inStandard) }),
    standard: failed(inStandard?.findings),
    thorough: failed(findings),
    untested: notTested,
  };
}

function caughtBy(
  inThorough: ServerRow,
  inStandard: ServerRow | undefined,
): NonNullable<RecordedServer["caughtBy"]> {
  if (inStandard !== undefined && inStandard.caught.length > 0)
    return inStandard.result.withRoom === 0 ? "standard" : `standard, ${inStandard.result.withRoom} requests`;
  return inThorough.caught.length > 0 ? "thorough" : "nothing";
}

/** For machines: one server a line, so that a difference reads well. */
export function recordAsJson({ figures, ...tables }: ProofRecord): string {
  const table = ([name, rows]: [string, readonly object[]]): string =>
    `  ${JSON.stringify(name)}: [\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(",\n")}\n  ]`;
  const head = `  "figures": ${JSON.stringify(figures, undefined, 2).replaceAll("\n", "\n  ")}`;
  return `{\n${[head, ...Object.entries(tables).map(table)].join(",\n")}\n}\n`;
}
