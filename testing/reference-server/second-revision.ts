import type { Call } from "../../reference-server/hooks/call.ts";
import type { Hooks } from "../../reference-server/hooks/hooks.ts";
import type { Json } from "../../reference-server/json.ts";
import type { PetStatus } from "../../reference-server/pet.ts";
import { Refusal } from "../../reference-server/refusal.ts";

/**
 * A server of a later revision of the interface: lists of at most 50, a fourth status, a required weight, names of
 * at most 64 characters, and no getPet. What it takes to show that the suite reads its bounds from the document.
 */
export function secondRevision(correct: Hooks): Partial<Hooks> {
  const weights = new Map<bigint, bigint>();
  const lightest = 1n;
  const heaviest = 9_007_199_254_740_993n;
  const statuses = ["available", "pending", "sold", "reserved"];
  // The fourth status is no PetStatus of the first revision; stores and filters take it as they take those.
  const asStatus = (value: string) => value as PetStatus;

  const weightOf = (body: Json, call: Call): bigint => {
    const value = call.hooks.readMember(call.hooks.requireObject(body, call), "weight", call);
    if (typeof value === "bigint" && value >= lightest && value <= heaviest) return value;
    throw new Refusal(400, `weight is required and must be an integer from ${lightest} to ${heaviest}.`);
  };

  return {
    parseLimit(text, call) {
      const limit = correct.parseLimit(text, call);
      if (limit <= 50) return limit;
      throw new Refusal(400, "limit must be an integer from 1 to 50.");
    },
    parseStatusFilter(text) {
      if (text === undefined) return undefined;
      if (statuses.includes(text)) return asStatus(text);
      throw new Refusal(400, `status must be one of ${statuses.join(", ")}.`);
    },
    validateName(value, call) {
      const name = correct.validateName(value, call);
      if ([...name].length <= 64) return name;
      throw new Refusal(400, "name is longer than 64 characters.");
    },
    validateStatus(value) {
      if (value === undefined || value === null) return undefined;
      if (typeof value === "string" && statuses.includes(value)) return asStatus(value);
      throw new Refusal(400, `status must be one of ${statuses.join(", ")}.`);
    },
    readNewPet(body, call) {
      const pet = correct.readNewPet(body, call);
      weightOf(body, call);
      return pet;
    },
    buildPet(pet, body, call) {
      const built = correct.buildPet(pet, body, call);
      weights.set(built.id, weightOf(body, call));
      return built;
    },
    serialisePet: (pet, call) => ({
      ...correct.serialisePet(pet, call),
      weight: weights.get(pet.id) ?? lightest,
    }),
    isRemoved: () => true,
  };
}
