import type { Change } from "#core/check/change.ts";
import type { Facts } from "#core/check/facts.ts";
import type { Requirement } from "#core/check/requirement.ts";
import type { Reason } from "#core/check/results/unresolved.ts";
import type { Contract } from "#core/contract/contract.ts";
import { reason } from "./reasons.ts";
import { afterRemoval, petstore } from "./roles.ts";

/** Why nothing of a requirement of the catalogue can be asked by a document, whatever the run; undefined where it can. */
export function lacking({ id, operations, area }: Requirement, contract: Contract): Reason | undefined {
  const { dropped } = contract;
  if (dropped.length > 0) return reason("nothing-of-the-pet-store", { operations: dropped.join(" and no ") });
  const needed = id === afterRemoval ? ["getPet"] : operations;
  const missing = needed.find((operation) => !contract.operations.has(operation));
  if (missing !== undefined) return reason("not-in-document", { operation: missing });
  return area === "ORDERS" && !contract.operations.has("storeOrders")
    ? reason("not-in-document", { operation: "orders" })
    : undefined;
}

/** Why a requirement does not apply, by a fact that is known before anything is sent. */
export function notApplicable(requirement: Requirement, { contract, setting }: Facts): Reason | undefined {
  const missing = lacking(requirement, contract);
  if (missing !== undefined) return missing;
  if (requirement.area === "RATE" && setting.rateLimit === "off") return reason("limits-off");
  const { removalDay } = petstore(contract);
  const removal = setting.removals.getPet ?? "before";
  const day = removalDay ?? "no day";
  if (requirement.id === afterRemoval) {
    return removal === "after" ? undefined : reason("not-removed-yet", { day });
  }
  const aboutReads = requirement.operations.includes("getPet");
  if (!aboutReads || removal === "before") return undefined;
  return reason(removal === "after" ? "removed" : "may-be-removed", { day });
}

/** Which requirements a change of the document concerns; none where it is in an operation that the suite does not know. */
export function concerned(change: Change): readonly string[] {
  if (["x-stability", "servers", "callbacks"].includes(change.keyword)) return [];
  switch (change.operation) {
    case "listPets":
    case "GET:/pets":
      return common(change, "LIST-1") ?? ofList(change);
    case "createPet":
    case "POST:/pets":
      return common(change, "CREATE-2") ?? ofCreate(change);
    case "getPet":
    case "GET:/pets/{petId}":
      return common(change, "GET-1") ?? ofRead(change);
    case "getStoreOrders":
    case "GET:/store/orders":
      return ofOrders(change);
    default:
      return [];
  }
}

/** What is the same for all operations; `served` is the requirement on the body of a success. */
function common({ part, keyword }: Change, served: string): readonly string[] | undefined {
  switch (part.in) {
    case "security":
      return ["AUTH-1", "AUTH-2"];
    case "header":
      return /^retry-after$/i.test(part.name) ? ["RATE-12"] : ["RATE-1"];
    case "answer":
      if (keyword === "status") return ["HTTP-2"];
      if (part.status.startsWith("2")) return keyword === "media type" ? ["HTTP-3"] : [served];
      return [keyword === "media type" ? "ERR-5" : (errors[part.status] ?? "ERR-3")];
    default:
      return undefined;
  }
}

const errors: Readonly<Record<string, string>> = { "400": "ERR-1", "401": "ERR-2" };

function ofList({ part, keyword }: Change): readonly string[] {
  if (part.in !== "parameter") return [deprecationOf(keyword, "DEPR-6") ?? "LIST-1"];
  if (part.name === "status") return keyword === "enum" ? ["STATUS-1", "STATUS-3"] : ["STATUS-1"];
  if (part.name !== "limit") return ["LIST-1"];
  if (keyword === "default") return ["LIST-2"];
  return keyword === "maximum" ? ["LIST-3", "LIST-5", "LIST-6"] : ["LIST-3", "LIST-6"];
}

function ofCreate({ member, keyword, relation }: Change): readonly string[] {
  if (keyword === "required") return [relation === "narrower" ? "CREATE-5" : "CREATE-1"];
  if (keyword === "media type") return ["CREATE-12"];
  if (keyword === "member" || keyword === "operation") return ["CREATE-1"];
  if (keyword === "enum" && member === "status") return ["CREATE-1", "CREATE-7"];
  if (keyword === "format" && member === "categoryId") return ["CREATE-8"];
  return [deprecationOf(keyword, "DEPR-6") ?? "CREATE-6"];
}

function ofRead({ part, keyword }: Change): readonly string[] {
  if (part.in === "parameter") return part.location === "path" ? ["GET-4"] : ["GET-1"];
  if (keyword === "x-sunset") return ["DEPR-1", "DEPR-3", "DEPR-4", "DEPR-5"];
  return [deprecationOf(keyword, "DEPR-2") ?? "GET-1"];
}

function ofOrders({ part, keyword }: Change): readonly string[] {
  if (part.in === "security") return ["ORDERS-2"];
  return part.in === "operation" && keyword === "operation" ? ["ORDERS-1"] : [];
}

function deprecationOf(keyword: string, requirement: string): string | undefined {
  return keyword === "deprecated" || keyword === "x-sunset" ? requirement : undefined;
}
