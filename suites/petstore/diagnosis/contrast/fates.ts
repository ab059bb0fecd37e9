import { type Answered, answeredWith, type Facts } from "#core/check/facts.ts";
import { requestName } from "#core/check/sent-again.ts";
import { type Exchange, isAfter } from "#core/exchange/exchange.ts";
import { asked, hasKey, idAsked, isRightList, type PetView, petIn, petsIn } from "#suites/petstore/pets.ts";
import { type Comparison, compare } from "../comparison.ts";
import { askedTooSoon, createdPets, inOrderHandled, isFullPage, isNewPet } from "../history.ts";
import type { Symptom } from "../symptom.ts";
import { ordinal } from "./traits.ts";

/** Which answers are looked at: lists, reads by id, or (`twice`) lists that may show a pet under a second id. */
type Shown = "lists" | "reads" | "twice";

/** The creates of the run whose pets later answers show as they were created (`held`), and the others (`broken`). */
function fatesOf(facts: Facts, by: Shown) {
  const creates = inOrderHandled(facts).all.filter((e): e is Answered => isNewPet(e));
  // A pet that is shown twice has not been delayed.
  const lag = by === "twice" ? 0 : facts.setting.consistencyWaitMs;
  const fates = creates.flatMap((create) => {
    const pet = petIn(create);
    const later = pet ? facts.exchanges.filter((e) => e.id > create.id && isAfter(e, create, lag)) : [];
    const shown = later.flatMap((e) => {
      const isShown = pet && showsAsItWas(e, pet, by, facts);
      return isShown === undefined ? [] : [{ isShown, name: requestName(e.request) }];
    });
    return shown.length === 0 ? [] : [{ create, shown, isLost: shown.some((one) => !one.isShown) }];
  });
  const lost = fates.filter(({ isLost }) => isLost);
  return {
    broken: lost.map(({ create }) => create),
    held: fates.flatMap(({ create, isLost }) => (isLost ? [] : [create])),
    /** True where no answer shows any of the broken pets. */
    areNeverShown: lost.every(({ shown }) => !shown.some(({ isShown }) => isShown)),
    /** True where a request shows one of them after the same request did not. What is stored twice, every list shows twice. */
    areShownAgain: lost.some(({ shown }) =>
      shown.some(
        (one, place) =>
          !one.isShown &&
          shown.slice(place).some((e) => e.isShown && (by === "twice" || e.name === one.name)),
      ),
    ),
    places: lost.map(({ create }) => 1 + creates.indexOf(create)),
  };
}

/** At most so many lost pets are listed. */
const maxNamed = 6;

/** Undefined where the answer says nothing about the pet. */
function showsAsItWas(e: Exchange, pet: PetView, by: Shown, facts: Facts): boolean | undefined {
  const read = idAsked(e);
  if (e.request.credential.kind !== "valid" || (read !== undefined) !== (by === "reads")) return undefined;
  if (by === "twice" && isListedTwice(e, pet, facts)) return false;
  // The second of the two may be on the next page.
  if (by === "twice") return (!isFullPage(e, facts) && showsAsItWas(e, pet, "lists", facts)) || undefined;
  const isSame = (other: PetView | undefined) =>
    other?.name === pet.name && other?.categoryId === pet.categoryId && other?.status === pet.status;
  if (read !== undefined) {
    if (read !== pet.id || !answeredWith(e, 200, 404)) return undefined;
    return answeredWith(e, 200) && isSame(petIn(e));
  }
  const pets = isRightList(e, facts.contract) ? petsIn(e) : undefined;
  if (pets === undefined || !answeredWith(e, 200)) return undefined;
  const listed = pets.find(({ id }) => id === pet.id);
  if (listed !== undefined) return isSame(listed);
  const status = asked(e, "status");
  return isFullPage(e, facts) || (status !== undefined && status !== pet.status) ? undefined : false;
}

/** True where the list has the pet twice, under its id alone or also under one that no create was answered with. */
function isListedTwice(list: Exchange, pet: PetView, facts: Facts): boolean {
  const created = createdPets(facts);
  const alike = (petsIn(list) ?? []).filter(({ name }) => name === pet.name);
  const own = alike.filter(({ id }) => id === pet.id);
  return own.length > 1 || (own.length === 1 && alike.some(({ id }) => !created.has(id)));
}

