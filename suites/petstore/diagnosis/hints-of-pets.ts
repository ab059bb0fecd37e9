import type { Facts } from "#core/check/facts.ts";
import { bodyOf, isList } from "#core/check/json-body.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import type { JsonNode } from "#core/json/json.ts";
import { member, resolvePointer } from "#core/json/read.ts";
import { asked, petsIn } from "../pets.ts";
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
    [
      {},
      "The filter is not applied: pets of other statuses are listed.",
      "Read the query parameter status in every list, and compare the stored status for equality.",
      "all",
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
      { value: null },
      "A status that is not set is written as null.",
      "Leave the field out where a pet has no status: have the serialiser omit null fields (Include.NON_NULL in Jackson, omitempty in Go, exclude_none in Pydantic).",
    ],
    [
      { value: "" },
      "A status that is not set is written as an empty string, the zero value of its type.",
      "Leave the field out where a pet has no status (omitempty in Go, Include.NON_EMPTY in Jackson).",
    ],
    [
      {
        shown: "string",
        also: ({ symptom, seen, facts }) =>
          !symptom.isValid && isStatus(String(seen.value).toLowerCase(), facts),
      },
      "The status is written in another case than the document's: the name of a constant, or what was stored before.",
      "Write each status letter by letter as the enumeration has it.",
    ],
    [
      { shown: "string", also: ({ symptom: { isValid } }) => !isValid },
      "A status of the database or of the code is written that the interface does not have.",
      "Map each status of your own to one of the allowed values, or leave the field out.",
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
        limit: undefined,
        also: ({ facts, symptom }) => isLimitKept(symptom.exchange, facts),
      },
      "The default of limit is another number, or none: a limit that is asked for is kept.",
      "Set the default where limit is missing, before the query is built.",
    ],
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
      {
        limit: /^[0-9]{1,9}$/,
        also: ({ seen, facts }) =>
          Number(seen.limit) > (petstore(facts.contract).limit.maximum ?? Number.POSITIVE_INFINITY),
      },
      "The maximum of limit is not applied, or another one is.",
      "Reject a limit above the maximum with 400, or apply the maximum in its place.",
    ],
    [
      { limit: /^[0-9]/, also: ({ symptom, facts }) => isLikeOther(symptom.exchange, facts) },
      "The list is the one that was given to another limit, though other limits are kept: answers come from a cache whose key lacks the limit, or a smallest limit is put in the place of this one.",
      "Make the limit part of the cache's key, and apply every limit from 1 on as it is asked for.",
      "content",
    ],
    [
      { limit: /^[0-9]/ },
      "The limit is not applied to this list.",
      "Read the query parameter limit in every list, and apply it after the filter where there is one.",
      "all",
    ],
  ]),
];

function isStatus(text: string, { contract }: Clues["facts"]): boolean {
  return petstore(contract).statuses.includes(text);
}

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

/** True where lists with a limit hold as many pets as it says, and none holds more. */
function isLimitKept(wrong: Exchange, facts: Facts): boolean {
  const over = overLimit(wrong, facts);
  return over.includes(0) && over.every((pets) => pets <= 0);
}

/** True of a list that repeats, to the byte, one with another limit, where some list holds as many pets as its limit says. */
function isLikeOther(wrong: Exchange, facts: Facts): boolean {
  const isRepeated = facts.exchanges.some(
    (e) =>
      isList(e) &&
      isList(wrong) &&
      asked(e, "limit") !== asked(wrong, "limit") &&
      bodyOf(e).text === bodyOf(wrong).text,
  );
  const { default: usual = 0 } = petstore(facts.contract).limit;
  const lists = facts.exchanges.filter((e) => isList(e) && asked(e, "limit") !== undefined);
  return isRepeated && lists.some((e) => (petsIn(e)?.length ?? 0) > usual);
}

/** How many pets more than its limit each such list holds. */
function overLimit(wrong: Exchange, { exchanges, contract }: Facts): readonly number[] {
  return exchanges.flatMap((e) => {
    const [limit, pets] = [Number(asked(e, "limit") ?? Number.NaN), petsIn(e)];
    const isAlike = contract.operationAt(e.request) === contract.operationAt(wrong.request);
    return isAlike && pets !== undefined && limit <= (petstore(contract).limit.maximum ?? 0)
      ? [pets.length - limit]
      : [];
  });
}
