import type { Contract } from "#core/contract/contract.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import { UsageError } from "#core/options/usage-error.ts";

/**
 * Throws UsageError where the operation that everything hangs on takes no key that can be sent as the suite sends it: what is found
 * would be about another service than the document's.
 */
export function checkCredential({ operations }: Pick<Contract, "operations">, id: string): void {
  const access = operations.get(id)?.access;
  if (access?.kind !== "other" || access.asToken) return;
  throw new UsageError({
    what: `the document asks for ${access.schemes.join(", or ")} at ${id}, and the suite sends its key as a bearer key`,
    where: "--spec",
    remedy:
      "If the service takes a bearer key, describe it so under security; another credential cannot be tested.",
  });
}

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
