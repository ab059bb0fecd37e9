/** Remembers what is derived from one immutable object for as long as the object is there. */
export function derivedFrom<Source extends object, Result>(
  derive: (source: Source) => Result,
): (source: Source) => Result {
  const known = new WeakMap<Source, { readonly result: Result }>();
  return (source) => {
    const before = known.get(source);
    if (before !== undefined) return before.result;
    const result = derive(source);
    known.set(source, { result });
    return result;
  };
}
