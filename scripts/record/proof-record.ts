import { musts, type Proof, type ProofProfile, type ServerRow } from "../../src/proof/proof.ts";

/** What both profiles show of the whole bed: what is committed. Holds no times, so that equal code writes equal bytes. */
export type ProofRecord = ReturnType<typeof recordOf>;
export type RecordedServer = ReturnType<typeof recordedServer>;
export type RecordedTrivial = ProofRecord["trivial"][number];

export function recordOf(standard: Proof, thorough: Proof) {
  const { bed } = thorough;
  const inStandard = new Map(standard.servers.map((row) => [row.id, row]));
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
  const trivial = thorough.trivial.map(({ id, title, mustsPassed, result: { outcome } }) => {
    return { id, title, outcome, mustsPassed };
  });
  const faults = servers.filter(({ kind }) => kind === "fault");
  const variants = servers.filter(({ kind }) => kind === "variant");
  const playedFaults = thorough.servers.filter(({ kind }) => kind === "fault");
  const inOneMinute = faults.filter(({ caughtBy }) => caughtBy === "standard");
  const mustIds = musts(bed);
  return {
    figures: {
      faults: faults.length,
      // Caught: at least one requirement named for the fault fails.
      caughtInStandard: faults.filter(({ caughtBy }) => caughtBy?.startsWith("standard")).length,
      // Within the requests of a minute of the smallest plan: the others need a service that announces more room.
      caughtInOneMinute: inOneMinute.length,
      caughtIn110:
        inOneMinute.length + faults.filter(({ caughtBy }) => caughtBy === "standard, 110 requests").length,
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

function recordedServer(row: ServerRow, inStandard: ServerRow | undefined) {
  const { kind, id, area, title, idiom, ruling, breaks, notTested, findings, result } = row;
  const failed = (rows: ServerRow["findings"] = []) => rows.map((finding) => finding.id);
  return {
    ...{ kind, id, area, title },
    ...(idiom !== undefined && { idiom }),
    // Of a variant: what permits it.
    ...(ruling.length > 0 && { ruling }),
    // In thorough.
    outcome: result.outcome,
    ...(breaks.length > 0 && { caughtBy: caughtBy(row, inStandard) }),
    // Every requirement that failed.
    standard: failed(inStandard?.findings),
    thorough: failed(findings),
    // Where it fails no must: those that thorough cannot test on it.
    untested: notTested,
  };
}

function caughtBy(
  inThorough: ServerRow,
  inStandard: ServerRow | undefined,
): "standard" | `standard, ${number} requests` | "thorough" | "nothing" {
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
