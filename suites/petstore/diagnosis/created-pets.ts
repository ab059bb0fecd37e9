import { type Answered, answeredWith, type Facts, statusClass } from "#core/check/facts.ts";
import { isList, type PetView, petIn, petsIn, sentName } from "../pets.ts";

export type CreatedPets = ReturnType<typeof createdPets>;

/** The pets that this run created, to find their creates from later answers. */
export function createdPets({ exchanges }: Facts) {
  const pets = exchanges
    .filter((e): e is Answered => e.request.method === "POST" && answeredWith(e, 200, 201, 202))
    .map((exchange) => ({ id: exchange.id, pet: petIn(exchange) }));
  const ids = new Set(pets.map(({ id }) => id));
  const byId = Map.groupBy(pets, ({ pet }) => pet?.id);
  const byName = Map.groupBy(pets, ({ pet }) => pet?.name);
  const rejected = new Set(
    exchanges.flatMap((e) =>
      e.request.method === "POST" && statusClass(e) === 4 ? (sentName(e) ?? []) : [],
    ),
  );
  return {
    /** True of a name that a body had which was rejected. */
    isRejected: (name: string | undefined) => name !== undefined && rejected.has(name),
    /** True of the id of a POST that was answered with a success. */
    isCreate: (id: number) => ids.has(id),
    /** The ids of the POSTs that created a pet with this id or name. */
    creating: ({ id, name }: Pick<PetView, "id" | "name">): readonly number[] => {
      const found = [...(byName.get(name ?? "") ?? []), ...(id === undefined ? [] : (byId.get(id) ?? []))];
      return [...new Set(found.map((one) => one.id))];
    },
    /** True of an id that more than one pet has. */
    isShared: (id: bigint | undefined): boolean => {
      if (id === undefined) return false;
      const [first, second] = byId.get(id) ?? [];
      const bearers = (list: Answered) => (petsIn(list) ?? []).filter((pet) => pet.id === id).length;
      const isOlder = (list: Answered) => first !== undefined && list.id < first.id && bearers(list) > 0;
      return second !== undefined || exchanges.some((e) => isList(e) && (bearers(e) > 1 || isOlder(e)));
    },
  };
}
