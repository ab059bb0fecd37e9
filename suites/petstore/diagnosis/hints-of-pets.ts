import { answeredWith, derived, findingsOn } from "#core/check/facts.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { type JsonNode, resolvePointer } from "#core/json/read.ts";
import { asked, hasKey, idAsked, isList, petIn, petsIn } from "../pets.ts";
import { type Clues, has, hints } from "./clues.ts";
import { isRounded } from "./hints-of-values.ts";
import {
  createdPets,
  gaveField,
  inOrderHandled,
  isFullPage,
  isNewPet,
  keptOf,
  limitOrDefault,
} from "./history.ts";

const bodyOrField = /^(?:body$|field )/;

/** Mistakes that show in lists and pets. */
export const pets = [
  ...hints({ got: /^2/ }, [
    [
      { claims: "content", operation: "createPet", at: "status", also: isOfEarlier },
      "A field that this body lacks was taken from an earlier request: bodies are parsed into an object that is reused.",
      "Parse each body into a new object.",
    ],
    [
      { claims: "content", operation: "listPets", filter: /./, isAllowed: true, also: isCutBefore },
      "The limit is applied before the filter: the list has the pets of its status among the first ones of all, and lacks those behind them.",
      "Filter first, and apply the limit to what is left.",
    ],
    [
      {
        claims: "content",
        requirement: "LIST-9",
        filter: /./,
        isAllowed: true,
        also: ({ exchange, facts }) => keptOf(exchange, facts).length > 0,
      },
      "The list is the same as before these pets were created: what it comes from (a cache, which may keep an empty result, too, or an index) is not renewed by such creates, or the filter never finds this status.",
      "Clear every kept list of a status when a pet of that status is created, and compare the filter with what the store holds.",
    ],
    [
      { shape: "too-many", also: isOneTooMany },
      "One pet more than the limit is listed: the end of a range is off by one, or the extra pet that shows whether there is a next page is not dropped.",
      "Drop the pets beyond the limit before answering.",
    ],
    [
      { shape: "too-many", limit: /^[0-9]/ },
      "The limit is not applied to this list, another limit is, whole pages are listed, several sources are merged and not cut, or a cache answers whose key lacks the limit.",
      "Read the query parameter limit in every list, apply it after the filter, and reject or reduce a limit above the maximum.",
    ],
    [
      { claims: "content", at: "field status", also: isOtherAtTimes },
      "The requested status is written into pets that have another status: it is assigned where it should be compared, in the answer or in the store; or the replicas that answer differ.",
      "Compare the stored status with the requested one, and change no pet while listing.",
    ],
    [
      { claims: "content", at: "field status", filter: /./, isValid: true, also: areOnlyNewOnes },
      "Of the pets with another status, the list shows only new ones: a create adds its pet to the index of another status (a default, that of an earlier create) or to every list that is kept, or the filter compares more than the status, such as the name.",
      "Index each pet under the status that is stored with it, and filter by that alone.",
    ],
    [
      {
        claims: "content",
        at: "field status",
        filter: /./,
        found: "nothing",
        text: /"status"/,
        // Where pets of other statuses are shown, too, nothing is filtered.
        also: ({ exchange, filter }) =>
          petsIn(exchange)?.every(({ status = filter }) => status === filter) === true,
      },
      "Pets without a status pass the filter: a missing status is treated as this status, or as any status.",
      "Compare the stored status for equality; a pet without a status belongs in no filtered list.",
    ],
  ]),
  ...hints({ at: bodyOrField, got: 200, operation: "listPets" }, [
    [
      { claims: "content", bodyKind: "object", also: ({ body }) => has(body, "id") },
      "A list of one pet is written as that pet, as converters from XML do.",
      "Write an array, however many pets there are.",
    ],
    [
      { claims: "content", bodyKind: "literal" },
      "An empty result is written as null (a nil slice in Go, a list that was never created).",
      "Begin with an empty list, and write it as [].",
    ],
  ]),
  ...hints({ at: /^field /, got: /^2/ }, [
    [
      { found: "nothing", also: isSpeltOtherwise },
      "The field is written under another name: the one that the database or the code uses.",
      "Configure the serialiser with the names of the interface (a naming policy, an alias for each field).",
    ],
    [
      { claims: "content", at: "field id", operation: "getPet", also: isAtFormerPlace },
      "Another pet stands where the requested one stood: pets are found by their place in a list, and something moves them, such as a list that sorts or reverses the stored pets in place.",
      "Look the pet up by its id, and sort a copy.",
    ],
    [
      { at: "field id", operation: "getPet", isValid: true, also: (clues) => !isRounded(clues) },
      "Another pet than the requested one is returned: the id in the path is not part of the query or of the cache key, or is truncated to fewer bits.",
      "Look the pet up by the id in the path, as a 64-bit integer, and cache it under that id.",
    ],
    [
      { at: "field status", isValid: false, found: /^(?!nothing)/ },
      "The status is not a value of the interface: it is null or an empty string where the pet has none, a value that only the database or the code knows, or a value in another letter case.",
      "Map each internal status to exactly one of the allowed values, and leave the field out where a pet has none.",
    ],
  ]),
];

