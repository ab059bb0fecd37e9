import { reasonsOf, rowsOf } from "#core/check/results/unresolved.ts";
import type { SuiteWords } from "#core/check/suite.ts";

const reasons = { said: "{text}" } as const;

const of = reasonsOf(reasons);

/** For tests: a reason in any words. */
export const said = (text: string) => of.reason("said", { text });
export const saidUntested = (text: string) => of.untested("said", { text });

export const saidWords: SuiteWords = {
  ...{ title: "Pet Store", name: "pet store", thing: "pet", things: "pets" },
  reasons: rowsOf(reasons),
};
