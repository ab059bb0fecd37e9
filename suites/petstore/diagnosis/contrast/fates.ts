import { type Answered, answeredWith, type Facts } from "#core/check/facts.ts";
import { type Exchange, isAfter } from "#core/exchange/exchange.ts";
import { asked, idAsked, isRightList, type PetView, petIn, petsIn, sentName } from "#suites/petstore/pets.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { type Told, tell } from "../contrasts.ts";
import { isNewPet } from "../history.ts";
import type { Symptom } from "../symptom.ts";

/** Answers that show what became of a pet: lists, reads by id, or lists that show it more than once. */
type Shown = "lists" | "reads" | "copies";

/** What became of the pets that a run created, by their creates: later answers show them as they were, or do not. */
function fatesOf(facts: Facts, by: Shown) {
  const creates = facts.exchanges.filter((e): e is Answered => isNewPet(e));
  const posts = facts.exchanges.filter(({ request }) => request.method === "POST");
  const names = Map.groupBy(posts, sentName);
  const lag = by === "copies" ? 0 : facts.setting.consistencyWaitMs;
  const fates = creates.map((create) => {
    const pet = petIn(create);
    // Of several creates that sent one name, any may have been stored twice.
    if (pet === undefined || (by === "copies" && names.get(pet.name)?.length !== 1)) return undefined;
    const later = facts.exchanges.filter((e) => isAfter(e, create, lag));
    const shown = later.flatMap((e) => showsAsItWas(e, pet, by, facts) ?? []);
    return shown.length === 0 ? undefined : shown.includes(false);
  });
  return {
    broken: creates.filter((_, place) => fates[place] === true),
    held: creates.filter((_, place) => fates[place] === false),
  };
}

/** Undefined of an answer that says nothing of the pet. */
function showsAsItWas(e: Exchange, pet: PetView, by: Shown, facts: Facts): boolean | undefined {
  const read = idAsked(e);
  if (e.request.credential.kind !== "valid" || (read !== undefined) !== (by === "reads")) return undefined;
  const isSame = (other: PetView | undefined) =>
    other?.name === pet.name && other?.categoryId === pet.categoryId && other?.status === pet.status;
  if (read !== undefined) {
    if (read !== pet.id || !answeredWith(e, 200, 404)) return undefined;
    return answeredWith(e, 200) && isSame(petIn(e));
  }
  const pets = isRightList(e, facts.contract) ? petsIn(e) : undefined;
  if (pets === undefined || !answeredWith(e, 200)) return undefined;
  if (by === "copies") {
    const { size } = new Set(pets.flatMap(({ name, id }) => (name === pet.name ? id : [])));
    return size === 0 ? undefined : size === 1;
  }
  const listed = pets.find(({ id }) => id === pet.id);
  if (listed !== undefined) return isSame(listed);
  const status = asked(e, "status");
  const isFull = pets.length >= Number(asked(e, "limit") ?? petstore(facts.contract).limit.default);
  return isFull || (status !== undefined && status !== pet.status) ? undefined : false;
}

/** Which of the created pets are lost or changed, where the cause is about such pets; undefined where nothing tells them apart. */
export function tellPetsApart(
  { operation, got, aspect, observation }: Symptom,
  facts: Facts,
): Told | undefined {
  const isOfOthers = observation.finding.related.length > 0;
  const isOfPets =
    (operation === "listPets" && got === 200 && isOfOthers && aspect.of === "body") ||
    (operation === "getPet" && got === 404) ||
    (operation !== "createPet" && aspect.of === "field" && isOfOthers);
  if (!isOfPets) return undefined;
  const areCopies = aspect.of === "field" && aspect.name === "id" && operation === "listPets";
  const by = operation === "getPet" ? "reads" : areCopies ? "copies" : "lists";
  const told = tell(fatesOf(facts, by), "status", facts);
  // Where all of them are lost in lists, nothing tells them apart, and neither does when they were asked for.
  const isTold =
    told.contrasts.length > 0 ||
    (told.broken.length > 1 && (by === "lists" || (by === "reads" && told.held.length > 0)));
  return isTold ? { ...told, areFates: true, things: ["created pet", "created pets"] } : undefined;
}
