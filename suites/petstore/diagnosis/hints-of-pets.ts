import type { Exchange } from "#core/exchange/exchange.ts";
import type { JsonNode } from "#core/json/json.ts";
import { resolvePointer } from "#core/json/read.ts";
import { asked, petsIn } from "../pets.ts";
import { petstore } from "../roles.ts";
import { type Clues, has, hints } from "./clues.ts";
import { isRounded } from "./hints-of-values.ts";
import { gaveField, isFullPage } from "./history.ts";

const bodyOrField = /^(?:body$|field )/;

/** Lists and pets in another shape than the document has. */
export const pets = [
  ...hints({ got: /^2/ }, [
    [
      { isOfEarlierRun: true },
      "The pet was stored by an earlier run of this suite, with a wrong body that was accepted then, and the store still has it.",
      "Remove the pets that earlier runs stored (their names begin with conformance-). If such bodies are rejected with 400 by now, nothing else needs to be done.",
      "content",
    ],
    [
      { operation: "createPet", at: "status", also: isOfEarlier },
      "A field that this body lacks is that of an earlier request: bodies are read into an object that is used again.",
      "Read each body into a new object.",
      "content",
    ],
    [
      { shape: "too-many", also: isOneTooMany },
      "One pet more than the limit is listed: the end of a range is off by one, or a pet that only shows whether there is a next page is not dropped.",
      "Drop what lies beyond the limit before answering.",
    ],
    [
      { shape: "too-many", limit: /^[0-9]/ },
      "The limit is not applied to this list, another one is, or a cache answers whose key lacks it.",
      "Read the query parameter limit in every list, apply it after the filter, and reject or reduce one above the maximum.",
    ],
    [
      { at: "field status", also: isOtherAtTimes },
      "The status that was asked for is written into pets that have another: it is assigned where it should be compared, in the answer or in the store; or replicas that answer by turns differ.",
      "Compare the stored status with the one that was asked for, and change nothing where pets are listed.",
      "content",
    ],
    [
      { at: "field status", filter: /./, found: "nothing", also: areOthersLeftOut },
      "A pet without a status is filed under one that its answers do not show: that of an earlier create, which is kept, or a default.",
      "File each pet by the status of its own body; one without is in no filtered list.",
      "content",
    ],
    [
      { at: "field status", filter: /./, found: "nothing", text: /"status"/ },
      "Pets without a status pass the filter: a missing value is taken for this one, or for any.",
      "Compare the stored status for equality; a pet without one is in no filtered list.",
      "content",
    ],
  ]),
  ...hints({ at: bodyOrField, got: 200, operation: "listPets" }, [
    [
      { bodyKind: "object", also: ({ body }) => has(body, "id") },
      "A list of one pet is written as that pet, as converters from XML do.",
      "Write an array, however many pets there are.",
      "content",
    ],
    [
      { bodyKind: "literal" },
      "An empty result is written as null (a nil slice in Go, a list that was never made).",
      "Begin with an empty list, and write it as [].",
      "content",
    ],
  ]),
  ...hints({ at: /^field /, got: /^2/ }, [
    [
      { at: "field categoryId", found: "nothing", also: ({ sent }) => sent === 0n },
      "A category of 0 is taken for an empty value, and left out (omitempty in Go, a test for truth).",
      "Leave out what is not there, and nothing else.",
      "content",
    ],
    [
      { found: "nothing", also: isSpeltOtherwise },
      "The field is there under another name: the names of the database or of the code are written as they are.",
      "Give the serialiser the names that the interface has (a naming policy, an alias for each field).",
    ],
    [
      { at: "field id", operation: "getPet", isValid: true, also: (clues) => !isRounded(clues) },
      "A pet other than the one that was asked for is returned: the id in the path is not part of the query or of the cache key, or is cut to fewer bits than it has.",
      "Look the pet up by the id in the path, as a 64-bit integer, and cache it under that id.",
    ],
    [
      { at: "field status", isValid: false, found: /^(?!nothing)/ },
      "A status is written that the interface does not have: null or an empty text where none is set, one of the database or of the code, or one in another case.",
      "Map each status of your own to one of the allowed values, letter by letter, and leave the field out where a pet has none.",
    ],
  ]),
];

/** The pet has the status that was asked for, or another one than in the lists before and after. */
function isOtherAtTimes({ value, filter, observation: { requirement, finding } }: Clues): boolean {
  const isBetween = requirement === "STATUS-1" && finding.related.length > 0;
  return isBetween || (filter !== undefined && value === filter);
}

/** A list with this filter that is no full page lacks pets without a status that lists before it have. */
function areOthersLeftOut({ filter, facts }: Clues): boolean {
  const lists = facts.exchanges.filter((e) => petsIn(e) !== undefined);
  return lists.some((list) => {
    const listed = new Set(petsIn(list)?.map(({ id }) => id));
    const isLacking = (e: Exchange) =>
      e.id < list.id && petsIn(e)?.some(({ id, status }) => status === undefined && !listed.has(id));
    return asked(list, "status") === filter && !isFullPage(list, facts) && lists.some(isLacking);
  });
}

function isOfEarlier({ exchange, facts }: Clues): boolean {
  return facts.exchanges.some((e) => e.id < exchange.id && gaveField(e, exchange));
}

function isOneTooMany({ exchange, limit, facts }: Clues): boolean {
  return petsIn(exchange)?.length === 1 + Number(limit ?? petstore(facts.contract).limit.default);
}

/** The object that the field at the place is missing from. */
function itemOf({ observation, body }: Clues): JsonNode | undefined {
  const { place } = observation.finding;
  return body && place?.in === "body"
    ? resolvePointer(body, place.pointer.replace(/\/[^/]*$/, ""))
    : undefined;
}

/** Another spelling of the name: `category_id` for `categoryId`. */
function isSpeltOtherwise(clues: Clues): boolean {
  const item = itemOf(clues);
  const plain = (name: string) => name.replace(/[_-]/g, "").toLowerCase();
  return (
    item?.kind === "object" && item.members.some(({ name }) => `field ${plain(name)}` === plain(clues.at))
  );
}
