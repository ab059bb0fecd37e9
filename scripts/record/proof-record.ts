import type { Conduct } from "#proof/job.ts";
import { musts, type Proof, type ProofProfile, type ServerRow } from "#proof/proof.ts";

/** What both profiles show of the whole bed: what is committed. Holds no times, so that equal code writes equal bytes. */
export type ProofRecord = ReturnType<typeof recordOf>;
export type RecordedServer = ReturnType<typeof recordedServer>;

type CaughtBy = "standard" | "standard, 160 requests" | "thorough" | "nothing";

export interface ShownInStandard {
  readonly id: string;
  /** Every requirement that failed. */
  readonly failed: readonly string[];
  /** Undefined where nothing that it is said to fail is among them. */
  readonly caughtBy: CaughtBy | undefined;
  readonly conduct: Conduct | undefined;
}

export function shownInStandard({ servers }: Proof): readonly ShownInStandard[] {
  return servers.map(({ id, caught, result: { failed, withRoom, conduct } }) => ({
    id,
    failed: failed.map((one) => one.id),
    caughtBy: caught.length === 0 ? undefined : withRoom ? "standard, 160 requests" : "standard",
    conduct,
  }));
}

/** The same, as a record says it. */
export function committedInStandard({ servers }: ProofRecord): readonly ShownInStandard[] {
  return servers.map(({ id, standard, caughtBy, conduct }) => ({
    id,
    failed: standard,
    caughtBy: caughtBy?.startsWith("standard") ? caughtBy : undefined,
    conduct: conduct.standard,
  }));
}

export function recordOf(standard: readonly ShownInStandard[], thorough: Proof) {
  const { bed } = thorough;
  const inStandard = new Map(standard.map((shown) => [shown.id, shown]));
  const servers = thorough.servers.map((row) => recordedServer(row, inStandard.get(row.id)));
  /** On how many servers one of these fails. */
  const failing = (profile: ProofProfile, ids: readonly string[]) =>
    servers.filter((server) => server[profile].some((id) => ids.includes(id))).length;
  const requirements = bed.requirements
    .filter(({ level }) => level !== "open")
    .map(({ id, slug, level, text }) => ({
      ...{ id, slug, level, text },
      standard: failing("standard", [id]),
      thorough: failing("thorough", [id]),
    }));
  /** What is asked of every operation that only a document describes, proved on some of a later revision. */
  const generated = [...Map.groupBy(bed.generated, ({ family }) => family)].map(([family, all]) => {
    const ids = all.map(({ id }) => id);
    return {
      family: `OP:…/${family}`,
      operations: new Set(all.map(({ area }) => area)).size,
      standard: failing("standard", ids),
      thorough: failing("thorough", ids),
    };
  });
  const trivial = thorough.trivial.map(({ id, title, mustsPassed, result: { outcome, conduct } }) => {
    return { id, title, outcome, mustsPassed, conduct };
  });
  const faults = servers.filter(({ kind }) => kind === "fault");
  const variants = servers.filter(({ kind }) => kind === "variant");
  const playedFaults = thorough.servers.filter(({ kind }) => kind === "fault");
  const mustIds = musts(bed.requirements);
  return {
    figures: {
      faults: faults.length,
      // Caught: at least one requirement named for the fault fails.
      caughtInStandard: faults.filter(({ caughtBy }) => caughtBy?.startsWith("standard")).length,
      // Within the requests of a minute of the smallest plan: the others need a service that announces more room.
      caughtInOneMinute: faults.filter(({ caughtBy }) => caughtBy === "standard").length,
      caughtInThorough: playedFaults.filter(({ caught }) => caught.length > 0).length,
      // Exactly the requirements named for the fault fail, in thorough.
      exact: playedFaults.filter(({ extra, missed }) => extra.length + missed.length === 0).length,
      variants: variants.length,
      conforming: variants.filter(({ outcome }) => outcome === "conforming").length,
      trivial: trivial.length,
      trivialConforming: trivial.filter(({ outcome }) => outcome === "conforming").length,
      mostMustsPassedByTrivial: Math.max(0, ...trivial.map(({ mustsPassed }) => mustsPassed.length)),
      musts: mustIds.length,
      mustsWithFaults: requirements.filter(({ id, thorough: n }) => mustIds.includes(id) && n > 0).length,
    },
    ...{ servers, trivial, requirements, generated },
  };
}

function recordedServer(row: ServerRow, inStandard: ShownInStandard | undefined) {
  const { kind, id, area, title, idiom, ruling, breaks, caught, notTested, result } = row;
  const caughtBy: CaughtBy = inStandard?.caughtBy ?? (caught.length > 0 ? "thorough" : "nothing");
  return {
    ...{ kind, id, area, title },
    ...(idiom !== undefined && { idiom }),
    // Of a variant: what permits it.
    ...(ruling.length > 0 && { ruling }),
    // In thorough.
    outcome: result.outcome,
    ...(breaks.length > 0 && { caughtBy }),
    // Every requirement that failed.
    standard: inStandard?.failed ?? [],
    thorough: result.failed.map((one) => one.id),
    // Where it fails no must: those that thorough cannot test on it.
    untested: notTested,
    conduct: { standard: inStandard?.conduct, thorough: result.conduct },
  };
}

/** For machines: one server a line, so that a difference reads well. */
export function recordAsJson({ figures, ...tables }: ProofRecord): string {
  const table = ([name, rows]: [string, readonly object[]]): string =>
    `  ${JSON.stringify(name)}: [\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(",\n")}\n  ]`;
  const head = `  "figures": ${JSON.stringify(figures, undefined, 2).replaceAll("\n", "\n  ")}`;
  return `{\n${[head, ...Object.entries(tables).map(table)].join(",\n")}\n}\n`;
}