/** True where the pet shows the requested status, or another one than in the lists before and after. */
function isOtherAtTimes({ value, filter, observation: { requirement, finding } }: Clues): boolean {
  const isBetween = requirement === "STATUS-1" && finding.related.length > 0;
  return isBetween || (filter !== undefined && value === filter);
}

/** True where lists with this filter show, of the pets with another status, only those that this run created. */
function areOnlyNewOnes({ filter, facts }: Clues): boolean {
  const created = createdPets(facts);
  const shown = facts.exchanges.flatMap((e) =>
    (petsIn(e) ?? []).map((pet) => ({ pet, of: asked(e, "status") })),
  );
  const others = shown.filter(({ pet }) => pet.status !== filter);
  const wrong = others.filter(({ of }) => of === filter);
  const isOlder = ({ pet }: (typeof shown)[number]) => pet.status !== undefined && !created.has(pet.id);
  // Where one list has none that belongs and others have, it is the list of another filter.
  const lists = facts.exchanges.filter((e) => asked(e, "status") === filter && petsIn(e)?.length);
  const isOfThis = (e: Exchange) => petsIn(e)?.some(({ status }) => status === filter) === true;
  const isAnother = lists.some(isOfThis) && !lists.every(isOfThis);
  return (
    !isAnother && others.some(isOlder) && wrong.length > 0 && wrong.every(({ pet }) => created.has(pet.id))
  );
}

function isOfEarlier({ exchange, facts }: Clues): boolean {
  return facts.exchanges.some((e) => e.id < exchange.id && gaveField(e, exchange));
}

const servedLists = derived(({ exchanges }) =>
  exchanges.filter((e) => isList(e) && answeredWith(e, 200) && hasKey(e)),
);

/** The pets of a status among the first ones of a list of all pets. */
function amongFirst(
  list: Exchange,
  filter: string | undefined,
  most?: number,
): readonly (bigint | undefined)[] {
  return (petsIn(list)?.slice(0, most) ?? []).flatMap(({ id, status }) => (status === filter ? [id] : []));
}

/** True where every list with a filter has just those of its status that are among as many first ones in a list of all. */
const areAllCut = derived((facts) => {
  const all = servedLists(facts).filter((e) => asked(e, "status") === undefined);
  const isValid = (e: Exchange) => findingsOn(e, facts.contract).allowed && asked(e, "status") !== undefined;
  return servedLists(facts)
    .filter(isValid)
    .every((e) => {
      const shown = petsIn(e)?.map(({ id }) => id);
      return all.some(
        (list) => amongFirst(list, asked(e, "status"), limitOrDefault(e, facts)).join() === shown?.join(),
      );
    });
});

/** The same, where this list lacks some pets behind those. */
function isCutBefore({ exchange, filter, facts }: Clues): boolean {
  const count = petsIn(exchange)?.length ?? 0;
  const isLonger = (e: Exchange) => asked(e, "status") === undefined && amongFirst(e, filter).length > count;
  return !isFullPage(exchange, facts) && servedLists(facts).some(isLonger) && areAllCut(facts);
}

/** True where the pet stands, in the list of all pets before or after, at the place that the requested one had when it came. */
function isAtFormerPlace({ exchange, pet, facts }: Clues): boolean {
  const isWhole = (e: Exchange) => isList(e) && asked(e, "status") === undefined && !isFullPage(e, facts);
  const lists = facts.exchanges.filter(isWhole);
  const older = (lists[0] && petsIn(lists[0]))?.length ?? 0;
  const own = idAsked(exchange);
  const nth = inOrderHandled(facts)
    .all.filter(isNewPet)
    .findIndex((e) => petIn(e)?.id === own);
  const near = [lists.findLast(({ id }) => id < exchange.id), lists.find(({ id }) => id > exchange.id)];
  return near.some((list) => {
    const ids = (list && petsIn(list))?.map(({ id }) => id) ?? [];
    const place = ids.indexOf(pet?.id);
    // In which order the older ones were stored is not known.
    return ids.includes(own) && place !== -1 && (nth === -1 ? place < older : place === older + nth);
  });
}

function isOneTooMany({ exchange, facts }: Clues): boolean {
  return petsIn(exchange)?.length === 1 + limitOrDefault(exchange, facts);
}

/** The object that should have the field. */
function itemOf({ observation, body }: Clues): JsonNode | undefined {
  const { place } = observation.finding;
  return body && place?.in === "body"
    ? resolvePointer(body, place.pointer.replace(/\/[^/]*$/, ""))
    : undefined;
}

/** True where the object has the field in another spelling: `category_id` for `categoryId`. */
function isSpeltOtherwise(clues: Clues): boolean {
  const item = itemOf(clues);
  const plain = (name: string) => name.replace(/[_-]/g, "").toLowerCase();
  return (
    item?.kind === "object" && item.members.some(({ name }) => `field ${plain(name)}` === plain(clues.at))
  );
}
