import { type Facts, isAnswered } from "../../../src/core/check/facts.ts";
import { exactInteger } from "../../../src/core/json/number.ts";
import { petIn, petsIn } from "../pets.ts";
import { alteredInteger, type Clues, type Hint, isNewPet, sentField } from "./clues.ts";

const largest32 = 2n ** 31n - 1n;

/** The largest integer up to which a double has every integer. */
const largestExact = 2n ** 53n - 1n;

/** How an integer is changed on its way through a server. */
export const numbers: readonly Hint[] = [
  {
    fits: (clues) => {
      const written = rawSent(clues);
      return alteredInteger(clues) !== undefined && written !== undefined && /[.e]/i.test(written);
    },
    likelyCause:
      "The number is read as a text, digit by digit, and not by its value: JSON may write 1 as 1.0 or 10E-1.",
    howToFix:
      "Read the body with a JSON parser, and take the number's value; reject it where that is no integer.",
  },
  {
    fits: isConstant,
    likelyCause: "The field that was sent is not read: whatever it is, the same value is shown.",
    howToFix: "Map the field under the name that the interface gives it, and store it.",
  },
  {
    fits: (clues) => {
      const altered = alteredInteger(clues);
      return altered !== undefined && altered.was < 0n && altered.is === -altered.was;
    },
    likelyCause: "The sign is lost: the column or the type is unsigned, or the digits alone are read.",
    howToFix: "Use a signed 64-bit integer throughout, or reject the value.",
  },
  {
    fits: (clues) => {
      const altered = alteredInteger(clues);
      return altered !== undefined && altered.was < 0n && altered.is === 0n;
    },
    likelyCause: "A value below zero becomes 0: it is clamped, or the column is unsigned.",
    howToFix: "Use a signed 64-bit integer throughout, or reject the value.",
  },
  {
    fits: (clues) => alteredInteger(clues)?.was === 0n,
    likelyCause:
      "0 is taken for a missing value, and a default is put in its place (`||` in JavaScript, `or` in Python).",
    howToFix: "Use a default only where the field is missing (`??`, `is None`).",
  },
  {
    fits: (clues) => alteredInteger(clues)?.is === largestExact,
    likelyCause: "The number is capped at 2^53 - 1, the largest integer that JavaScript calls safe.",
    howToFix: "Carry it as a 64-bit integer throughout (BigInt and a lossless JSON parser in JavaScript).",
  },
  {
    fits: ({ symptom: { aspect, pet }, facts }) =>
      aspect.of === "field" && aspect.name === "id" && isRounded(pet?.id, facts),
    likelyCause: "The id passes through a double, which has 53 bits: ids next to each other become one.",
    howToFix:
      "Carry ids as 64-bit integers throughout: a lossless JSON parser in JavaScript, json.Number in Go, BIGINT in SQL.",
  },
  {
    fits: ({ symptom: { aspect, pet }, facts }) =>
      aspect.of === "field" &&
      aspect.name === "id" &&
      facts.exchanges.filter(
        (e) =>
          isNewPet(e) && sentField(e, "id") === undefined && pet?.id !== undefined && petIn(e)?.id === pet.id,
      ).length > 1,
    likelyCause:
      "Several creates got this id: ids come from a constant, a counter that starts anew, the time, or a hash of the name, or a body that came before is answered from a cache.",
    howToFix: "Let the database assign each id, and make a new pet of each body.",
  },
  {
    fits: ({ symptom: { aspect }, shown }) =>
      aspect.of === "field" &&
      ["id", "categoryId"].includes(aspect.name) &&
      shown?.kind === "number" &&
      isBeyond64(exactInteger(shown.raw)),
    likelyCause: "The number is an unsigned 64-bit integer, or one of any size.",
    howToFix: "Use a signed 64-bit integer (long, int64, BIGINT): from -2^63 to 2^63 - 1.",
  },
  {
    fits: (clues) => {
      const altered = alteredInteger(clues);
      return altered !== undefined && Number(altered.is) === Number(altered.was);
    },
    likelyCause:
      "The number passes through a double, which has 53 bits: what is shown is the same double as what was sent, or the one nearest to it.",
    howToFix:
      "Carry it as a 64-bit integer throughout: a lossless JSON parser in JavaScript, json.Number in Go, BIGINT in SQL.",
  },
  {
    fits: (clues) => {
      const altered = alteredInteger(clues);
      return (
        altered !== undefined &&
        [BigInt.asIntN(32, altered.was), BigInt.asUintN(32, altered.was)].includes(altered.is)
      );
    },
    likelyCause: "The number is truncated to 32 bits: what is shown are the lower 32 bits of what was sent.",
    howToFix: "Use a 64-bit integer in the code (long, int64) and in the database (BIGINT).",
  },
  {
    fits: (clues) => alteredInteger(clues)?.is === largest32,
    likelyCause: "The number is capped at the largest 32-bit integer, as an INT column of MySQL does.",
    howToFix: "Use BIGINT in the database, and a 64-bit integer in the code.",
  },
  {
    fits: (clues) => alteredInteger(clues)?.is === 0n,
    likelyCause:
      "The field is not read from the body, and has the zero of its type. Its name in the model may be spelt otherwise (category_id).",
    howToFix: "Map the field under the name that the interface gives it, and require it.",
  },
  {
    // A string that was sent as a string and accepted is another mistake.
    fits: ({ symptom: { aspect }, shown, sent }) =>
      aspect.of === "field" &&
      ["id", "categoryId"].includes(aspect.name) &&
      shown?.kind === "string" &&
      shown.value !== sent &&
      /^-?[0-9]+$/.test(shown.value),
    likelyCause:
      "The serialiser writes 64-bit integers as text, or the database driver returns them as text.",
    howToFix: "Write a JSON number with every digit, without quotation marks.",
  },
  {
    fits: ({ symptom: { aspect, got = 0 }, shown }) =>
      aspect.of === "field" && aspect.name === "status" && got >= 400 && shown?.kind === "string",
    likelyCause: "The status of the Error is written as text.",
    howToFix: "Write the HTTP status as a JSON number, without quotation marks.",
  },
];

