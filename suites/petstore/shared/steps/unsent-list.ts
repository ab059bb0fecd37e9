import type { Contract } from "../../../../src/core/contract/contract.ts";
import type { RequestSpec } from "../../../../src/core/exchange/exchange.ts";
import { petstore } from "../../roles.ts";
import { listPets } from "./requests.ts";

/**
 * A list that the interface allows and nobody asked for yet, so that no cache knows its address. Of those, the one that
 * shares the fewest parameters with the refused request: a service may refuse the key wherever there is a limit.
 */
export function unsentList(
  contract: Contract,
  refused: RequestSpec,
  sent: readonly RequestSpec[],
): RequestSpec | undefined {
  const { limit, statuses } = petstore(contract);
  const { declared, minimum = 1, maximum = minimum } = limit;
  // Limits in the middle, since cases use the bounds and their neighbours.
  const middle = Math.floor((minimum + maximum) / 2);
  const limits = declared ? Array.from({ length: maximum - middle + 1 }, (_, i) => middle + i) : [];
  const known = new Set(sent.map(addressOf));
  const candidates = [
    ...limits.map((most) => listPets({ limit: most })),
    ...statuses.map((status) => listPets({ status })),
    ...limits.slice(0, 1).flatMap((most) => statuses.map((status) => listPets({ status, limit: most }))),
  ].filter((list) => !known.has(addressOf(list)));
  const [first, ...others] = candidates;
  if (first === undefined) return undefined;
  return others.reduce((best, list) => (shared(list, refused) < shared(best, refused) ? list : best), first);
}

function addressOf({ path, query = [] }: RequestSpec): string {
  return JSON.stringify([path, ...query]);
}

function shared({ query = [] }: RequestSpec, refused: RequestSpec): number {
  return query.filter(([name]) => refused.query?.some(([other]) => other === name)).length;
}
