import { alike } from "#reference-server/bed-server.ts";
import { crashing } from "#reference-server/fault-parts.ts";
import { isJsonObject, type Json } from "#reference-server/json.ts";

const fieldsOf = (body: Json) => (isJsonObject(body) ? Object.keys(body) : []);

export default alike({ fails: ["CREATE-14", "HTTP-2"] })({
  "unknown-members-500": {
    title: "fails with 500 on a field that it does not know",
    fails: ["CREATE-5", "CREATE-14", "HTTP-2"],
    idiom: "members passed on as columns",
    hooks: crashing("requireObject", (body) =>
      fieldsOf(body).some((name) => !/^(id|name|categoryid|status)$/i.test(name)),
    ),
  },
  "greatest-category-500": {
    title: "fails with 500 for the greatest category that an int64 has",
    profile: "thorough",
    idiom: "the next number does not fit",
    hooks: crashing("storePet", (pet) => pet.categoryId === 2n ** 63n - 1n),
  },
  "no-shard-for-negatives": {
    title: "fails with 500 for a category whose low 32 bits are a negative number",
    idiom: "a shard by the remainder of an int",
    hooks: crashing("storePet", (pet) => BigInt.asIntN(32, pet.categoryId) < 0n),
  },
  "nul-in-name-500": {
    title: "fails with 500 for a name with NUL",
    idiom: "PostgreSQL text without NUL",
    hooks: crashing("storePet", (pet) => pet.name.includes("\0")),
  },
  "long-name-500": {
    title: "fails with 500 for a name longer than its column",
    idiom: "varchar(255)",
    hooks: crashing("storePet", (pet) => pet.name.length > 64),
  },
  "empty-name-500": {
    title: "fails with 500 for an empty name",
    idiom: "name[0] of an empty string",
    hooks: crashing("storePet", (pet) => pet.name === ""),
  },
  "negative-category-500": {
    title: "fails with 500 for a negative category",
    idiom: "unsigned column",
    hooks: crashing("storePet", (pet) => pet.categoryId < 0n),
  },
  "unknown-category-500": {
    title: "fails with 500 for a category that no pet has",
    idiom: "foreign key without a handler",
    hooks: crashing("admitPet", ({ categoryId }, { state }) =>
      state.store.entries.every(({ pet }) => pet.categoryId !== categoryId),
    ),
  },
  "inherited-fields-500": {
    title: "fails with 500 on a field that is named as what objects inherit",
    profile: "thorough",
    idiom: "body.hasOwnProperty('name')",
    hooks: crashing("requireObject", (body) => fieldsOf(body).includes("hasOwnProperty")),
  },
  "deep-member-500": {
    title: "fails with 500 on a field that is nested deeply",
    idiom: "recursion without a bound",
    hooks: crashing("parseBody", (text) => text.includes("[".repeat(300))),
  },
  "member-twice-500": {
    title: "fails with 500 on a field that occurs twice",
    profile: "thorough",
    idiom: "dictionary that takes a key once",
    hooks: crashing("parseBody", (text) => /("name":"[^"]*"),\1/.test(text)),
  },
  "first-inexact-category-500": {
    title: "fails with 500 for the category 2^53",
    profile: "thorough",
    idiom: "Number.isSafeInteger asserted",
    hooks: crashing("storePet", (pet) => pet.categoryId === 2n ** 53n),
  },
  "nesting-500": {
    title: "fails with 500 over a body that is nested a thousand levels deep",
    idiom: "RecursionError of Python's json",
    hooks: crashing("parseBody", (text) => text.startsWith("[".repeat(1000))),
  },
  "zero-category-500": {
    title: "fails with 500 for the category 0",
    idiom: "foreign key of 0 taken for none",
    hooks: crashing("validateCategory", (value) => value === 0n),
  },
  "category-fraction-of-zero-500": {
    title: "fails with 500 for a category that is written 1.0",
    profile: "thorough",
    idiom: "Long.parseLong of the number's text",
    hooks: crashing("parseBody", (text) => /"categoryId":-?\d+\.0[,}]/.test(text)),
  },
});
