import type { ClientExchange } from "#core/check/clients/session.ts";
import type { Contract } from "#core/contract/contract.ts";
import { knownOperations, petstore } from "#suites/petstore/roles.ts";

/** What requests ask for, as far as situations distinguish them. */
export const roles = ["list", "create", "read"] as const;
export type Role = (typeof roles)[number];

const roleById: Readonly<Record<string, Role>> = { listPets: "list", createPet: "create", getPet: "read" };

const known = knownOperations.map(({ id, method, path }) => ({
  role: roleById[id],
  method,
  path: new RegExp(`^${path.replaceAll("{}", "[^/]+")}$`),
}));

export function roleOf({ method, target }: Pick<ClientExchange, "method" | "target">): Role | undefined {
  const [path = ""] = target.split("?");
  return known.find((one) => one.method === method && one.path.test(path))?.role;
}

/** So many pets a list without `limit` has at most. */
export function defaultLimit(contract: Contract): number | undefined {
  return petstore(contract).limit.default;
}
