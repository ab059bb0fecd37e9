/**
 * Remembers what is derived from one object for as long as the object is there, and its state is the same one.
 * @param stateOf what of it may change; without it, the object is immutable
 */
export function derivedFrom<Source extends object, Result>(
  derive: (source: Source) => Result,
  stateOf: (source: Source) => unknown = () => undefined,
): (source: Source) => Result {
  const known = new WeakMap<Source, { readonly state: unknown; readonly result: Result }>();
  return (source) => {
    const state = stateOf(source);
    const before = known.get(source);
    if (before !== undefined && before.state === state) return before.result;
    const result = derive(source);
    known.set(source, { state, result });
    return result;
  };
}

/**
 * What is known by a key, in a map of any kind; where nothing is, it is made, and known from then on.
 */
export function knownIn<Key, Value extends NonNullable<unknown>>(
  known: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = make();
  known.set(key, value);
  return value;
}
