import type { Facts } from "#core/check/facts.ts";
import { type Exchange, timesOf } from "#core/exchange/exchange.ts";
import { exactInteger, isInt64 } from "#core/json/number.ts";
import { integerOf } from "#core/json/read.ts";
import { petIn, petsIn, sentField, sentName, sentText } from "../pets.ts";
import {
  type Altered,
  alteredInteger,
  type Clues,
  hints,
  hintsOn,
  isAtOnce,
  isDouble,
  isNewPet,
} from "./clues.ts";

const largest32 = 2n ** 31n - 1n;

/** The largest integer up to which a double has every integer. */
const largestExact = 2n ** 53n - 1n;

/** How an integer is changed on its way through a server. */
export const numbers = [
  ...hintsOn(rewritten, [
    [
      (raw) => /[.e]/i.test(raw),
      "The number is read as a string of digits, not by its value: JSON may write 1 as 1.0 or 10E-1.",
      "Read the body with a JSON parser, and take the number's value; reject it where that is no integer.",
    ],
  ]),
  ...hintsOn(alteredInteger, [
    [
      isConstant,
      "The field is not read from the body: whatever is sent, the same value is shown.",
      "Map the field under the name that the interface gives it, and store it.",
    ],
    [
      ({ was, is }) => was < 0n && is === -was,
      "The sign is lost: the column or the type is unsigned, or the digits alone are read.",
      "Use a signed 64-bit integer throughout, or reject the value.",
    ],
    [
      ({ was, is }) => was < 0n && is === 0n,
      "A value below zero becomes 0: it is clamped, or the column is unsigned.",
      "Use a signed 64-bit integer throughout, or reject the value.",
    ],
    [
      ({ was }) => was === 0n,
      "0 is taken for a missing value, and a default is put in its place (`||` in JavaScript, `or` in Python).",
      "Use a default only where the field is missing (`??`, `is None`).",
    ],
    [
      ({ is }) => is === largestExact,
      "The number is capped at 2^53 - 1, the largest integer that JavaScript calls safe.",
      "Carry it as a 64-bit integer throughout (BigInt and a lossless JSON parser in JavaScript).",
    ],
  ]),
  ...hints([
    [
      { at: "field id", also: ({ symptom: { pet }, facts }) => isRounded(pet?.id, facts) },
      "The id passes through a double, which has 53 bits: ids next to each other become one.",
      "Carry ids as 64-bit integers throughout: a lossless JSON parser in JavaScript, json.Number in Go, BIGINT in SQL.",
    ],
    [
      { at: "field id", operation: "createPet", also: showsAnother },
      "The answer to a create shows another pet: the new one is read back by an id that is not its own (the last id of another request, the largest one), or from a variable that requests share.",
      "Answer with the pet that this request stored, by the id that its own INSERT returned (RETURNING, lastrowid of the same connection).",
    ],
    [
      { at: "field id", also: isTime },
      "The id is the time of the create, and creates at the same time get the same one.",
      "Let the database assign each id: a sequence, an identity column.",
    ],
    [
      { at: "field id", also: isRaced },
      "Creates that ran at the same time got the same id: each computed it from what was stored before the other was (the largest id plus one, the number of pets).",
      "Let the database assign each id: a sequence, an identity column.",
    ],
    [
      {
        at: "field id",
        also: ({ symptom: { pet }, facts }) =>
          /^10+$/.test(String(pet?.id)) && bearersOf(pet?.id, facts).length > 1,
      },
      "Several creates got this id, a power of ten: the next id is the greatest one plus 1, and ids are compared as texts, where 9 is greater than 10.",
      "Keep ids in a column of integers, and let the database assign them.",
    ],
    [
      { at: "field id", also: ({ symptom: { pet }, facts }) => bearersOf(pet?.id, facts).length > 1 },
      "Several creates got this id: ids come from a constant, a counter that restarts or that each instance has for itself, the time, or a hash of the name, or a body that is sent again is answered from a cache.",
      "Let one database assign each id for all instances, and create a new pet for each request.",
    ],
    [
      { at: "field id", value: /e/i },
      "The id is written in exponent form and without its last digits: it is a double by then, formatted with some 15 digits.",
      "Carry ids as 64-bit integers throughout, and write them as such.",
    ],
    [
      { at: "field id", operation: "listPets", also: areDifferentPets },
      "Two pets of the list have this id: it was assigned twice (random ids from a small range, a counter that restarts with the process).",
      "Let the database assign each id. Lists show the pets that share an id until they are removed from the store.",
    ],
    [
      { at: /^field (?:id|categoryId)$/, shown: "number", also: isDoubleOutsideInt64 },
      "An integer that does not fit into 64 bits was accepted, and is kept as a double, as JavaScript keeps every number.",
      "Reject a whole number below -2^63 or above 2^63 - 1 with 400, before it is converted (in JavaScript, what Number.isSafeInteger rejects); remove the pets that were stored with one.",
    ],
    [
      {
        at: /^field (?:id|categoryId)$/,
        shown: "number",
        also: ({ seen }) => !isInt64(exactInteger(String(seen.value)) ?? 0n),
      },
      "The number is an unsigned 64-bit integer, or one of any size.",
      "Use a signed 64-bit integer (long, int64, BIGINT): from -2^63 to 2^63 - 1.",
    ],
  ]),
  ...hintsOn(alteredInteger, [
    [
      ({ was, is }, { seen }) => seen.at === "field categoryId" && Number(is) === Number(was),
      "The number passes through a double, which has 53 bits.",
      "Carry it as a 64-bit integer throughout (a lossless JSON parser, BIGINT in SQL), or reject with 400 what a double does not hold.",
    ],
    [
      ({ was, is }) => Number(is) === Number(was),
      "The number passes through a double, which has 53 bits: what is shown is the same double as what was sent, or the one nearest to it.",
      "Carry it as a 64-bit integer throughout: a lossless JSON parser in JavaScript, json.Number in Go, BIGINT in SQL.",
    ],
    [
      ({ was, is }) => [BigInt.asIntN(32, was), BigInt.asUintN(32, was)].includes(is),
      "The number is truncated to 32 bits: what is shown is the lower 32 bits of what was sent.",
      "Use a 64-bit integer in the code (long, int64) and in the database (BIGINT).",
    ],
    [
      ({ was, is }) =>
        digitsOfFormats.some((digits) => Number(is) === Number(Number(was).toPrecision(digits))),
      "Only the first digits of the number are written, as PHP does with a float (precision=14) and C with the format %g.",
      "Carry it as a 64-bit integer throughout, and write every digit.",
    ],
    [
      ({ is }) => is === largest32,
      "The number is capped at the largest 32-bit integer, as an INT column of MySQL does.",
      "Use BIGINT in the database, and a 64-bit integer in the code.",
    ],
    [
      ({ is }) => is === 0n,
      "The field is not read from the body, and has the zero value of its type. Its name in the model may be spelt differently (category_id).",
      "Map the field under the name that the interface gives it, and require it.",
    ],
  ]),
  ...hints([
    // A string that was sent as a string and accepted is another mistake.
    [
      {
        at: /^field (?:id|categoryId)$/,
        shown: "string",
        value: /^-?[0-9]+$/,
        also: ({ seen, sent }) => seen.value !== sent,
      },
      "The serialiser writes 64-bit integers as strings, or the database driver returns them as strings.",
      "Write a JSON number with every digit, without quotation marks.",
    ],
    [
      { at: "field status", got: /^[4-9]/, shown: "string" },
      "The status of the Error is written as a string.",
      "Write the HTTP status as a JSON number, without quotation marks.",
    ],
  ]),
];

