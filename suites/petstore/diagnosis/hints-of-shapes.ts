import { answeredWith, type Facts } from "#core/check/facts.ts";
import { jsonOf } from "#core/check/json-body.ts";
import { recorded } from "#core/contract/recorded.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import type { JsonNode } from "#core/json/json.ts";
import { integerOf, member, resolvePointer } from "#core/json/read.ts";
import { petIn, sentText } from "../pets.ts";
import { petstore } from "../roles.ts";
import {
  type Clues,
  has,
  hasId,
  hints,
  hintsOn,
  isNewPet,
  isNull,
  isSeen,
  limitIgnored,
  onePetMore,
  statusInAnotherCase,
  where,
} from "./clues.ts";
import { isLimitObeyed, isObeyedBesideFilter } from "./hints-of-parameters.ts";

/** A whole body, or a field of it, is wrong. */
const bodyOrField = /^(?:body$|field )/;

/** What a body is as a whole, or which pets it holds. */
export const wrongShapes = [
  ...hints([
    [
      { at: "field status", value: null },
      "A status that is not set is written as null.",
      "Leave the field out where a pet has no status: have the serialiser omit null fields (Include.NON_NULL in Jackson, omitempty in Go, exclude_none in Pydantic).",
    ],
  ]),
  ...hintsOn(where({ at: bodyOrField, got: 200, operation: "listPets" }), [
    [
      ({ body }) => isNumbered(body),
      "The array has gaps in its indexes, as after array_filter in PHP, and is written as an object.",
      "Renumber the items before they are written (array_values in PHP).",
    ],
    [
      ({ body }) => holds(body, ({ kind }) => kind === "array"),
      "The list is wrapped in an envelope, such as the page object of the framework.",
      "Answer with the array itself.",
    ],
  ]),
  ...hintsOn(where({ at: bodyOrField, got: /200|201/, operation: /^(?:get|create)Pet$/ }), [
    [
      ({ body }) => !hasId(body) && holds(body, hasId),
      "The pet is wrapped in an envelope.",
      "Answer with the pet itself.",
    ],
  ]),
  ...hintsOn(where({ at: bodyOrField, got: /^[4-9]/ }), [
    [
      ({ body }) => holds(body, (value) => has(value, "code")),
      "The Error is wrapped in an envelope.",
      "Write code, message and status as fields of the body itself.",
    ],
    [
      ({ body }) => has(body, "title") && !has(body, "code"),
      "The framework's own error body is sent, such as Problem Details (RFC 9457).",
      "Register one error handler that writes code, message and status.",
    ],
    [
      ({ body }) => has(body, "detail") && !has(body, "code"),
      "The framework's own error body is sent, with a field `detail` (FastAPI, Django REST).",
      "Register one error handler that writes code, message and status.",
    ],
  ]),
  ...hintsOn(lacking, [
    [
      ({ node }) => !hasId(node) && holds(node, hasId),
      "Each pet is wrapped in an object of its own, as the rows of a join or the resources of an envelope are.",
      "Write the fields of the pet into the item itself.",
    ],
    [
      ({ node, name }) => node.members.some((other) => isSpeltLike(other.name, name)),
      "The field is there under another name: the names of the database or of the code are written as they are.",
      "Give the serialiser the names that the interface has (a naming policy, an alias for each field).",
    ],
    [
      ({ node }, { facts }) =>
        facts.exchanges.some(
          (e) => hasOtherContentType(e) && petIn(e)?.id === integerOf(member(node, "id")),
        ) && ["name", "categoryId"].every((name) => member(node, name) === undefined),
      "The pet has nothing but its id: the body of its create was without the Content-Type application/json, so that it was neither read nor validated, and an empty pet was stored.",
      "Reject with 415, or 400, a create whose body is not JSON or not there, before anything is stored.",
    ],
    [
      ({ name }, clues) => isLeftOutWhereFalsy(name, clues),
      "The field is left out where its value is 0 or empty: the serialiser omits zero values (omitempty in Go, NON_DEFAULT in Jackson), or the code asks whether there is a value by its truth.",
      "Write the field whatever its value is, and leave out only what was not sent.",
    ],
    [
      ({ node }, { seen }) => seen.got === 201 && node.members.length === 1 && hasId(node),
      "The answer to the create has nothing but the id: the handler writes what its INSERT returned.",
      "Answer with the whole pet that was created.",
    ],
    [
      () => true,
      "The field is not stored, or the code that writes this answer leaves it out (a view, a SELECT or a serialiser of its own).",
      "Store what was sent, and write pets with one serialiser everywhere.",
    ],
  ]),
  ...hints([
    [
      { at: "field status", got: /^2/, value: "" },
      "A status that is not set is written as an empty string, the zero value of its type.",
      "Leave the field out where a pet has no status (omitempty in Go, Include.NON_EMPTY in Jackson).",
    ],
    [
      {
        at: "field status",
        got: /^2/,
        shown: "string",
        also: ({ symptom: { isValid }, seen, facts }) =>
          !isValid && petstore(facts.contract).statuses.includes(String(seen.value).toLowerCase()),
      },
      ...statusInAnotherCase,
    ],
    [
      { at: "field status", got: 200, filter: /./, also: ({ seen }) => seen.value === seen.filter },
      "The status that was asked for is written into each pet that is listed.",
      "Write the stored status of each pet.",
    ],
    [
      { at: "field status", got: /^2/, shown: "string", also: ({ symptom: { isValid } }) => !isValid },
      "A status of the database or of the code is written that the interface does not have.",
      "Map each status of your own to one of the allowed values, or leave the field out.",
    ],
    [
      { at: /^field (?:name|categoryId)$/, got: /^2/, value: null, also: isUnfilled },
      "The pet is shown before its values are there: it is stored in one step, and its values in a later one.",
      "Store a pet with all of its values at once, or in one transaction.",
    ],
    [
      { at: "field name", got: /^2/, shown: /^(?!string)/ },
      "A name that looks like a number, null or true is written as one: its type is guessed from its text (YAML, CSV, a dynamic column).",
      "Write the name as a JSON string, whatever it looks like.",
    ],
    [
      { at: "field id", got: /^2/, shown: /^(?!number)/, pointer: /\/id$/ },
      "The id is read before the database gives it, or is written by another code than in lists.",
      "Answer with the stored pet, and write its id as a JSON number.",
    ],
    [
      { at: bodyOrField, got: 200, also: ({ body, facts }) => isOfTheOther(body, facts) },
      "A list is answered with a pet, or a read with a list: requests that run at the same time share the variable that holds the answer.",
      "Keep the answer to a request in variables of that request alone.",
    ],
    [
      { at: bodyOrField, got: 200, operation: "listPets", body: "object", also: ({ body }) => hasId(body) },
      "A list of one pet is written as that pet, as converters from XML do.",
      "Write an array, however many pets there are.",
    ],
    [
      { at: bodyOrField, got: /^2/, body: "array", also: ({ seen }) => seen.operation !== "listPets" },
      "The pet is in an array: the result of a query is returned as it is.",
      "Answer with the pet itself.",
    ],
  ]),
  ...hintsOn(asLongAsUsual, [
    [
      (_, { seen, facts }) => seen.filter === undefined && isObeyedBesideFilter(facts),
      "Lists with a status filter obey their limit, and those without one ignore it: the limit is applied beside a filter alone.",
      "Apply the limit to every list, after the filter where there is one.",
    ],
    [
      (_, { facts }) => isLimitObeyed(facts),
      "This list has as many pets as one without a limit, and others obey theirs: the query is lost now and then on its way (by one of several instances, or by a proxy that rewrites the URL), or this limit is not read as others are.",
      "Send the request several times. If it fails now and then, compare the instances and what is in front of them; if it always does, see how this value is parsed.",
    ],
    [() => true, ...limitIgnored],
  ]),
  ...hints([
    [
      {
        shape: "too-many",
        also: ({ body, seen, facts }) => {
          const limit = seen.limit ?? String(petstore(facts.contract).limit.default);
          return limit !== "0" && String((itemsOf(body) ?? 0) - 1) === limit;
        },
      },
      ...onePetMore,
    ],
  ]),
];

