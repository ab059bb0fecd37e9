import type { Contract } from "../core/contract/contract.ts";
import type { HeaderLine } from "../core/exchange/exchange.ts";
import { UsageError } from "../core/options/usage-error.ts";

/**
 * Throws UsageError for a header or cookie that the document requires of an operation which the suite knows, and which was not
 * given: the suite has no value for it, and a service that rejects requests without it is right.
 */
export function checkRequiredHeaders(
  { operations }: Pick<Contract, "operations">,
  given: readonly HeaderLine[],
): void {
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  for (const { id, parameters } of operations.values()) {
    const missing = parameters.find(
      (one) =>
        one.required &&
        ((one.in === "header" && !names.has(one.name.toLowerCase())) ||
          (one.in === "cookie" && !names.has("cookie"))),
    );
    if (missing === undefined) continue;
    const header = missing.in === "cookie" ? `Cookie='${missing.name}=VALUE'` : `${missing.name}=VALUE`;
    throw new UsageError({
      what: `the document requires the ${missing.in} parameter ${missing.name} of ${id}, and no value of it is given`,
      where: "--spec",
      remedy: `Add --header ${header}.`,
    });
  }
}