/** With so many digits formats write a double, where nothing else is said. */
const digitsOfFormats = [6, 7, 12, 14, 15];

/** The items of the list that have the id at the place have different names, and no body named that id. */
function areDifferentPets({ symptom: { exchange, pet }, facts }: Clues): boolean {
  if (facts.exchanges.some((e) => pet?.id !== undefined && integerOf(sentField(e, "id")) === pet.id))
    return false;
  const bearers = (petsIn(exchange) ?? []).filter(({ id }) => id !== undefined && id === pet?.id);
  return new Set(bearers.map(({ name }) => name)).size > 1;
}

function isDoubleOutsideInt64({ seen: { value } }: Clues): boolean {
  const integer = exactInteger(String(value));
  return integer !== undefined && !isInt64(integer) && String(Number(integer)) === String(value);
}

/** An altered number as the body of a create wrote it. */
function rewritten(clues: Clues): string | undefined {
  const { aspect, exchange } = clues.symptom;
  const sent = aspect.of === "field" ? sentField(exchange, aspect.name) : undefined;
  return sent?.kind === "number" && alteredInteger(clues) !== undefined ? sent.raw : undefined;
}

/** Several creates sent different values, none of them this one, but all of them show this one. */
function isConstant({ is }: Altered<bigint>, { seen, facts }: Clues): boolean {
  if (seen.at !== "field categoryId") return false;
  const altered = facts.exchanges.filter(isNewPet).flatMap((e) => {
    const value = integerOf(sentField(e, "categoryId"));
    return value === undefined || value === is ? [] : [{ value, shown: petIn(e)?.categoryId }];
  });
  return new Set(altered.map(({ value }) => value)).size > 1 && altered.every(({ shown }) => shown === is);
}

