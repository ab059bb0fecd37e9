import { servers } from "#reference-server/bed-server.ts";
import { after, around } from "#reference-server/fault-parts.ts";

export default servers({
  "unknown-members-500": {
    title: "fails with 500 on a field that it does not know",
    fails: ["CREATE-5", "CREATE-14", "HTTP-2"],
    idiom: "members passed on as columns",
    hooks: after("requireObject", (object) => {
      const unknown = Object.keys(object).find((name) => !/^(id|name|categoryid|status)$/i.test(name));
      if (unknown !== undefined) throw new Error(`column "${unknown}" does not exist`);
      return object;
    }),
  },
  "greatest-category-500": {
    title: "fails with 500 for the greatest category that an int64 has",
    fails: ["CREATE-14", "HTTP-2"],
    profile: "thorough",
    idiom: "the next number does not fit",
    hooks: around("storePet", (correctly, pet, call) => {
      if (pet.categoryId === 2n ** 63n - 1n) throw new RangeError("bigint out of range");
      correctly(pet, call);
    }),
  },
  "nul-in-name-500": {
    title: "fails with 500 for a name with NUL",
    fails: ["CREATE-14", "HTTP-2"],
    idiom: "PostgreSQL text without NUL",
    hooks: around("storePet", (correctly, pet, call) => {
      if (pet.name.includes("\0")) throw new Error("invalid byte sequence for encoding UTF8: 0x00");
      correctly(pet, call);
    }),
  },
  "long-name-500": {
    title: "fails with 500 for a name longer than its column",
    fails: ["CREATE-14", "HTTP-2"],
    idiom: "varchar(255)",
    hooks: around("storePet", (correctly, pet, call) => {
      if (pet.name.length > 64) throw new Error("value too long for type character varying");
      correctly(pet, call);
    }),
  },
  "empty-name-500": {
    title: "fails with 500 for an empty name",
    fails: ["CREATE-14", "HTTP-2"],
    idiom: "name[0] of an empty string",
    hooks: around("storePet", (correctly, pet, call) => {
      if (pet.name === "") throw new RangeError("string index out of range");
      correctly(pet, call);
    }),
  },
  "negative-category-500": {
    title: "fails with 500 for a negative category",
    fails: ["CREATE-14", "HTTP-2"],
    idiom: "unsigned column",
    hooks: around("storePet", (correctly, pet, call) => {
      if (pet.categoryId < 0n) throw new RangeError("Out of range value for column");
      correctly(pet, call);
    }),
  },
  "unknown-category-500": {
    title: "fails with 500 for a category that no pet has",
    fails: ["CREATE-14", "HTTP-2"],
    idiom: "foreign key without a handler",
    hooks: around("admitPet", (correctly, pet, call) => {
      const known = call.state.store.entries.some((entry) => entry.pet.categoryId === pet.categoryId);
      if (!known) throw new Error("violates foreign key constraint");
      correctly(pet, call);
    }),
  },
  "inherited-fields-500": {
    title: "fails with 500 on a field that is named as what objects inherit",
    fails: ["CREATE-14", "HTTP-2"],
    idiom: "body.hasOwnProperty('name')",
    hooks: after("requireObject", (object) => {
      if (Object.hasOwn(object, "hasOwnProperty")) throw new TypeError("hasOwnProperty is not a function");
      return object;
    }),
  },
  "deep-member-500": {
    title: "fails with 500 on a field that is nested deeply",
    fails: ["CREATE-14", "HTTP-2"],
    idiom: "recursion without a bound",
    hooks: around("parseBody", (correctly, text, call) => {
      if (text.includes("[".repeat(300))) throw new RangeError("maximum recursion depth exceeded");
      return correctly(text, call);
    }),
  },
  "member-twice-500": {
    title: "fails with 500 on a field that occurs twice",
    fails: ["CREATE-14", "HTTP-2"],
    profile: "thorough",
    idiom: "dictionary that takes a key once",
    hooks: around("parseBody", (correctly, text, call) => {
      if (/("name":"[^"]*"),\1/.test(text)) throw new Error("An item with the same key has been added");
      return correctly(text, call);
    }),
  },
  "first-inexact-category-500": {
    title: "fails with 500 for the category 2^53",
    fails: ["CREATE-14", "HTTP-2"],
    profile: "thorough",
    idiom: "Number.isSafeInteger asserted",
    hooks: around("storePet", (correctly, pet, call) => {
      if (pet.categoryId === 2n ** 53n) throw new RangeError("not a safe integer");
      correctly(pet, call);
    }),
  },
  "nesting-500": {
    title: "fails with 500 over a body that is nested a thousand levels deep",
    fails: ["CREATE-14", "HTTP-2"],
    idiom: "RecursionError of Python's json",
    hooks: around("parseBody", (correctly, text, call) => {
      if (text.startsWith("[".repeat(1000))) throw new Error("maximum recursion depth exceeded");
      return correctly(text, call);
    }),
  },
  "zero-category-500": {
    title: "fails with 500 for the category 0",
    fails: ["CREATE-14", "HTTP-2"],
    idiom: "foreign key of 0 taken for none",
    hooks: after("validateCategory", (category) => {
      if (category === 0n) throw new Error("null value in column category_id");
      return category;
    }),
  },
  "category-fraction-of-zero-500": {
    title: "fails with 500 for a category that is written 1.0",
    fails: ["CREATE-14", "HTTP-2"],
    idiom: "Long.parseLong of the number's text",
    hooks: around("parseBody", (correctly, text, call) => {
      if (/"categoryId":-?\d+\.0[,}]/.test(text)) throw new TypeError("NumberFormatException");
      return correctly(text, call);
    }),
  },
});
