import type { JsonNode } from "#core/json/json.ts";
import { member, resolvePointer } from "#core/json/read.ts";
import { petsIn } from "../pets.ts";
import { petstore } from "../roles.ts";
import { type Clues, has, hints, holds } from "./clues.ts";
import { isEmptyAtLimit } from "./symptom.ts";

const bodyOrField = /^(?:body$|field )/;

/** Lists and pets in another shape than the document has, and lists that their parameters did not shape. */
export const pets = [
  ...hints({ also: ({ symptom }) => symptom.isOfEarlierRun }, [
    [
      {},
      "The pet was stored by an earlier run of this suite, with a wrong body that was accepted then, and the store still has it.",
      "Remove the pets that earlier runs stored (their names begin with conformance-). If such bodies are rejected with 400 by now, nothing else needs to be done.",
      "content",
    ],
  ]),
  ...hints({ also: ({ symptom: { exchange } }) => isEmptyAtLimit(exchange) }, [
    [
      { got: 200, operation: "listPets" },
      "Once the rate limit is used up the list is empty: the limiter answers in place of the service, with a 200.",
      "Answer 429 with Retry-After.",
      "content",
    ],
  ]),
  ...hints({ at: bodyOrField, got: 200, operation: "listPets" }, [
    [
      { also: ({ body }) => holds(body, ({ kind }) => kind === "array") },
      "The list is wrapped in an envelope, such as the page object of the framework.",
      "Answer with the array itself.",
    ],
    [
      { body: "object", also: ({ body }) => has(body, "id") },
      "A list of one pet is written as that pet, as converters from XML do.",
      "Write an array, however many pets there are.",
      "content",
    ],
    [
      { body: "literal" },
      "An empty result is written as null (a nil slice in Go, a list that was never made).",
      "Begin with an empty list, and write it as [].",
      "content",
    ],
  ]),
  ...hints({ at: bodyOrField, got: /200|201/, operation: /^(?:get|create)Pet$/ }, [
    [
      { also: ({ body }) => !has(body, "id") && holds(body, (value) => has(value, "id")) },
      "The pet is wrapped in an envelope.",
      "Answer with the pet itself.",
    ],
    [
      { body: "array" },
      "The pet is in an array: the result of a query is returned as it is.",
      "Answer with the pet itself.",
    ],
  ]),
  ...hints({ at: "field status", got: 200, operation: "listPets", filter: /./ }, [
    [
      { also: ({ seen }) => seen.value === seen.filter },
      "The status that was asked for is written into pets that have another: it is assigned where it should be compared, in the answer or in the store.",
      "Compare the stored status with the one that was asked for, and change nothing where pets are listed.",
      "content",
    ],
    [
      { also: (clues) => wrongIn(clues).every((pet) => pet.status === undefined) },
      "Pets without a status pass the filter: a missing value is taken for this one, or for any.",
      "Compare the stored status for equality; a pet without one is in no filtered list.",
      "content",
    ],
  ]),
  ...hints({ at: /^field /, found: "nothing", got: /^2/ }, [
    [
      { also: (clues) => !has(itemOf(clues), "id") && holds(itemOf(clues), (value) => has(value, "id")) },
      "Each pet is wrapped in an object of its own, as the rows of a join or the resources of an envelope are.",
      "Write the fields of the pet into the item itself.",
    ],
    [
      { also: isSpeltOtherwise },
      "The field is there under another name: the names of the database or of the code are written as they are.",
      "Give the serialiser the names that the interface has (a naming policy, an alias for each field).",
    ],
    [
      { also: ({ sent }) => sent === 0n },
      "A value of zero is left out, as if there were none (`if (value)`, omitempty in Go, NON_DEFAULT in Jackson).",
      "Leave a field out only where it is not set: a zero is a value.",
      "content",
    ],
    [
      {},
      "The field is not stored, or the code that writes this answer leaves it out (a view, a SELECT or a serialiser of its own).",
      "Store what was sent, and write pets with one serialiser everywhere.",
      "all",
    ],
  ]),
  ...hints({ at: "field status", got: /^2/ }, [
    [
      { value: /^(?:null)?$/ },
      "A status that is not set is written as null, or as an empty string.",
      "Leave the field out where a pet has no status: have the serialiser omit empty fields (Include.NON_EMPTY in Jackson, omitempty in Go, exclude_none in Pydantic).",
    ],
    [
      { shown: "string", also: ({ symptom: { isValid } }) => !isValid },
      "A status is written that the interface does not have: one of the database or of the code, or one in another case.",
      "Map each status of your own to one of the allowed values, letter by letter, or leave the field out.",
    ],
  ]),
  ...hints({ at: /^field (?:name|id)$/, got: /^2/ }, [
    [
      { at: "field name", shown: /^(?!string)/ },
      "A name that looks like a number, null or true is written as one: its type is guessed from its text (YAML, CSV, a dynamic column).",
      "Write the name as a JSON string, whatever it looks like.",
    ],
    [
      { at: "field id", operation: "getPet", shown: "number", also: ({ symptom }) => symptom.isValid },
      "A pet other than the one that was asked for is returned: the id in the path is not part of the query or of the cache key, or is cut to fewer bits than it has.",
      "Look the pet up by the id in the path, as a 64-bit integer, and cache it under that id.",
    ],
  ]),
  ...hints({ shape: "too-many" }, [
    [
      {
        also: ({ seen, facts, symptom }) =>
          petsIn(symptom.exchange)?.length ===
          1 + Number(seen.limit ?? petstore(facts.contract).limit.default),
      },
      "One pet more than the limit is listed: the end of a range is off by one, or a pet that only shows whether there is a next page is not dropped.",
      "Drop what lies beyond the limit before answering.",
    ],
    [
      { limit: undefined },
      "The default of limit is another number, or none.",
      "Set the default where limit is missing, before the query is built.",
    ],
    [
      { limit: /^[0-9]/ },
      "The limit is not applied to this list, or another one is.",
      "Read the query parameter limit in every list, apply it after the filter, and reject or reduce one above the maximum.",
    ],
  ]),
];

/** The pets that do not belong in a filtered list. */
function wrongIn({ symptom: { exchange }, seen }: Clues) {
  return (petsIn(exchange) ?? []).filter(({ status }) => status !== seen.filter);
}

/** The object that the field at the place is missing from. */
function itemOf({ symptom: { observation }, body }: Clues): JsonNode | undefined {
  const { place } = observation.finding;
  return body && place?.in === "body"
    ? resolvePointer(body, place.pointer.replace(/\/[^/]*$/, ""))
    : undefined;
}

/** Another spelling of the name: `category_id` for `categoryId`. */
function isSpeltOtherwise(clues: Clues): boolean {
  const { aspect } = clues.symptom;
  const plain = (name: string) => name.replace(/[_-]/g, "").toLowerCase();
  const item = itemOf(clues);
  return (
    aspect.of === "field" &&
    item?.kind === "object" &&
    member(item, aspect.name) === undefined &&
    item.members.some(({ name }) => plain(name) === plain(aspect.name))
  );
}
