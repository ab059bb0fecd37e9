import { didYouMean } from "./suggest.ts";

/** A usage error in three parts, so that nobody has to guess. */
interface UsageProblem {
  /** `--max-burst must be a whole number from 1 to 10,000; got "lots"`. */
  readonly what: string;
  /** `command line`, `petstore-conformance.yaml`, `PETSTORE_API_KEY`. */
  readonly where: string;
  /** A sentence: `Try --max-burst 1500.` */
  readonly remedy: string;
}

/** Wrong usage or configuration: exit code 2, and nothing was sent. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  readonly problem: UsageProblem;

  constructor(problem: UsageProblem) {
    const { what, where, remedy } = problem;
    super(`${what} (${where}). ${remedy}`);
    this.problem = problem;
  }
}

/** For a name that is not among `known`. `listed`: the remedy where none is similar, a sentence on where they are listed. */
export function noneOfThatName(
  kind: string,
  name: string,
  where: string,
  known: Iterable<string>,
  listed: string,
): UsageError {
  return new UsageError({
    what: `there is no ${kind} ${JSON.stringify(name)}`,
    where,
    remedy: didYouMean(name, known, listed),
  });
}

/** @param where where the two stand, if not on the command line alone */
export function bothGiven(one: string, other: string, where = "command line"): UsageError {
  return new UsageError({ what: `${one} and ${other} are both given`, where, remedy: "Give one of them." });
}
