import { SpecError, type SpecPlace } from "#core/contract/reading/spec-error.ts";

/** What comparing two documents may take. Nobody reads more differences, and each takes memory until all are known. */
const most = {
  /** Schemas of one document that are held against one of the other: in circles each meets all of them. */
  "schemas to compare": 100_000,
  "differences of schemas": 50_000,
  /** A difference of schemas is listed for each operation that it concerns. */
  "differences of operations": 50_000,
  /** A name may be as long as the document. */
  "characters of differences": 20_000_000,
} as const;

export type CountChanges = (what: keyof typeof most, count: number) => void;

/**
 * Counts what comparing two documents takes.
 * @param place of the newer document
 * @throws SpecError where there are more than may be
 */
export function boundOfChanges(place: SpecPlace): CountChanges {
  const taken = new Map<string, number>();
  return (what, count) => {
    const all = (taken.get(what) ?? 0) + count;
    taken.set(what, all);
    if (all <= most[what]) return;
    throw new SpecError(
      `beside the older document it has more than ${most[what]} ${what}`,
      place,
      "Compare a revision that is closer to it, or leave operations out of both.",
    );
  };
}