/** A list that has as many pets as one without a limit, and more than its own. */
function asLongAsUsual(clues: Clues): Clues | undefined {
  const { body, seen, facts } = clues;
  const usual = petstore(facts.contract).limit.default;
  if (usual === undefined || itemsOf(body) !== usual || Number(seen.limit) >= usual) return undefined;
  return isSeen({ pointer: /^/, limit: /^[0-9]{1,3}$/ }, clues) ? clues : undefined;
}

/** What was sent there is 0 or empty, and other pets have the field. */
function isLeftOutWhereFalsy(name: string, { sent, facts: { exchanges } }: Clues): boolean {
  const isFalsy = sent === 0n || sent === "";
  return isFalsy && exchanges.some((e) => isNewPet(e) && has(jsonOf(e), name));
}

/** The item at the place has neither a name nor a category. */
function isUnfilled({ symptom: { observation }, body }: Clues): boolean {
  const { place } = observation.finding;
  const item = place?.in === "body" && body && resolvePointer(body, place.pointer.replace(/\/[^/]*$/, ""));
  if (!item) return false;
  return ["name", "categoryId"].every((name) => isNull(member(item, name)));
}

/** A list was answered with a pet, and not for being a list of one: reads were answered with lists, or other lists of one are arrays. */
function isOfTheOther(body: JsonNode | undefined, { exchanges, contract }: Facts): boolean {
  const bodiesOf = (operation: string) =>
    exchanges
      .filter((e) => answeredWith(e, 200) && contract.classify(e.request).operation === operation)
      .map((e) => jsonOf(e));
  const lists = bodiesOf("listPets");
  return (
    (hasId(body) || body?.kind === "array") &&
    lists.some((list) => hasId(list)) &&
    (lists.some((list) => itemsOf(list) === 1) || bodiesOf("getPet").some((pet) => pet?.kind === "array"))
  );
}

