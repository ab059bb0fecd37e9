import { type Answered, answeredWith, type Facts } from "#core/check/facts.ts";
import { isList, type PetView, petIn, petsIn } from "../pets.ts";

export type CreatedPets = ReturnType<typeof createdPets>;

/** The pets that this run's requests stored, as later answers can show them again. */
export function createdPets({ exchanges }: Facts) {
  const creates = exchanges.filter(
    (e): e is Answered => e.request.method === "POST" && answeredWith(e, 200, 201, 202),
  );
  const pets = creates.map((exchange) => ({ exchange, pet: petIn(exchange) }));
  const ids = new Set(creates.map(({ id }) => id));
  const byId = Map.groupBy(pets, ({ pet }) => pet?.id);
  const byName = Map.groupBy(pets, ({ pet }) => pet?.name);
  const lists = exchanges.filter((e) => isList(e));
  const known = new Map<bigint, boolean>();
  const looksShared = (id: bigint): boolean => {
    const [first, second] = byId.get(id) ?? [];
    if (second !== undefined) return true;
    return lists.some((list) => {
      const bearers = (petsIn(list) ?? []).filter((pet) => pet.id === id).length;
      return bearers > 1 || (bearers > 0 && first !== undefined && list.id < first.exchange.id);
    });
  };
  return {
    /** True of the id of a POST that was answered with a success. */
    isCreate: (id: number) => ids.has(id),
    /** The POSTs whose pet it is, by its id or its name. */
    creating: ({ id, name }: Pick<PetView, "id" | "name">): readonly number[] => {
      const found = [...(byName.get(name ?? "") ?? []), ...(id === undefined ? [] : (byId.get(id) ?? []))];
      return [...new Set(found.map(({ exchange }) => exchange.id))];
    },
    /** True of an id that more than one pet bears. */
    isShared: (id: bigint) => {
      const shared = known.get(id) ?? looksShared(id);
      known.set(id, shared);
      return shared;
    },
  };
}
