import { answeredWith, type Facts } from "./facts.ts";
import { petIn } from "./pets.ts";
import type { CreatedPet } from "./run.ts";

/** The pets that the target says it stored for this run; they cannot be deleted, so the report lists them. */
export function createdPets(facts: Facts): readonly CreatedPet[] {
  return facts.exchanges.flatMap((exchange) => {
    if (exchange.request.method !== "POST" || !answeredWith(exchange, 200, 201)) return [];
    const pet = petIn(exchange);
    if (pet?.id === undefined) return [];
    return [{ id: String(pet.id), name: pet.name ?? "", exchange: exchange.id }];
  });
}
