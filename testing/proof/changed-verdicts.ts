import type { RecordedServer, RecordedTrivial } from "#scripts/record/proof-record.ts";

/** What a committed proof says of each server, as far as one is compared with another. */
export interface ReleasedProof {
  readonly servers: readonly Pick<RecordedServer, "id" | "outcome" | "standard" | "thorough" | "untested">[];
  readonly trivial: readonly Pick<RecordedTrivial, "id" | "outcome" | "mustsPassed">[];
}

/** A server that both proofs know and that they judge differently. */
interface ChangedVerdict {
  readonly server: string;
  /** The requirements whose verdict is another, or `outcome`. */
  readonly changed: readonly string[];
}

/** What a breaking change is here: the same server, judged differently. */
export function changedVerdicts(before: ReleasedProof, after: ReleasedProof): readonly ChangedVerdict[] {
  const known = factsOf(before);
  return [...factsOf(after)].flatMap(([server, now]): ChangedVerdict[] => {
    const then = known.get(server);
    if (then === undefined) return [];
    const changed = new Set([...then.symmetricDifference(now)].map((fact) => fact.split(" ")[0] ?? ""));
    return changed.size === 0 ? [] : [{ server, changed: [...changed].sort() }];
  });
}

/** Of each server, by id: a fact begins with the requirement that it is about, or with `outcome`. */
function factsOf({ servers, trivial }: ReleasedProof): ReadonlyMap<string, Set<string>> {
  const each = (ids: readonly string[], word: string) => ids.map((id) => `${id} ${word}`);
  return new Map([
    ...servers.map(
      ({ id, outcome, standard, thorough, untested }) =>
        [
          id,
          new Set([
            `outcome ${outcome}`,
            ...each(standard, "standard"),
            ...each(thorough, "thorough"),
            ...each(untested, "untested"),
          ]),
        ] as const,
    ),
    ...trivial.map(
      ({ id, outcome, mustsPassed }) =>
        [id, new Set([`outcome ${outcome}`, ...each(mustsPassed, "pass")])] as const,
    ),
  ]);
}

/** The newest section of a changelog: from its first `## ` to the next. */
export function newestSection(changelog: string): string {
  return changelog.split(/^## /m)[1] ?? "";
}

/**
 * The changes that a section does not mention: it has to name the requirement, or, where the outcome differs, the server.
 */
export function unmentioned(changes: readonly ChangedVerdict[], section: string): readonly string[] {
  const words = new Set(section.match(/[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*/g));
  return changes.flatMap(({ server, changed }) =>
    changed.flatMap((id) => (words.has(id === "outcome" ? server : id) ? [] : [`${server}: ${id}`])),
  );
}
