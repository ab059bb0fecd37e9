import type { Facts } from "./facts.ts";

/**
 * Remembers what is derived from facts for as long as no exchange is added: evidence only grows, so their
 * number tells whether it is the same.
 */
export function derived<Result>(derive: (facts: Facts) => Result): (facts: Facts) => Result {
  const known = new WeakMap<Facts, { readonly exchanges: number; readonly result: Result }>();
  return (facts) => {
    const exchanges = facts.exchanges.length;
    const before = known.get(facts);
    if (before?.exchanges === exchanges) return before.result;
    const result = derive(facts);
    known.set(facts, { exchanges, result });
    return result;
  };
}

/** The same for what is derived from one immutable object. */
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
