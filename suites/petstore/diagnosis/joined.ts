/** One of those that belong together. */
export interface Joined<Item> {
  readonly item: Item;
  /** True where it would not occur without another. */
  readonly follows: boolean;
}

/** Groups of items that are joined by a common key, or by one following from another of them. */
export function joined<Item extends object>(
  items: readonly Item[],
  preceding: (item: Item) => readonly Item[],
  keys: (item: Item) => readonly string[],
): (readonly [Joined<Item>, ...Joined<Item>[]])[] {
  const parents = new Map<Item | string, Item | string>();
  const rootOf = (one: Item | string): Item | string => {
    let root = one;
    for (let up = parents.get(root); up !== undefined; up = parents.get(root)) root = up;
    return root;
  };
  const members = items.map((item): Joined<Item> => {
    const before = preceding(item).filter((other) => other !== item);
    // One that follows from another does not connect others to its group.
    for (const one of before.length > 0 ? before : keys(item)) {
      const [from, to] = [rootOf(item), rootOf(one)];
      if (from !== to) parents.set(from, to);
    }
    return { item, follows: before.length > 0 };
  });
  return [...Map.groupBy(members, ({ item }) => rootOf(item)).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [[first, ...others] as const],
  );
}
