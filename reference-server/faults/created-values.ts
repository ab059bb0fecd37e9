import { servers } from "../bed-server.ts";
import { leadsTo } from "../hooks/call.ts";

export default servers({
  "name-in-capitals": {
    title: "answers a creation with the name in capitals",
    fails: ["CREATE-4", "CREATE-17", "CREATE-20"],
    warns: ["CREATE-18"],
    hooks: (correct) => ({
      createdBody: (pet, call) => correct.createdBody({ ...pet, name: pet.name.toUpperCase() }, call),
    }),
  },
  "name-cut-at-40": {
    title: "cuts names to 40 characters",
    fails: ["CREATE-4", "CREATE-17"],
    warns: ["CREATE-18"],
    idiom: "column shorter than what is let in",
    hooks: (correct) => ({ validateName: (value, call) => correct.validateName(value, call).slice(0, 40) }),
  },
  "category-always-one": {
    title: "stores every pet in category 1",
    fails: ["CREATE-4", "INT64-2"],
    idiom: "default in place of the value",
    hooks: (correct) => ({
      validateCategory: (value, call) => {
        correct.validateCategory(value, call);
        return 1n;
      },
    }),
  },
  "status-dropped": {
    title: "drops the status that was sent",
    fails: ["CREATE-4"],
    warns: ["LIST-10"],
    standardOnly: { "LIST-9": "where the lists add up, the pets that they lack are a must" },
    idiom: "field missing from the insert",
    hooks: (correct) => ({
      validateStatus: (value, call) => {
        correct.validateStatus(value, call);
        return undefined;
      },
    }),
  },
  "status-always-available": {
    title: "makes every created pet available",
    fails: ["LIST-9", "CREATE-4"],
    idiom: "constructor default wins",
    hooks: (correct) => ({
      validateStatus: (value, call) => {
        correct.validateStatus(value, call);
        return "available";
      },
    }),
  },
  "read-without-status": {
    title: "leaves the status out where one pet is read",
    fails: ["CREATE-20"],
    hooks: (correct) => ({
      serialisePet: (pet, call) =>
        leadsTo(call, "getPet")
          ? { ...correct.serialisePet(pet, call), status: undefined }
          : correct.serialisePet(pet, call),
    }),
  },
  "stored-under-other-name": {
    title: "stores the name without its hyphens and answers it with them",
    fails: ["LIST-9", "CREATE-20"],
    idiom: "slug saved in place of the name",
    hooks: (correct) => ({
      storePet: (pet, call) => correct.storePet({ ...pet, name: pet.name.replaceAll("-", " ") }, call),
    }),
  },
  "stored-category-as-double": {
    title: "rounds a category beyond 2^53 in the store and answers it exactly",
    // The greatest int64 is tried as a category, too, and rounds to a number outside int64.
    fails: ["INT64-2", "LIST-1"],
    hooks: (correct) => ({
      storePet: (pet, call) => correct.storePet({ ...pet, categoryId: BigInt(Number(pet.categoryId)) }, call),
    }),
  },
});
