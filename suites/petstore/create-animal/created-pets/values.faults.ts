import { alike } from "#reference-server/bed-server.ts";
import { after, before, keeping } from "#reference-server/fault-parts.ts";
import { written } from "#reference-server/pet-parts.ts";

export default alike({ fails: ["CREATE-4"] })({
  "name-in-capitals": {
    title: "answers a creation with the name in capitals",
    fails: ["CREATE-4", "CREATE-17", "CREATE-20"],
    warns: ["CREATE-18"],
    hooks: before("createdBody", (pet) => ({ ...pet, name: pet.name.toUpperCase() })),
  },
  "name-cut-at-40": {
    title: "cuts names to 40 characters",
    fails: ["CREATE-4", "CREATE-17"],
    warns: ["CREATE-18"],
    idiom: "column shorter than what is let in",
    hooks: after("validateName", (name) => name.slice(0, 40)),
  },
  "category-always-one": {
    title: "stores every pet in category 1",
    fails: ["CREATE-4", "INT64-2"],
    idiom: "default in place of the value",
    hooks: after("validateCategory", () => 1n),
  },
  "status-dropped": {
    title: "drops the status that was sent",
    warns: ["LIST-10"],
    standardOnly: { "LIST-9": "where the lists add up, the pets that they lack are a must" },
    idiom: "field missing from the insert",
    hooks: after("validateStatus", () => undefined),
  },
  "status-always-available": {
    title: "makes every created pet available",
    fails: ["LIST-9", "CREATE-4"],
    idiom: "constructor default wins",
    hooks: after("validateStatus", () => "available"),
  },
  "read-without-status": {
    title: "leaves the status out where one pet is read",
    fails: ["CREATE-20"],
    hooks: written("getPet", () => ({ status: undefined })),
  },
  "stored-under-other-name": {
    title: "stores the name without its hyphens and answers it with them",
    fails: ["LIST-9", "CREATE-20"],
    idiom: "slug saved in place of the name",
    hooks: before("storePet", (pet) => ({ ...pet, name: pet.name.replaceAll("-", " ") })),
  },
  "names-falsy": {
    title: "stores a name that its language takes for false as unknown",
    idiom: "empty() of PHP",
    hooks: after("validateName", (name) => (name === "0" ? "unknown" : name)),
  },
  "status-lost-after-none": {
    title: "stores as available the pet that is created after one without a status",
    fails: ["CREATE-4", "LIST-9"],
    idiom: "columns of the insert before",
    hooks: keeping("readNewPet", { hasStatus: true }, (kept, correctly, body, call) => {
      const pet = correctly(body, call);
      const isLost = !kept.hasStatus && pet.status !== undefined;
      kept.hasStatus = pet.status !== undefined;
      return isLost ? { ...pet, status: "available" } : pet;
    }),
  },
  "names-guarded-as-formulas": {
    title: "puts an apostrophe before a name that a spreadsheet would calculate",
    idiom: "guard against CSV injection on input",
    hooks: after("validateName", (name) => name.replace(/^[=+@-]/, "'$&")),
  },
  "names-without-leading-zeros": {
    title: "removes zeros before the numbers in names",
    idiom: "words of digits taken for numbers",
    hooks: after("validateName", (name) => name.replace(/ 0+(?=\d)/g, " ")),
  },
  "names-with-short-numbers": {
    title: "removes zeros at the end of fractions in names",
    idiom: "words of digits taken for numbers",
    hooks: after("validateName", (name) => name.replace(/ (\d+\.\d+?)0+(?!\d)/g, " $1")),
  },
  "negative-category-without-sign": {
    title: "stores a negative category without its sign",
    idiom: "Math.abs",
    hooks: after("validateCategory", (category) =>
      category < 0n && category > -(2n ** 53n) ? -category : category,
    ),
  },
  "zero-category-as-one": {
    title: "stores the category 0 as 1",
    idiom: "categoryId || 1",
    hooks: after("validateCategory", (category) => (category === 0n ? 1n : category)),
  },
  "negative-category-stored-as-zero": {
    title: "answers a negative category as it was sent, and stores 0",
    fails: ["CREATE-20"],
    idiom: "unsigned column in a database that clips",
    hooks: before("storePet", (pet) => (pet.categoryId < 0n ? { ...pet, categoryId: 0n } : pet)),
  },
  "category-point-dropped": {
    title: "accepts a category that is written 1.0 as 10",
    profile: "thorough",
    idiom: "everything but digits removed",
    hooks: before("parseBody", (text) => text.replace(/("categoryId":\d+)\.0([,}])/, "$10$2")),
  },
  "category-exponent-dropped": {
    title: "reads a category up to its exponent",
    profile: "thorough",
    idiom: "home-made JSON reader",
    hooks: before("parseBody", (text) => text.replace(/("categoryId":\d+)E-?\d+/, "$1")),
  },
  "escaped-solidus-kept": {
    title: "keeps the backslash of an escaped solidus",
    idiom: "home-made JSON reader",
    hooks: before("parseBody", (text) => text.replaceAll("\\/", "\\\\/")),
  },
  "read-as-sold-late": {
    title: "gives a pending pet that is nine seconds old as sold by its id",
    fails: ["CREATE-20"],
    profile: "thorough",
    idiom: "upkeep in the background that rewrites one index of two",
    stage: { plan: "business" },
    hooks: after("findPet", (pet, id, call) => {
      const entry = call.state.store.entries.find((one) => one.pet.id === id);
      const isOld = entry && entry.storedAtMs > 0 && call.nowMs >= entry.storedAtMs + 9000;
      return pet?.status === "pending" && isOld ? { ...pet, status: "sold" } : pet;
    }),
  },
  "category-sign-bit": {
    title: "makes a category of 32 bits negative",
    profile: "thorough",
    idiom: "signed where it should be long",
    hooks: after("validateCategory", (category) =>
      category >= 2n ** 31n && category < 2n ** 32n ? category - 2n ** 32n : category,
    ),
  },
  "names-as-numbers": {
    title: "removes the sign and the zeros before a name that is a number",
    profile: "thorough",
    idiom: "a column of the type STRING in SQLite, which prefers numbers",
    hooks: after("validateName", (name) => name.replace(/^\+?0*(?=\d+$)/, "")),
  },
});
