import { answeredWith } from "../check/facts.ts";
import { petIn } from "../check/pets.ts";
import type { Exchange } from "../exchange/exchange.ts";
import type { CreatedPet } from "./result.ts";

/** The pets that the target says it stored for this run; they cannot be deleted, so the report lists them. */
export function createdPets(exchanges: readonly Exchange[]): readonly CreatedPet[] {
  return exchanges.flatMap((exchange) => {
    if (exchange.request.method !== "POST" || !answeredWith(exchange, 200, 201)) return [];
    const pet = petIn(exchange);
    if (pet?.id === undefined) return [];
    return [{ id: String(pet.id), name: shownName(pet.name ?? ""), exchange: exchange.id }];
  });
}

/** The run's own names are shorter; the target may answer with any. */
const longestName = 200;

function shownName(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name;
}
