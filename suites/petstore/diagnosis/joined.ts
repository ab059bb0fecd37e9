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
