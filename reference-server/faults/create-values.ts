import { servers } from "../bed-server.ts";

export default servers({
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
});