/** True of an object whose members are pets under numbers. */
function isNumbered(node: JsonNode | undefined): boolean {
  return (
    node?.kind === "object" &&
    node.members.length > 0 &&
    node.members.every(({ name, value }) => /^[0-9]+$/.test(name) && hasId(value))
  );
}

/** True of an object with a member of which this holds. */
function holds(node: JsonNode | undefined, fits: (value: JsonNode) => boolean): boolean {
  return node?.kind === "object" && node.members.some(({ value }) => fits(value));
}

function itemsOf(node: JsonNode | undefined): number | undefined {
  return node?.kind === "array" ? node.items.length : undefined;
}

/** Another spelling of the name: `category_id` for `categoryId`. */
function isSpeltLike(one: string, other: string): boolean {
  const plain = (name: string) => name.replace(/[_-]/g, "").toLowerCase();
  return one !== other && plain(one) === plain(other);
}

/** A create that was answered with its pet, though its Content-Type was not JSON's, or missing. */
function hasOtherContentType(exchange: Exchange): boolean {
  return isNewPet(exchange) && !/json/i.test(String(recorded(exchange.request.body)?.contentType));
}

/** The object that lacks the field of this name. */
function lacking({ symptom: { observation, aspect }, body, seen }: Clues) {
  const { place } = observation.finding;
  if (aspect.of !== "field" || place?.in !== "body" || seen.found !== "nothing" || (seen.got ?? 0) >= 300)
    return undefined;
  const node = body && resolvePointer(body, place.pointer.replace(/\/[^/]*$/, ""));
  return node?.kind === "object" && member(node, "message") === undefined
    ? { node, name: aspect.name }
    : undefined;
}

export const defaultStatus = hints([
  [
    { at: "field status", method: "POST", shown: "string", also: isDefault },
    "The status that was sent is not read: the default is shown in its place.",
    "Use the default only where status is missing.",
  ],
]);

/** The status in the answer to another create that sent none. */
function isDefault({ symptom: { exchange }, facts, sent, seen }: Clues): boolean {
  const without = facts.exchanges.find(
    (e) =>
      e.id !== exchange.id &&
      e.request.method === "POST" &&
      answeredWith(e, 201) &&
      !sentText(e).includes('"status"') &&
      petIn(e)?.status !== undefined,
  );
  return typeof sent === "string" && seen.value !== sent && seen.value === petIn(without)?.status;
}