/** The creates that were given this id, though none asked for it. */
function bearersOf(id: bigint | undefined, { exchanges }: Facts): readonly Exchange[] {
  return exchanges.filter(
    (e) => isNewPet(e) && sentField(e, "id") === undefined && id !== undefined && petIn(e)?.id === id,
  );
}

/** One of those that were answered with this id shows a name that another pet has, and not the one that it sent. */
function showsAnother({ symptom: { pet }, facts }: Clues): boolean {
  const names = new Set(
    facts.exchanges.flatMap((e) => [sentName(e), ...(petsIn(e) ?? []).map((p) => p.name)]),
  );
  return bearersOf(pet?.id, facts).some((e) => {
    const shown = petIn(e)?.name;
    return shown !== undefined && shown !== sentName(e) && names.has(shown);
  });
}

/** Whatever id several creates were given, they were under way together; some of them had different bodies. */
function isRaced({ symptom: { pet }, facts }: Clues): boolean {
  const ids = new Set(facts.exchanges.filter(isNewPet).flatMap((e) => petIn(e)?.id ?? []));
  const shared = [...ids].map((id) => bearersOf(id, facts)).filter((bearers) => bearers.length > 1);
  return (
    shared.some(([one]) => petIn(one)?.id === pet?.id) &&
    shared.some((bearers) => new Set(bearers.map(sentText)).size > 1) &&
    shared.every((bearers) => bearers.every((one) => bearers.some((other) => isAtOnce(one, other))))
  );
}

/** How far a clock may be off, and how many of an id's units a millisecond has. */
const [clockSkewMs, unitsOfAMs] = [5 * 60 * 1000, [0.001, 1, 1000, 1e6]];

/** Several creates were answered with this id, which is the time in seconds or smaller units. */
function isTime({ symptom: { pet }, facts }: Clues): boolean {
  const bearers = pet?.id === undefined ? [] : bearersOf(pet.id, facts);
  return (
    bearers.length > 1 &&
    bearers.every((e) =>
      unitsOfAMs.some((unit) => Math.abs(Number(pet?.id) / unit - timesOf(e).endedAtMs) < clockSkewMs),
    )
  );
}

/** This is another id that occurs in the answers, rounded. */
function isRounded(id: bigint | undefined, { exchanges }: Facts): boolean {
  if (id === undefined || id <= largestExact || !isDouble(id)) return false;
  const shown = exchanges.flatMap((e) => petIn(e) ?? petsIn(e) ?? []);
  return shown.some((pet) => pet.id !== undefined && pet.id !== id && Number(pet.id) === Number(id));
}
