/** What a run came to, as far as it can be held against another. */
export interface Shown {
  /** Outcome, reason and root cause. */
  readonly outcome: string;
  readonly failed: readonly string[];
  readonly passed: readonly string[];
  /** Causes and reasons. */
  readonly said: string;
  readonly requests: number;
  /** Requests within a back-off, and bans. */
  readonly rude: number;
  readonly ms: number;
  /** False where what is answered depends on how many requests came before: another order is another run. */
  readonly isSteady: boolean;
}

/** In which ways a run may be worse, what weighs most first. */
export const kinds = ["back-off", "verdicts", "words", "requests", "time"] as const;
export type Kind = (typeof kinds)[number];

/** The runs of a group by the names of their scenes; undefined for one that did not end. */
export type Played = ReadonlyMap<string, Shown | undefined>;

/** A server on which a run comes to something else without the mechanism. */
export interface Changed {
  readonly scene: string;
  readonly kind: Kind;
  readonly how: string;
}

export function changesBetween(was: Played, is: Played): readonly Changed[] {
  return [...was].flatMap(([scene, before]) => {
    const after = is.get(scene);
    if (before === undefined || !is.has(scene)) return [];
    if (after === undefined) return [{ scene, kind: "verdicts", how: "it does not end" }];
    const found = kinds.find((kind) => isWorse[kind](before, after));
    return found === undefined ? [] : [{ scene, kind: found, how: howOf(before, after) }];
  });
}

/** Of so many verdicts some differ by chance where another order is another run. */
const byChance = 3;

const isWorse: Readonly<Record<Kind, (was: Shown, is: Shown) => boolean>> = {
  "back-off": (was, is) => is.rude > was.rude,
  verdicts: (was, is) =>
    was.outcome !== is.outcome ||
    (was.isSteady
      ? was.failed.join() !== is.failed.join() || was.passed.join() !== is.passed.join()
      : is.failed.length >= was.failed.length + byChance || is.passed.length <= was.passed.length - byChance),
  words: (was, is) => was.isSteady && was.said !== is.said,
  // A tenth more than before, and not by a request or a moment.
  requests: (was, is) => is.requests > 1.1 * was.requests + 3,
  time: (was, is) => is.ms > 1.1 * was.ms + 100,
};

function howOf(was: Shown, is: Shown): string {
  const less = (all: readonly string[], others: readonly string[]) =>
    all.filter((id) => !others.includes(id)).join(" ");
  return [
    was.outcome === is.outcome ? was.outcome : `${was.outcome} -> ${is.outcome}`,
    `fails ${less(is.failed, was.failed)}, and no more ${less(was.failed, is.failed)}`,
    `passes ${less(is.passed, was.passed)}, and no more ${less(was.passed, is.passed)}`,
    `${was.requests} -> ${is.requests} requests, ${was.rude} -> ${is.rude} in a back-off, ${was.ms} -> ${is.ms} ms`,
  ].join("; ");
}
