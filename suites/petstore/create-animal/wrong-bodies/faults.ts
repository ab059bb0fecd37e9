import { alike } from "#reference-server/bed-server.ts";
import { before, crashing, instead, ofFraction, ofText, rejecting } from "#reference-server/fault-parts.ts";
import { jsonResponse } from "#reference-server/hooks/answers.ts";
import { leadsTo } from "#reference-server/hooks/call.ts";
import { Refusal } from "#reference-server/refusal.ts";
import { isPetStatus, petStatuses } from "#reference-server/store.ts";

const missing = alike({ fails: ["CREATE-5"], warns: ["CREATE-11"] })({
  unprocessable: {
    title: "rejects values that do not fit the schema with 422",
    fails: ["CREATE-5", "CREATE-6", "CREATE-7", "CREATE-8", "CREATE-9"],
    idiom: "422 in place of 400",
    hooks: before("refused", (refusal, call) =>
      leadsTo(call, "createPet") && refusal.status === 400 ? new Refusal(422, refusal.message) : refusal,
    ),
  },
  "refusals-with-200": {
    title: "answers 200 with an Error body to a creation that it rejects",
    fails: ["CREATE-5", "CREATE-6", "CREATE-7", "CREATE-8", "CREATE-9", "CREATE-14"],
    idiom: "always 200, the truth in the body",
    hooks: instead("refused", ({ status, message }, call) =>
      leadsTo(call, "createPet") && status === 400
        ? jsonResponse(200, call.hooks.errorBody(400, message, call), call)
        : undefined,
    ),
  },
  "name-optional": {
    title: "accepts a pet without a name",
    hooks: before("validateName", (value) => (value === undefined ? "unnamed" : value)),
  },
  "category-optional": {
    title: "accepts a pet without a category",
    warns: [],
    idiom: "zero value of an integer",
    hooks: before("validateCategory", (value) => (value === undefined ? 0n : value)),
  },
  "missing-name-500": {
    title: "fails with 500 where the name is missing",
    fails: ["HTTP-2", "CREATE-5"],
    idiom: "null pointer",
    hooks: crashing("validateName", (value) => value === undefined),
  },
});

const types = alike({ fails: ["CREATE-6"] })({
  "missing-category-422": {
    title: "answers 422 where the category is missing",
    fails: ["CREATE-5"],
    idiom: "422 in place of 400",
    hooks: rejecting("validateCategory", 422, "categoryId: field required", (value) => value === undefined),
  },
  "name-coerced": {
    title: "accepts numbers and booleans as names",
    idiom: "type coercion",
    hooks: before("validateName", (value) =>
      ["bigint", "boolean", "number"].includes(typeof value) ? String(value) : value,
    ),
  },
  "name-null": {
    title: "accepts null as a name",
    idiom: "required means present",
    hooks: before("validateName", (value) => (value === null ? "null" : value)),
  },
  "name-list": {
    title: "accepts a list as a name",
    idiom: "String(value)",
    hooks: before("validateName", (value) => (Array.isArray(value) ? value.join(",") : value)),
  },
  "name-object-500": {
    title: "fails with 500 where the name is an object",
    fails: ["CREATE-6", "HTTP-2"],
    idiom: "trim is not a function",
    hooks: crashing("validateName", (value) => typeof value === "object" && value !== null),
  },
  "category-from-text": {
    title: "accepts a string of digits as a category",
    idiom: "type coercion",
    hooks: ofText("validateCategory", (text) => (/^\d+$/.test(text) ? BigInt(text) : text)),
  },
  "category-null": {
    title: "accepts null as a category",
    idiom: "Number(null) is 0",
    hooks: before("validateCategory", (value) => (value === null ? 0n : value)),
  },
  "status-from-true": {
    title: "accepts true as the first status",
    profile: "thorough",
    idiom: "loose comparison with each of a list",
    hooks: before("validateStatus", (value) => (value === true ? "available" : value)),
  },
  "category-from-boolean": {
    title: "accepts true as category 1",
    idiom: "booleans are integers in Python",
    hooks: before("validateCategory", (value) => (typeof value === "boolean" ? BigInt(value) : value)),
  },
  "status-null": {
    title: "accepts null as a status",
    idiom: "nullable because it is optional",
    hooks: before("validateStatus", (value) => value ?? undefined),
  },
  "status-number": {
    title: "accepts a number as a status",
    idiom: "enumeration by ordinal",
    hooks: before("validateStatus", (value) => (typeof value === "bigint" ? "sold" : value)),
  },
});

const values = alike({ fails: ["CREATE-7"] })({
  "status-free": {
    title: "accepts any string as a status and stores none",
    idiom: "unknown enumeration values are skipped",
    hooks: ofText("validateStatus", (text) => (isPetStatus(text) ? text : undefined)),
  },
  "status-inherited": {
    title: "accepts as a status what every object inherits",
    idiom: "status in statuses",
    hooks: ofText("validateStatus", (text) => (text in {} ? undefined : text)),
  },
  "status-in-any-case": {
    title: "accepts a status in any letter case",
    idiom: "case folding",
    hooks: ofText("validateStatus", (text) => text.toLowerCase()),
  },
  "status-trimmed": {
    title: "accepts a status with whitespace around it",
    hooks: ofText("validateStatus", (text) => text.trim()),
  },
  "status-empty": {
    title: "treats an empty status as none",
    idiom: "if (status) for the empty string",
    hooks: before("validateStatus", (value) => (value === "" ? undefined : value)),
  },
  "status-unknown-500": {
    title: "fails with 500 for a status that it does not know",
    fails: ["CREATE-7", "HTTP-2"],
    idiom: "check constraint of the database",
    hooks: crashing("validateStatus", (value) => typeof value === "string" && !isPetStatus(value)),
  },
  "category-truncated": {
    title: "cuts the fraction off a category",
    fails: ["CREATE-8"],
    warns: ["CREATE-11"],
    idiom: "parseInt",
    hooks: ofFraction("validateCategory", (n) => (Math.abs(n) < 1e6 ? BigInt(Math.trunc(n)) : n)),
  },
  "category-wraps": {
    title: "wraps a category beyond int64",
    fails: ["CREATE-8"],
    idiom: "overflow without a check",
    hooks: before("validateCategory", (value) =>
      typeof value === "bigint" ? BigInt.asIntN(64, value) : value,
    ),
  },
  "category-saturates": {
    title: "accepts a category beyond int64 as the greatest one",
    fails: ["CREATE-8"],
    idiom: "conversion that saturates",
    hooks: before("validateCategory", (value) =>
      typeof value === "bigint" && value >= 2n ** 63n ? 2n ** 63n - 1n : value,
    ),
  },
  "category-overflow-500": {
    title: "fails with 500 for a category beyond int64",
    fails: ["CREATE-8", "HTTP-2"],
    idiom: "value out of range in the database",
    hooks: crashing(
      "validateCategory",
      (value) => typeof value === "bigint" && BigInt.asIntN(64, value) !== value,
    ),
  },
  "status-by-substring": {
    title: "accepts any part of the word for a status",
    profile: "thorough",
    idiom: '"available,pending,sold".includes(status)',
    hooks: ofText("validateStatus", (text) =>
      isPetStatus(text) || text === "" ? text : (petStatuses.find((one) => one.includes(text)) ?? text),
    ),
  },
});

export default { ...missing, ...types, ...values };
