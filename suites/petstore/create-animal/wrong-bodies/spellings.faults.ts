import { alike } from "#reference-server/bed-server.ts";
import { before, crashing, ofFraction, ofText } from "#reference-server/fault-parts.ts";
import { isJsonObject } from "#reference-server/json.ts";
import { petStatuses } from "#reference-server/store.ts";

const categories = alike({ fails: ["CREATE-8"] })({
  "category-infinite": {
    title: "accepts a category that no double holds as the greatest int64",
    idiom: "Infinity cast to a long",
    hooks: before("parseBody", (text) => text.replace(/("categoryId":)\d+e\d{3}/, "$19223372036854775807")),
  },
  "category-infinite-500": {
    title: "fails with 500 for a category that no double holds",
    fails: ["CREATE-8", "HTTP-2"],
    idiom: "BigInt(Infinity)",
    hooks: crashing("parseBody", (text) => /:-?\d+e\d{3}/.test(text)),
  },
  "category-of-64-bits": {
    title: "accepts the lower 64 bits of a category beyond 2^64",
    idiom: "unsigned overflow",
    hooks: before("validateCategory", (value) =>
      typeof value === "bigint" && value >= 2n ** 64n ? BigInt.asUintN(64, value) : value,
    ),
  },
  "category-rounded-below-zero": {
    title: "rounds a negative fraction to a category",
    profile: "thorough",
    idiom: "value % 1 > 0",
    hooks: ofFraction("validateCategory", (n) => (n < 0 && n > -1e6 ? BigInt(Math.floor(n)) : n)),
  },
  "category-below-one": {
    title: "accepts a category between 0 and 1 as 0",
    profile: "thorough",
    hooks: ofFraction("validateCategory", (n) => (Math.abs(n) < 1 ? 0n : n)),
  },
  "category-nearly-whole": {
    title: "accepts a category that is a millionth from an integer",
    warns: ["CREATE-11"],
    profile: "thorough",
    idiom: "fractions compared with an epsilon",
    hooks: ofFraction("validateCategory", (n) =>
      Math.abs(n - Math.round(n)) < 1e-6 ? BigInt(Math.round(n)) : n,
    ),
  },
  "category-word-500": {
    title: "fails with 500 where the category is a word",
    fails: ["CREATE-6", "HTTP-2"],
    idiom: "int() without a handler",
    hooks: crashing("validateCategory", (value) => typeof value === "string" && /[a-z]/.test(value)),
  },
  "category-leading-digits": {
    title: "accepts the digits at the beginning of a text as a category",
    fails: ["CREATE-6"],
    idiom: "parseInt",
    hooks: ofText("validateCategory", (text) => {
      const digits = /^(\d+)\D/.exec(text)?.[1];
      return digits === undefined ? text : BigInt(digits);
    }),
  },
});

const objects = alike({ fails: ["CREATE-6"], profile: "thorough" })({
  "category-blank": {
    title: "accepts a string of one space as category 0",
    idiom: "Number(' ') is 0",
    hooks: before("validateCategory", (value) => (value === " " ? 0n : value)),
  },
  "category-from-object": {
    title: "accepts an object with an id as a category",
    idiom: "reference in place of its identifier",
    hooks: before("validateCategory", (value) =>
      isJsonObject(value) && value.id !== undefined ? value.id : value,
    ),
  },
  "name-from-object": {
    title: "accepts an object with a name as a name",
    idiom: "reference in place of its name",
    hooks: before("validateName", (value) =>
      isJsonObject(value) && value.name !== undefined ? value.name : value,
    ),
  },
  "status-from-object": {
    title: "accepts an object with a value as a status",
    idiom: "enumeration serialised as an object",
    hooks: before("validateStatus", (value) =>
      isJsonObject(value) && value.value !== undefined ? value.value : value,
    ),
  },
  "status-empty-object": {
    title: "accepts an empty object as no status",
    hooks: before("validateStatus", (value) =>
      isJsonObject(value) && Object.keys(value).length === 0 ? undefined : value,
    ),
  },
});

const statuses = alike({ fails: ["CREATE-7"], profile: "thorough" })({
  "status-with-capital": {
    title: "accepts a status with a capital letter",
    idiom: "names of an enumeration in code",
    hooks: ofText("validateStatus", (text) => (/^[A-Z][a-z]/.test(text) ? text.toLowerCase() : text)),
  },
  "status-before-line-end": {
    title: "accepts a status with a line end after it",
    idiom: "^(available|pending|sold)$",
    hooks: ofText("validateStatus", (text) => text.replace(/\n$/, "")),
  },
  "status-after-blanks": {
    title: "accepts a status with whitespace before it",
    hooks: ofText("validateStatus", (text) => text.trimStart()),
  },
  "status-in-a-word": {
    title: "accepts a word that ends in a status",
    idiom: "regular expression without an anchor",
    hooks: ofText("validateStatus", (text) => petStatuses.find((one) => text.endsWith(one)) ?? text),
  },
  "status-from-digits": {
    title: "accepts a number in a string as a status",
    idiom: "Enum.TryParse",
    hooks: ofText("validateStatus", (text) => (/^\d$/.test(text) ? "pending" : text)),
  },
});

const more = alike({ fails: ["CREATE-6"] })({
  "category-falsy": {
    title: "accepts an empty string, false, an empty array and an empty object as category 0",
    idiom: "categoryId or 0 in Python",
    hooks: before("validateCategory", (value) => {
      const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
      return value === "" || value === false || isEmpty ? 0n : value;
    }),
  },
  "category-of-many-digits-500": {
    title: "fails with 500 for a category of more than 4300 digits",
    fails: ["CREATE-8", "HTTP-2"],
    profile: "thorough",
    idiom: "a bound on digits in Python, whose error is not that of the JSON parser",
    hooks: crashing("parseBody", (text) => /\d{4301}/.test(text)),
  },
});

/** The same value in another spelling, and other values that look like a right one. */
export default { ...categories, ...objects, ...statuses, ...more };
