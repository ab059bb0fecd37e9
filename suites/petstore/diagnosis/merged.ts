import type { Cause } from "#core/check/results/defect.ts";

/** How many exchanges a cause names. */
export const maxExchangesNamed = 200;

export interface Timely {
  readonly cause: Cause;
  /** What tells its answers apart, where that is when they came. */
  readonly timely: string | undefined;
}

/** Musts first, then what explains most; the last by the order of the requirements. */
export const worstFirst =
  (order: ReadonlyMap<string, number>) =>
  (a: Cause, b: Cause): number =>
    Number(b.level === "must") - Number(a.level === "must") ||
    b.consequences.length - a.consequences.length ||
    b.broken - a.broken ||
    (order.get(a.leading) ?? 0) - (order.get(b.leading) ?? 0);

/** Those that stand by themselves: what depends on what else was sent shows in several ways, and is one cause. */
export function mergedCauses(told: readonly Timely[], order: ReadonlyMap<string, number>): readonly Cause[] {
  const worst = worstFirst(order);
  const merged: Timely[] = [];
  for (const one of told.toSorted((a, b) => worst(a.cause, b.cause))) {
    const at = merged.findIndex((other) => isPartOf(one, other));
    const into = merged[at];
    if (into === undefined) merged.push(one);
    else merged[at] = { ...into, cause: asOne(into.cause, one.cause) };
  }
  return merged.map(({ cause }) => cause);
}

/** In the same answers, or after the same requests. */
function isPartOf(one: Timely, other: Timely): boolean {
  if (one.timely === undefined || other.timely === undefined) return false;
  const shown = new Set(other.cause.exchanges);
  const { rightBefore } = one.cause;
  return (
    one.cause.exchanges.every((id) => shown.has(id)) ||
    (rightBefore !== undefined && rightBefore === other.cause.rightBefore)
  );
}

/** The first, with what the other explains. */
function asOne(first: Cause, other: Cause): Cause {
  const exchanges = [...new Set([...first.exchanges, ...other.exchanges])].sort((a, b) => a - b);
  const consequences = new Set([...first.consequences, other.leading, ...other.consequences]);
  consequences.delete(first.leading);
  return {
    ...first,
    level: other.level === "must" ? "must" : first.level,
    consequences: [...consequences],
    undecided: [...new Set([...first.undecided, ...other.undecided])],
    ...{ broken: exchanges.length, exchanges: exchanges.slice(0, maxExchangesNamed) },
  };
}

/** One of those that belong together. */
export interface Joined<Item> {
  readonly item: Item;
  /** True where it would not occur without another. */
  readonly follows: boolean;
}

/** Groups of items that are joined by a common key, or by one following from another. */
export function joined<Item>(
  items: readonly Item[],
  preceding: (item: Item) => readonly Item[],
  keys: (item: Item) => readonly string[],
): (readonly [Joined<Item>, ...Joined<Item>[]])[] {
  const parents = items.map((_, index) => index);
  const rootOf = (index: number): number => {
    let at = index;
    for (let up = parents[at]; up !== undefined && up !== at; up = parents[at]) at = up;
    parents[index] = at;
    return at;
  };
  const join = (one: number, other: number) => {
    parents[rootOf(one)] = rootOf(other);
  };
  const indexOf = new Map(items.map((item, index) => [item, index]));
  const firstWith = new Map<string, number>();
  const members = items.map((item, index): Joined<Item> => {
    const before = preceding(item).flatMap((other) => (other === item ? [] : (indexOf.get(other) ?? [])));
    for (const other of before) join(index, other);
    // One that follows from another does not connect others to its group.
    if (before.length === 0)
      for (const key of keys(item)) {
        const first = firstWith.get(key);
        if (first === undefined) firstWith.set(key, index);
        else join(index, first);
      }
    return { item, follows: before.length > 0 };
  });
  return [...Map.groupBy(members.entries(), ([index]) => rootOf(index)).values()].flatMap((group) => {
    const [first, ...others] = group.map(([, member]) => member);
    return first === undefined ? [] : [[first, ...others] as const];
  });
}
