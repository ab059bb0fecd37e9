import type { Facts } from "../../src/core/check/facts.ts";
import type { Requirement } from "../../src/core/check/requirement.ts";
import type { Reason } from "../../src/core/check/unresolved.ts";
import type { Contract } from "../../src/core/contract/contract.ts";
import { formatCalendarDay } from "../../src/core/contract/days.ts";
import { reason } from "./reasons.ts";
import { afterRemoval, petstore } from "./roles.ts";

/** Why nothing of a requirement of the catalogue can be asked by a document, whatever the run; undefined where it can. */
export function lacking({ id, operations, area }: Requirement, contract: Contract): Reason | undefined {
  const { dropped } = contract;
  if (dropped !== undefined)
    return reason("nothing-of-the-pet-store", { operations: dropped.operations.join(" and no ") });
  const needed = id === afterRemoval ? ["getPet"] : operations;
  const missing = needed.find((operation) => !contract.operations.has(operation));
  if (missing !== undefined) return reason("not-in-document", { operation: missing });
  return area === "ORDERS" && !contract.operations.has("storeOrders")
    ? reason("not-in-document", { operation: "orders" })
    : undefined;
}

/** Why a requirement does not apply, by a fact that is known before anything is sent (design: Words). */
export function notApplicable(requirement: Requirement, { contract, setting }: Facts): Reason | undefined {
  const missing = lacking(requirement, contract);
  if (missing !== undefined) return missing;
  if (requirement.area === "RATE" && setting.rateLimit === "off") return reason("limits-off");
  const { removalDay } = petstore(contract);
  const removal = setting.removals.getPet ?? "before";
  const day = removalDay === undefined ? "no day" : formatCalendarDay(removalDay);
  if (requirement.id === afterRemoval) {
    return removal === "after" ? undefined : reason("not-removed-yet", { day });
  }
  const aboutReads = requirement.operations.includes("getPet");
  if (!aboutReads || removal === "before") return undefined;
  return reason(removal === "after" ? "removed" : "may-be-removed", { day });
}
