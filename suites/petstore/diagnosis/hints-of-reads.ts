import { answeredWith, type Facts, isAnswered } from "../../../src/core/check/facts.ts";
import type { Exchange } from "../../../src/core/exchange/exchange.ts";
import { petIn, petsIn } from "../pets.ts";
import { type Clues, type Hint, isNewPet } from "./clues.ts";

/** What a read by id answers, compared with what was asked for. */
export const reads: readonly Hint[] = [
  another(
    (got, due) => Number(got) === Number(due),
    "The id in the path passes through a double, which has 53 bits, so that the pet next to it is found.",
    "Parse the id as a 64-bit integer (BigInt in JavaScript), and compare it exactly.",
  ),
  another(
    (got, due) => got === 2n ** 53n - 1n || BigInt.asIntN(32, got) === BigInt.asIntN(32, due),
    "The id in the path is cut to fewer bits than it has, or capped.",
    "Parse the id as a 64-bit integer, and compare it exactly.",
  ),
  another(
    (_got, due, clues) => {
      const asked = clues.facts.exchanges.find((e) => isNewPet(e) && petIn(e)?.id === due);
      const [name, shown] = [
        asked && isNewPet(asked) ? petIn(asked)?.name : undefined,
        shownPet(clues)?.name,
      ];
      return name !== undefined && name === shown;
    },
    "The pet is looked up by its name: another pet of the same name is answered.",
    "Look the pet up by its id.",
  ),
  another(
    () => true,
    "Another pet is answered than the one that was asked for: the id of the path is not part of the query, or of the key of a cache.",
    "Look the pet up by the id of the path, and cache it under that id.",
  ),
  {
    fits: ({ symptom: { observation, aspect, isValid } }) =>
      observation.requirement === "GET-1" && aspect.of === "field" && isValid,
    likelyCause:
      "The read takes this field from another place than lists do: another model, an older table, or what a request before it left there.",
    howToFix: "Read and list pets from one store, with one serialiser.",
  },
  unserved(
    [404],
    "The pet is listed with another id than the one in the answer to its create.",
    "Answer a create with the id that the stored pet has.",
    (facts, exchange) => isListedUnderAnotherId(facts, exchange),
  ),
  unserved(
    [404, 410, 405],
    "No pet is served by its id, though lists show them: the route is missing or removed already, or ids are compared in another form.",
    "Serve GET /pets/{petId} until the day of its removal, and compare ids as 64-bit integers.",
    (facts) => readsOf(facts).every((e) => !answeredWith(e, 200)),
  ),
  unserved(
    [404],
    "Other pets are found by their ids and this one is not: creates and reads use different stores or caches, or an id is altered on the way.",
    "Read from the store that creates write to, and compare ids as 64-bit integers.",
    () => true,
  ),
  unserved(
    [400, 422],
    "An id that the service itself gave is rejected: the path is read into a type that is too small (32 bits), or by a pattern.",
    "Accept every 64-bit integer in the path.",
    () => true,
  ),
  unknown(
    ({ got }) => got === 200,
    ({ body }) => body?.kind === "object" && body.members.some(({ name }) => name === "id"),
    "A pet is answered for an id that no pet has: the id is altered before it is looked up, or a record is made up.",
    "Compare the whole id, and answer 404 with an Error body where no pet has it.",
  ),
  unknown(
    ({ got = 0 }) => got >= 200 && got < 300,
    () => true,
    "What was found is answered without a look at whether anything was.",
    "Answer 404 with an Error body where no pet is found.",
  ),
  unknown(
    ({ got = 0 }) => got >= 400 && got < 500,
    () => true,
    "The handler has another status for a pet that is not there.",
    "Answer 404 with an Error body where no pet is found.",
  ),
];

/** A hint on a read that answers a pet of another id. */
function another(
  fits: (got: bigint, due: bigint, clues: Clues) => boolean,
  likelyCause: string,
  howToFix: string,
): Hint {
  return {
    fits: (clues) => {
      const { operation, exchange, aspect } = clues.symptom;
      if (operation !== "getPet" || aspect.of !== "field" || aspect.name !== "id") return false;
      const [due, got] = [idAsked(exchange), shownPet(clues)?.id];
      return due !== undefined && got !== undefined && got !== due && fits(got, due, clues);
    },
    likelyCause,
    howToFix,
  };
}

/** A hint on a pet that exists but is not served. */
function unserved(
  statuses: readonly number[],
  likelyCause: string,
  howToFix: string,
  also: (facts: Facts, exchange: Exchange) => boolean,
): Hint {
  return {
    fits: ({ symptom: { operation, aspect, got = 0, observation, exchange }, facts }) =>
      operation === "getPet" &&
      aspect.of === "status" &&
      statuses.includes(got) &&
      observation.requirement === "GET-1" &&
      also(facts, exchange),
    likelyCause,
    howToFix,
  };
}

/** A hint on a read of a pet that does not exist, answered otherwise than 404. */
function unknown(
  status: (symptom: Clues["symptom"]) => boolean,
  body: (clues: Clues) => boolean,
  likelyCause: string,
  howToFix: string,
): Hint {
  return {
    fits: (clues) =>
      clues.symptom.operation === "getPet" &&
      clues.symptom.aspect.of === "status" &&
      clues.symptom.observation.requirement === "GET-2" &&
      status(clues.symptom) &&
      body(clues),
    likelyCause,
    howToFix,
  };
}

function idAsked({ request }: Exchange): bigint | undefined {
  const id = /^\/pets\/(-?[0-9]+)$/.exec(request.path)?.[1];
  return id === undefined ? undefined : BigInt(id);
}

function shownPet({ symptom: { exchange } }: Clues) {
  return isAnswered(exchange) ? petIn(exchange) : undefined;
}

function isListedUnderAnotherId({ exchanges }: Facts, read: Exchange): boolean {
  const id = idAsked(read);
  const creating = exchanges.find((e) => isNewPet(e) && petIn(e)?.id === id);
  const name = creating && isNewPet(creating) ? petIn(creating)?.name : undefined;
  const listed = exchanges.flatMap((e) => (isAnswered(e) ? (petsIn(e) ?? []) : []));
  return (
    name !== undefined &&
    listed.some((pet) => pet.name === name) &&
    !listed.some((pet) => pet.name === name && pet.id === id)
  );
}

/** Reads by an id, with the key. */
function readsOf({ exchanges }: Facts): readonly Exchange[] {
  return exchanges.filter((e) => e.request.credential.kind === "valid" && idAsked(e) !== undefined);
}
