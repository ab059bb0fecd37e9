import type { BedServer } from "../bed-server.ts";
import { servers } from "../bed-server.ts";
import type { Call } from "../hooks/call.ts";
import { leadsTo } from "../hooks/call.ts";
import type { Pet } from "../pet.ts";

/** A server that shows a pet otherwise in some of its answers alone. */
function shown(where: (call: Call) => boolean, as: (pet: Pet) => Partial<Pet>): Pick<BedServer, "hooks"> {
  return {
    hooks: (correct) => ({
      serialisePet: (pet, call) => correct.serialisePet(where(call) ? { ...pet, ...as(pet) } : pet, call),
    }),
  };
}

const read = (call: Call) => leadsTo(call, "getPet");
const filtered = (call: Call) => leadsTo(call, "listPets") && call.query.has("status");
const unfiltered = (call: Call) => leadsTo(call, "listPets") && !call.query.has("status");

const toInt32 = ({ categoryId }: Pet) => ({ categoryId: BigInt.asIntN(32, categoryId) });
const toDouble = ({ categoryId }: Pet) => ({ categoryId: BigInt(Number(categoryId)) });
const toLatin1 = ({ name }: Pet) => ({ name: Buffer.from(name, "utf8").toString("latin1") });

/** What one of the ways to a pet spoils, and no other. */
export default servers({
  "read-category-of-32-bits": {
    title: "keeps the lower 32 bits of a category where one pet is read",
    fails: ["CREATE-20"],
    idiom: "another model for the single pet",
    ...shown(read, toInt32),
  },
  "read-category-as-double": {
    title: "rounds a category beyond 2^53 where one pet is read",
    fails: ["INT64-2"],
    ...shown(read, toDouble),
  },
  "filtered-category-of-32-bits": {
    title: "keeps the lower 32 bits of a category in filtered lists",
    fails: ["CREATE-20"],
    idiom: "another query for the filter",
    ...shown(filtered, toInt32),
  },
  "filtered-category-as-double": {
    title: "rounds a category beyond 2^53 in filtered lists",
    // The greatest int64 is tried as a category, too, and rounds to a number outside int64.
    fails: ["INT64-2", "LIST-1"],
    ...shown(filtered, toDouble),
  },
  "unfiltered-category-as-double": {
    title: "rounds a category beyond 2^53 in unfiltered lists",
    // The greatest int64 is tried as a category, too, and rounds to a number outside int64.
    fails: ["INT64-2", "LIST-1"],
    ...shown(unfiltered, toDouble),
  },
  "read-name-in-latin-1": {
    title: "reads the UTF-8 of names as Latin-1 where one pet is read",
    fails: ["CREATE-20"],
    idiom: "bytes decoded twice",
    ...shown(read, toLatin1),
  },
  "filtered-name-in-latin-1": {
    title: "reads the UTF-8 of names as Latin-1 in filtered lists",
    fails: ["CREATE-20"],
    ...shown(filtered, toLatin1),
  },
  "unfiltered-name-in-latin-1": {
    title: "reads the UTF-8 of names as Latin-1 in unfiltered lists",
    fails: ["CREATE-20"],
    ...shown(unfiltered, toLatin1),
  },
  "read-name-cut-at-63": {
    title: "truncates names to 63 characters where one pet is read",
    fails: ["CREATE-20"],
    profile: "thorough",
    idiom: "one character for the end of the text",
    ...shown(read, ({ name }) => ({ name: name.slice(0, 63) })),
  },
});
