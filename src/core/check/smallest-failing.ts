import { isMadeSmaller } from "./series.ts";
import type { Finding } from "./verdict.ts";

/** The first of them or, where its generated input was made smaller, the smallest that still fails in the same case. */
export function smallestFailing<T>(
  [first, ...others]: readonly [T, ...T[]],
  findingOf: (one: T) => Finding,
): T {
  return others.reduce((found, one) => {
    const [larger, smaller] = [findingOf(found), findingOf(one)];
    const isSmaller =
      larger.case.id === smaller.case.id && isMadeSmaller(larger.generated, smaller.generated);
    return isSmaller ? one : found;
  }, first);
}
