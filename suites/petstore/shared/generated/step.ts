import type { Arbitrary } from "fast-check";
import type { Expectation } from "../../../../src/core/check/expectation.ts";
import type { Answered, Facts } from "../../../../src/core/check/facts.ts";
import { type Generators, generating } from "../../../../src/core/check/generate.ts";
import type { Priority, Step } from "../../../../src/core/check/step.ts";
import type { RequestSpec } from "../../../../src/core/exchange/exchange.ts";

/** How one request is made of each input that is drawn, and when its answer needs no smaller one. */
export interface OneRequest<Input> {
  readonly inputs: (fc: Generators, facts: Facts) => Arbitrary<Input>;
  /** `nth` counts the requests of the step from 0. */
  readonly request: (input: Input, facts: Facts, nth: number) => RequestSpec;
  /** Only guides the search for a smaller input: the cases of the requirements judge the answer. */
  readonly holds: (answer: Answered, facts: Facts) => boolean;
  readonly runs: number;
}

/** True of the answers that are as expected. */
export const meets =
  ({ mismatch }: Expectation<"served" | "rejected">) =>
  (answer: Answered, facts: Facts): boolean =>
    mismatch(answer, facts) === undefined;

/** A step of a thorough run that sends generated inputs, one request each. */
export function generatedStep<Input>(
  step: Omit<Step, "profile" | "priority" | "request" | "atMost"> & { readonly priority?: Priority },
  { inputs, request, holds, runs }: OneRequest<Input>,
): Step {
  return generating(
    // A budget leaves these out first, except those that replace steps which fill a store.
    { priority: "last", ...step, profile: "thorough" },
    {
      runs,
      inputs,
      holds: async (input, ask, facts) => {
        const answer = await ask((nth) => request(input, facts, nth));
        return answer === undefined || holds(answer, facts);
      },
    },
    { requests: runs, creates: step.effect === "create" ? runs : 0 },
  );
}

/** Lower-case letters, which stand for themselves in a path, a query and a body. */
export function letters(fc: Generators, { least = 1, most = 8 } = {}): Arbitrary<string> {
  return fc.string({
    unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz"),
    minLength: least,
    maxLength: most,
  });
}

/** Decimal digits of a whole number of so many digits, the first of which is not zero. */
export function digits(fc: Generators, least: number, most: number): Arbitrary<string> {
  const rest = fc.string({
    unit: fc.constantFrom(..."0123456789"),
    minLength: least - 1,
    maxLength: most - 1,
  });
  return fc.tuple(fc.integer({ min: 1, max: 9 }), rest).map(([first, more]) => `${first}${more}`);
}
