import { servers } from "#reference-server/bed-server.ts";
import { jsonResponse } from "#reference-server/hooks/answers.ts";
import { leadsTo } from "#reference-server/hooks/call.ts";
import { isPetStatus, petStatuses } from "#reference-server/pet.ts";
import { Refusal } from "#reference-server/refusal.ts";

export default servers({
  unprocessable: {
    title: "rejects values that do not fit the schema with 422",
    fails: ["CREATE-5", "CREATE-6", "CREATE-7", "CREATE-8", "CREATE-9"],
    warns: ["CREATE-11"],
    idiom: "422 in place of 400",
    hooks: (correct) => ({
      refused: (refusal, call) => {
        const unprocessable = leadsTo(call, "createPet") && refusal.status === 400;
        return correct.refused(unprocessable ? new Refusal(422, refusal.message) : refusal, call);
      },
    }),
  },
  "refusals-with-200": {
    title: "answers 200 with an Error body to a creation that it rejects",
    fails: ["CREATE-5", "CREATE-6", "CREATE-7", "CREATE-8", "CREATE-9", "CREATE-14"],
    warns: ["CREATE-11"],
    idiom: "always 200, the truth in the body",
    hooks: (correct) => ({
      refused: (refusal, call) =>
        leadsTo(call, "createPet") && refusal.status === 400
          ? jsonResponse(200, correct.errorBody(400, refusal.message, call), call)
          : correct.refused(refusal, call),
    }),
  },
  "name-optional": {
    title: "accepts a pet without a name",
    fails: ["CREATE-5"],
    warns: ["CREATE-11"],
    hooks: (correct) => ({
      validateName: (value, call) => correct.validateName(value === undefined ? "unnamed" : value, call),
    }),
  },
  "category-optional": {
    title: "accepts a pet without a category",
    fails: ["CREATE-5"],
    idiom: "zero value of an integer",
    hooks: (correct) => ({
      validateCategory: (value, call) => correct.validateCategory(value === undefined ? 0n : value, call),
    }),
  },
  "missing-name-500": {
    title: "fails with 500 where the name is missing",
    fails: ["HTTP-2", "CREATE-5"],
    warns: ["CREATE-11"],
    idiom: "null pointer",
    hooks: (correct) => ({
      validateName: (value, call) => {
        if (value === undefined) throw new TypeError("Cannot read properties of undefined");
        return correct.validateName(value, call);
      },
    }),
  },
  "missing-category-422": {
    title: "answers 422 where the category is missing",
    fails: ["CREATE-5"],
    idiom: "422 in place of 400",
    hooks: (correct) => ({
      validateCategory: (value, call) => {
        if (value === undefined) throw new Refusal(422, "categoryId: field required");
        return correct.validateCategory(value, call);
      },
    }),
  },
  "name-coerced": {
    title: "accepts numbers and booleans as names",
    fails: ["CREATE-6"],
    idiom: "type coercion",
    hooks: (correct) => ({
      validateName: (value, call) => {
        const coerced = typeof value === "bigint" || typeof value === "boolean" || typeof value === "number";
        return correct.validateName(coerced ? String(value) : value, call);
      },
    }),
  },
  "name-null": {
    title: "accepts null as a name",
    fails: ["CREATE-6"],
    idiom: "required means present",
    hooks: (correct) => ({
      validateName: (value, call) => correct.validateName(value === null ? "null" : value, call),
    }),
  },
  "name-list": {
    title: "accepts a list as a name",
    fails: ["CREATE-6"],
    idiom: "String(value)",
    hooks: (correct) => ({
      validateName: (value, call) =>
        correct.validateName(Array.isArray(value) ? value.join(",") : value, call),
    }),
  },
  "name-object-500": {
    title: "fails with 500 where the name is an object",
    fails: ["CREATE-6", "HTTP-2"],
    idiom: "trim is not a function",
    hooks: (correct) => ({
      validateName: (value, call) => {
        if (typeof value === "object" && value !== null) throw new TypeError("value.trim is not a function");
        return correct.validateName(value, call);
      },
    }),
  },
  "category-from-text": {
    title: "accepts a string of digits as a category",
    fails: ["CREATE-6"],
    idiom: "type coercion",
    hooks: (correct) => ({
      validateCategory: (value, call) =>
        correct.validateCategory(
          typeof value === "string" && /^\d+$/.test(value) ? BigInt(value) : value,
          call,
        ),
    }),
  },
  "category-null": {
    title: "accepts null as a category",
    fails: ["CREATE-6"],
    idiom: "Number(null) is 0",
    hooks: (correct) => ({
      validateCategory: (value, call) => correct.validateCategory(value === null ? 0n : value, call),
    }),
  },
  "status-from-true": {
    title: "accepts true as the first status",
    fails: ["CREATE-6"],
    profile: "thorough",
    idiom: "loose comparison with each of a list",
    hooks: (correct) => ({
      validateStatus: (value, call) => correct.validateStatus(value === true ? "available" : value, call),
    }),
  },
  "category-from-boolean": {
    title: "accepts true as category 1",
    fails: ["CREATE-6"],
    idiom: "booleans are integers in Python",
    hooks: (correct) => ({
      validateCategory: (value, call) =>
        correct.validateCategory(typeof value === "boolean" ? BigInt(value) : value, call),
    }),
  },
  "status-null": {
    title: "accepts null as a status",
    fails: ["CREATE-6"],
    idiom: "nullable because it is optional",
    hooks: (correct) => ({
      validateStatus: (value, call) => correct.validateStatus(value ?? undefined, call),
    }),
  },
  "status-number": {
    title: "accepts a number as a status",
    fails: ["CREATE-6"],
    idiom: "enumeration by ordinal",
    hooks: (correct) => ({
      validateStatus: (value, call) =>
        correct.validateStatus(typeof value === "bigint" ? "sold" : value, call),
    }),
  },
  "status-free": {
    title: "accepts any string as a status and stores none",
    fails: ["CREATE-7"],
    idiom: "unknown enumeration values are skipped",
    hooks: (correct) => ({
      validateStatus: (value, call) =>
        typeof value === "string" && !["available", "pending", "sold"].includes(value)
          ? undefined
          : correct.validateStatus(value, call),
    }),
  },
  "status-inherited": {
    title: "accepts as a status what every object inherits",
    fails: ["CREATE-7"],
    profile: "thorough",
    idiom: "status in statuses",
    hooks: (correct) => ({
      validateStatus: (value, call) =>
        typeof value === "string" && value in {} ? undefined : correct.validateStatus(value, call),
    }),
  },
  "status-in-any-case": {
    title: "accepts a status in any letter case",
    fails: ["CREATE-7"],
    idiom: "case folding",
    hooks: (correct) => ({
      validateStatus: (value, call) =>
        correct.validateStatus(typeof value === "string" ? value.toLowerCase() : value, call),
    }),
  },
  "status-trimmed": {
    title: "accepts a status with whitespace around it",
    fails: ["CREATE-7"],
    hooks: (correct) => ({
      validateStatus: (value, call) =>
        correct.validateStatus(typeof value === "string" ? value.trim() : value, call),
    }),
  },
  "status-empty": {
    title: "treats an empty status as none",
    fails: ["CREATE-7"],
    idiom: "if (status) for the empty string",
    hooks: (correct) => ({
      validateStatus: (value, call) => correct.validateStatus(value === "" ? undefined : value, call),
    }),
  },
  "status-unknown-500": {
    title: "fails with 500 for a status that it does not know",
    fails: ["CREATE-7", "HTTP-2"],
    idiom: "check constraint of the database",
    hooks: (correct) => ({
      validateStatus: (value, call) => {
        if (typeof value === "string" && !["available", "pending", "sold"].includes(value)) {
          throw new Error("violates check constraint");
        }
        return correct.validateStatus(value, call);
      },
    }),
  },
  "category-truncated": {
    title: "cuts the fraction off a category",
    fails: ["CREATE-8"],
    warns: ["CREATE-11"],
    idiom: "parseInt",
    hooks: (correct) => ({
      validateCategory: (value, call) =>
        correct.validateCategory(
          typeof value === "number" && Math.abs(value) < 1e6 ? BigInt(Math.trunc(value)) : value,
          call,
        ),
    }),
  },
  "category-wraps": {
    title: "wraps a category beyond int64",
    fails: ["CREATE-8"],
    idiom: "overflow without a check",
    hooks: (correct) => ({
      validateCategory: (value, call) =>
        correct.validateCategory(typeof value === "bigint" ? BigInt.asIntN(64, value) : value, call),
    }),
  },
  "category-saturates": {
    title: "accepts a category beyond int64 as the greatest one",
    fails: ["CREATE-8"],
    idiom: "conversion that saturates",
    hooks: (correct) => ({
      validateCategory: (value, call) =>
        correct.validateCategory(
          typeof value === "bigint" && value >= 2n ** 63n ? 2n ** 63n - 1n : value,
          call,
        ),
    }),
  },
  "category-overflow-500": {
    title: "fails with 500 for a category beyond int64",
    fails: ["CREATE-8", "HTTP-2"],
    idiom: "value out of range in the database",
    hooks: (correct) => ({
      validateCategory: (value, call) => {
        if (typeof value === "bigint" && BigInt.asIntN(64, value) !== value)
          throw new RangeError("out of range");
        return correct.validateCategory(value, call);
      },
    }),
  },
  "status-by-substring": {
    title: "accepts any part of the word for a status",
    fails: ["CREATE-7"],
    profile: "thorough",
    idiom: '"available,pending,sold".includes(status)',
    hooks: (correct) => ({
      validateStatus: (value, call) => {
        if (typeof value !== "string" || value === "" || isPetStatus(value))
          return correct.validateStatus(value, call);
        return correct.validateStatus(petStatuses.find((status) => status.includes(value)) ?? value, call);
      },
    }),
  },
});