/** What other answers show of a lost pet: the pet with another value, or no pet at all. */
function becameOf({ observation, exchange, aspect, facts }: Symptom): Comparison["became"] {
  const [lacking, read] = [new Set(observation.finding.related), idAsked(exchange)];
  const isLost = (e: Exchange) => (read === undefined ? lacking.has(e.id) : petIn(e)?.id === read);
  const create = facts.exchanges.find((e) => isNewPet(e) && isLost(e));
  const pet = create && petIn(create);
  if (create === undefined || pet === undefined || aspect.of === "field") return undefined;
  const later = facts.exchanges.filter((e) => isAfter(e, create, facts.setting.consistencyWaitMs));
  const shown = later.flatMap((e) => {
    const one = [petIn(e) ?? [], petsIn(e) ?? []].flat().find(({ id }) => id === pet.id);
    return one && e.request.method === "GET" && answeredWith(e, 200) ? [{ e, one }] : [];
  });
  const other = shown.find(({ one }) => one.name !== pet.name || (pet.status && one.status !== pet.status));
  if (other) {
    const { name, status = "none" } = other.one;
    const value = name === pet.name ? `the status ${status}` : "another name";
    return ["changed", `exchange ${other.e.id} shows pet ${pet.id} with ${value}`];
  }
  const [list, gone] = (["lists", "reads"] as const).map((by) =>
    later.findLast((e) => showsAsItWas(e, pet, by, facts) === false),
  );
  if (!list || !gone || !shown.every(({ e }) => e.id < Math.min(list.id, gone.id))) return undefined;
  const twin = facts.exchanges.find((e) => isNewPet(e) && e.id > create.id && petIn(e)?.name === pet.name);
  const since = twin ? `, and exchange ${twin.id} created another with the same name` : "";
  return [
    "gone",
    `neither lists nor reads by id show pet ${pet.id} (exchanges ${list.id} and ${gone.id})${since}`,
  ];
}

/** Of all pets that lists and creates show, those alone are not found whose ids were asked for before they were created. */
function askedForBefore(
  { broken, held }: Pick<Comparison, "broken" | "held">,
  facts: Facts,
): Comparison["became"] {
  const listed = new Set(facts.exchanges.flatMap((e) => petsIn(e)?.map(({ id }) => id) ?? []));
  const lost = facts.exchanges.filter((e) => hasKey(e) && answeredWith(e, 404)).map(idAsked);
  if (lost.some((id) => id !== undefined && listed.has(id) && !createdPets(facts).has(id))) return undefined;
  const reads = broken.flatMap((create) => askedTooSoon(create, facts) ?? []);
  const [first] = reads;
  const isOther = broken.length > reads.length || held.some((create) => askedTooSoon(create, facts));
  if (first === undefined || held.length === 0 || isOther) return undefined;
  return [
    "address",
    `only the pet ${idAsked(first)}, whose id was asked for before it was created (exchange ${first.id})`,
  ];
}

/** True where the pet at the place has the id that a create was answered with, and the list shows it twice. */
function isRepeated({ pet, exchange, facts }: Symptom): boolean {
  return pet !== undefined && createdPets(facts).has(pet.id) && isListedTwice(exchange, pet, facts);
}

/** Compares the created pets that are lost or changed with the others; undefined where the cause is not about such pets, or nothing distinguishes them. */
export function comparePets(symptom: Symptom): Comparison | undefined {
  const { operation, got, aspect, observation, facts } = symptom;
  const isOfOthers = observation.finding.related.length > 0;
  const isOfId = operation === "listPets" && symptom.at === "field id" && symptom.isValid;
  const isOfPets =
    isRepeated(symptom) ||
    (operation === "listPets" && got === 200 && isOfOthers && aspect.of === "body") ||
    (operation === "getPet" && got === 404) ||
    (operation !== "createPet" && aspect.of === "field" && isOfOthers);
  if (!isOfPets) return undefined;
  const by = isOfId ? "twice" : operation === "getPet" ? "reads" : "lists";
  const { areNeverShown, areShownAgain, places, ...fates } = fatesOf(facts, by);
  const found = becameOf(symptom) ?? (areNeverShown ? askedForBefore(fates, facts) : undefined);
  // Where some are shown before they are lost, they are dropped later.
  const became = found?.[0] === "gone" && !areNeverShown ? undefined : found;
  const areFew = places.length <= maxNamed && fates.held.length > 0;
  const named = `${places.length} of ${places.length + fates.held.length} created pets: the ${places.map(ordinal).join(", the ")}`;
  const [first = 0, second = 0] = places;
  // Of two, the first has to come when one interval is over: any two have some distance.
  const turn = places.length > 2 && first < second - first ? second - first : first;
  const areInTurn = places.length > 1 && turn > 2 && places.every((one) => (one - first) % turn === 0);
  const own = {
    ...compare(symptom, fates, "fate"),
    ...(areFew && { words: named, ...(areInTurn && { turn }) }),
  };
  // A pet that is shown again was not lost: the answers differ from each other. Where all pets are listed twice, lists do it.
  const isNoFate = own.broken.length === 0 || (own.held.length === 0 && isRepeated(symptom));
  if (areShownAgain || (isOfId && isNoFate)) return undefined;
  // Where lists show none of them, nothing distinguishes the pets, nor the times of the lists.
  const isTelling =
    became !== undefined ||
    own.contrasts.length > 0 ||
    isOfId ||
    (own.broken.length > 1 && (by === "lists" || own.held.length > 0));
  if (!isTelling) return undefined;
  // Where all pets are missing in lists: one that reads by id show.
  const [read] = by === "lists" && own.held.length === 0 ? fatesOf(facts, "reads").held : [];
  const inLists = read ? "copy" : areNeverShown ? "behind" : "later";
  const fate = isOfId ? "twice" : aspect.of === "field" ? "changed" : by === "lists" ? inLists : "later";
  const words = read && `all ${own.broken.length} created pets that lists should show; reads by id show them`;
  return { ...own, ...(words && { words }), became, fate, things: ["created pet", "created pets"] };
}
