/** An item of a group. */
export interface Joined<Item> {
  readonly item: Item;
  /** True where the item follows from another item of the group. */
  readonly follows: boolean;
}

/** Groups of items: two are in one group if they share a key, or if one follows from the other. */
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
    // An item that follows from another is joined to that one only: its keys do not connect groups.
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
