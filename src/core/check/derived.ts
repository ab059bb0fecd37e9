import type { Facts } from "./facts.ts";

/** Remembers what is derived from facts for as long as their exchanges stay the same. */
export function derived<Result>(derive: (facts: Facts) => Result): (facts: Facts) => Result {
  const known = new WeakMap<Facts, { readonly revision: number; readonly result: Result }>();
  return (facts) => {
    const { revision } = facts;
    const before = known.get(facts);
    if (before?.revision === revision) return before.result;
    const result = derive(facts);
    known.set(facts, { revision, result });
    return result;
  };
}