/** The number as the body of a create wrote it. */
function rawSent({ symptom: { aspect, exchange } }: Clues): string | undefined {
  const sent = aspect.of === "field" ? sentField(exchange, aspect.name) : undefined;
  return sent?.kind === "number" ? sent.raw : undefined;
}

/** Several creates sent different values, none of them this one, but all of them show this one. */
function isConstant(clues: Clues): boolean {
  const { aspect } = clues.symptom;
  const is = alteredInteger(clues)?.is;
  if (is === undefined || aspect.of !== "field" || aspect.name !== "categoryId") return false;
  const altered = clues.facts.exchanges
    .filter((e) => isNewPet(e))
    .flatMap((e) => {
      const sent = sentField(e, "categoryId");
      const value = sent?.kind === "number" ? exactInteger(sent.raw) : undefined;
      return value === undefined || value === is ? [] : [{ value, shown: petIn(e)?.categoryId }];
    });
  return new Set(altered.map(({ value }) => value)).size > 1 && altered.every(({ shown }) => shown === is);
}

/** This is another id that occurs in the answers, rounded. */
function isRounded(id: bigint | undefined, { exchanges }: Facts): boolean {
  if (id === undefined || id <= largestExact || BigInt(Number(id)) !== id) return false;
  const shown = exchanges
    .filter((e) => isAnswered(e))
    .flatMap((e) => {
      const pet = petIn(e);
      return pet === undefined ? (petsIn(e) ?? []) : [pet];
    });
  return shown.some((pet) => pet.id !== undefined && pet.id !== id && BigInt(Number(pet.id)) === id);
}

function isBeyond64(value: bigint | undefined): boolean {
  return value !== undefined && BigInt.asIntN(64, value) !== value;
}
