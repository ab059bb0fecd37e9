/** What a committed proof says of each server, as far as a release is compared by it. */
export interface ReleasedProof {
  readonly faults: readonly {
    readonly id: string;
    readonly standard: readonly string[];
    readonly thorough: readonly string[];
  }[];
  readonly variants: readonly {
    readonly id: string;
    readonly outcome: string;
    readonly warned: readonly string[];
    readonly unshown: readonly string[];
  }[];
  readonly trivial: readonly {
    readonly id: string;
    readonly outcome: string;
    readonly mustsPassed: readonly string[];
  }[];
}

/** A server that both proofs know and that they judge differently. */
export interface ChangedVerdict {
  readonly server: string;
  /** The requirements whose verdict is another, or `outcome`. */
  readonly changed: readonly string[];
}

/** What a breaking change is here: the same server, judged differently. */
export function changedVerdicts(before: ReleasedProof, after: ReleasedProof): readonly ChangedVerdict[] {
  const sets = (proof: ReleasedProof): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map([
      ...proof.faults.map(
        ({ id, standard, thorough }) =>
          [
            `fault ${id}`,
            new Set([...standard.map((r) => `${r} standard`), ...thorough.map((r) => `${r} thorough`)]),
          ] as const,
      ),
      ...proof.variants.map(
        ({ id, outcome, warned, unshown }) =>
          [
            `variant ${id}`,
            new Set([
              `outcome ${outcome}`,
              ...warned.map((r) => `${r} fail`),
              ...unshown.map((r) => `${r} unshown`),
            ]),
          ] as const,
      ),
      ...proof.trivial.map(
        ({ id, outcome, mustsPassed }) =>
          [`trivial ${id}`, new Set([`outcome ${outcome}`, ...mustsPassed.map((r) => `${r} pass`)])] as const,
      ),
    ]);
  const known = sets(before);
  return [...sets(after)].flatMap(([server, now]): ChangedVerdict[] => {
    const then = known.get(server);
    if (then === undefined) return [];
    const differing = [
      ...[...then].filter((fact) => !now.has(fact)),
      ...[...now].filter((fact) => !then.has(fact)),
    ];
    const changed = differing.map((fact) => fact.split(" ")[0] ?? "");
    return changed.length === 0 ? [] : [{ server, changed: [...new Set(changed)].sort() }];
  });
}

/** The newest section of a changelog: from its first `## ` to the next. */
export function newestSection(changelog: string): string {
  return changelog.split(/^## /m)[1] ?? "";
}

/** The changes that a section does not tell: each has to name the requirement, or the server where the outcome is another. */
export function untold(changes: readonly ChangedVerdict[], section: string): readonly string[] {
  const words = new Set(section.match(/[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*/g));
  return changes.flatMap(({ server, changed }) =>
    changed.flatMap((id) => {
      const name = id === "outcome" ? (server.split(" ")[1] ?? "") : id;
      return words.has(name) ? [] : [`${server}: ${id}`];
    }),
  );
}
