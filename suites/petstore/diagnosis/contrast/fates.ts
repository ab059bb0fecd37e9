import { type Answered, answeredWith, derived, type Facts } from "#core/check/facts.ts";
import { type Exchange, isAfter } from "#core/exchange/exchange.ts";
import { integerOf } from "#core/json/read.ts";
import {
  asked,
  idAsked,
  isCreated,
  isRightList,
  type PetView,
  petIn,
  petsIn,
  sentField,
  sentName,
} from "#suites/petstore/pets.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { type Told, tell } from "../contrasts.ts";
import { countsOf, possiblyRightBefore } from "../history.ts";
import type { Symptom } from "../symptom.ts";
import type { Feature } from "./contrast.ts";
import type { FeatureKind } from "./features.ts";
import { turns } from "./features-of-context.ts";
import { bound, condition } from "./traits.ts";

/** Answers that show what became of a pet: lists, reads by id, or lists that show it more than once. */
type Shown = "lists" | "reads" | "copies";

/** What became of the pets that a run created, by their creates: later answers show them as they were, or do not. */
const fatesOf = (facts: Facts, by: Shown) => {
  const creates = facts.exchanges.filter(
    (e): e is Answered => e.request.method === "POST" && isCreated(e) && petIn(e)?.id !== undefined,
  );
  const isLost = (create: Answered) => {
    const pet = petIn(create);
    const shown = facts.exchanges.flatMap((e) =>
      pet !== undefined && isAfter(e, create, by === "copies" ? 0 : facts.setting.consistencyWaitMs)
        ? (showsAsItWas(e, pet, by, facts) ?? [])
        : [],
    );
    return shown.length === 0 ? undefined : shown.includes(false);
  };
  const known = creates.map((create) => ({ create, lost: isLost(create) }));
  return {
    broken: known.flatMap(({ create, lost }) => (lost === true ? [create] : [])),
    held: known.flatMap(({ create, lost }) => (lost === false ? [create] : [])),
  };
};

/** How many creates sent each name. */
const namedSo = derived(({ exchanges }) => {
  const names = exchanges
    .filter(({ request }) => request.method === "POST")
    .flatMap((e) => sentName(e) ?? []);
  return new Map([...Map.groupBy(names, (name) => name)].map(([name, { length }]) => [name, length]));
});

/** Undefined of an answer that says nothing of the pet. */
function showsAsItWas(e: Exchange, pet: PetView, by: Shown, facts: Facts): boolean | undefined {
  const { contract } = facts;
  const isRead = idAsked(e) !== undefined;
  if (e.request.credential.kind !== "valid" || isRead !== (by === "reads")) return undefined;
  const isSame = (other: PetView | undefined) =>
    other?.name === pet.name && other?.categoryId === pet.categoryId && other?.status === pet.status;
  if (idAsked(e) === pet.id) {
    if (answeredWith(e, 404)) return false;
    return answeredWith(e, 200) ? isSame(petIn(e)) : undefined;
  }
  const pets = answeredWith(e, 200) && isRightList(e, contract) ? petsIn(e) : undefined;
  if (pets === undefined) return undefined;
  if (by === "copies") {
    const same = new Set(pets.flatMap(({ name, id }) => (name === pet.name ? id : []))).size;
    // Of several creates that sent one name, any may have been stored twice.
    return same === 0 || (namedSo(facts).get(pet.name ?? "") ?? 1) > 1 ? undefined : same === 1;
  }
  const listed = pets.find(({ id }) => id === pet.id);
  if (listed !== undefined) return isSame(listed);
  const isFull = pets.length >= Number(asked(e, "limit") ?? petstore(contract).limit.default);
  const status = asked(e, "status");
  return isFull || (status !== undefined && status !== pet.status) ? undefined : false;
}

/** What came after a create, which may have changed or dropped its pet. */
function later(facts: Facts): readonly Feature<Exchange, FeatureKind>[] {
  const { exchanges } = facts;
  const about = { kind: "later", isContext: true } as const;
  const creates = exchanges.filter((e) => e.request.method === "POST" && isCreated(e));
  const category = (e: Exchange) => integerOf(sentField(e, "categoryId"));
  const laterInCategory = (e: Exchange) =>
    creates.filter((one) => one.id > e.id && category(one) === category(e) && category(e) !== undefined);
  const follows = (is: (one: Exchange) => boolean) => (e: Exchange) =>
    exchanges.some(
      (one) => one.id > e.id && is(one) && (possiblyRightBefore(facts).get(one.id) ?? []).includes(e),
    );
  const counts = countsOf(facts);
  const followers = (e: Exchange) => creates.filter((one) => isAfter(one, e)).length;
  return [
    bound<Exchange, FeatureKind>(
      { ...about, kind: "since" },
      (e) => counts.get(e.id)?.creates,
      { from: (n) => `after ${n} pets or more were created` },
      (e, n) => Array<Exchange>(n).fill(e),
    ),
    condition(about, "that were followed by a create in the same category with another status", (e) =>
      laterInCategory(e).some((one) => petIn(one)?.status !== petIn(e)?.status),
    ),
    condition(
      about,
      "that were followed by a create in the same category",
      (e) => laterInCategory(e).length > 0,
    ),
    condition(about, "that were read by their id", (e) =>
      exchanges.some((one) => idAsked(one) === petIn(e)?.id && answeredWith(one, 200)),
    ),
    condition(about, "that were followed right away by a create that was rejected", (e) =>
      follows((one) => one.request.method === "POST" && answeredWith(one, 400))(e) ? undefined : false,
    ),
    bound(about, followers, { from: (least) => `that were followed by ${least} creates or more` }),
  ];
}

/** Which of the created pets are lost or changed, where the cause is about such pets; undefined where nothing tells them apart. */
export function tellPetsApart(
  { operation, got, aspect, observation }: Symptom,
  facts: Facts,
): Told | undefined {
  const isOfPets =
    (operation === "listPets" &&
      got === 200 &&
      observation.finding.related.length > 0 &&
      aspect.of === "body") ||
    (operation === "getPet" && got === 404) ||
    (operation !== "createPet" && aspect.of === "field" && observation.finding.related.length > 0);
  if (!isOfPets) return undefined;
  const isDoubled = aspect.of === "field" && aspect.name === "id" && operation === "listPets";
  const by = operation === "getPet" ? "reads" : isDoubled ? "copies" : "lists";
  const told = tell(
    fatesOf(facts, by),
    { of: "status" },
    facts,
    by === "copies" ? turns(facts) : later(facts),
  );
  // Where all of them are lost in lists, nothing tells them apart, and neither does when they were asked for.
  const isTold =
    told.contrasts.length > 0 ||
    (told.broken.length > 1 && (by === "lists" || (by === "reads" && told.held.length > 0)));
  return isTold ? { ...told, areFates: true, things: ["created pet", "created pets"] } : undefined;
}
