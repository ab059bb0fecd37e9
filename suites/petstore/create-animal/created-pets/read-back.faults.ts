import { servers } from "#reference-server/bed-server.ts";
import { asked, filtered, read, rewrite, shown, unfiltered, writing } from "#reference-server/fault-parts.ts";
import type { Hooks } from "#reference-server/hooks/call.ts";
import type { Pet } from "#reference-server/pet.ts";

const toInt32 = ({ categoryId }: Pet) => ({ categoryId: BigInt.asIntN(32, categoryId) });

const toLatin1 = ({ name }: Pet) => ({ name: Buffer.from(name, "utf8").toString("latin1") });

export default servers({
  "filter-written-into-the-answer": {
    title: "writes the status that was asked for into every pet that it lists",
    fails: ["CREATE-20", "STATUS-1"],
    idiom: "filter used as a template",
    hooks: (correct) => ({
      listPets: (call) => {
        const status = asked(call);
        if (status === undefined) return correct.listPets(call);
        const serialisePet: Hooks["serialisePet"] = (pet, own) =>
          correct.serialisePet({ ...pet, status }, own);
        const matchesStatus = () => true;
        return correct.listPets({ ...call, hooks: { ...call.hooks, serialisePet, matchesStatus } });
      },
    }),
  },
  "filter-written-into-the-store": {
    title: "gives every pet in the store the status that was asked for",
    fails: ["CREATE-20", "STATUS-1"],
    idiom: "UPDATE in place of SELECT",
    hooks: writing((call, status) => rewrite(call, status, () => true)),
  },
  "filter-assigns-created-pets": {
    title: "gives the pets that were created the status that was asked for",
    fails: ["CREATE-20", "STATUS-1"],
    idiom: "detached objects of the session written back",
    hooks: writing((call, status) =>
      rewrite(call, status, ({ id }) =>
        call.state.store.entries.some(({ pet, storedAtMs }) => pet.id === id && storedAtMs > 0),
      ),
    ),
  },
  "two-default-statuses": {
    title:
      "shows a pet that was created without a status as pending where one pet is read, and as available in lists",
    fails: ["CREATE-20"],
    warns: ["LIST-10"],
    idiom: "default of the model, another in the query",
    hooks: (correct) => ({
      serialisePet: (pet, call) => {
        const status = pet.status ?? (read(call) ? "pending" : unfiltered(call) ? "available" : undefined);
        return correct.serialisePet({ ...pet, status }, call);
      },
    }),
  },
  "read-category-of-32-bits": {
    title: "keeps the lower 32 bits of a category where one pet is read",
    fails: ["CREATE-20"],
    idiom: "another model for the single pet",
    ...shown(read, toInt32),
  },
  "filtered-category-of-32-bits": {
    title: "keeps the lower 32 bits of a category in filtered lists",
    fails: ["CREATE-20"],
    idiom: "another query for the filter",
    ...shown(filtered, toInt32),
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
  "read-name-in-turkish-case": {
    title: "writes I as the dotless ı of Turkish where one pet is read",
    fails: ["CREATE-20"],
    idiom: "toLowerCase() under a Turkish locale",
    ...shown(read, ({ name }) => ({ name: name.replaceAll("I", "\u0131") })),
  },
  "read-name-cut-at-63": {
    title: "truncates names to 63 characters where one pet is read",
    fails: ["CREATE-20"],
    idiom: "one character for the end of the text",
    ...shown(read, ({ name }) => ({ name: name.slice(0, 63) })),
  },
  "listed-name-ends-at-comma": {
    title: "ends names at their first comma in unfiltered lists",
    fails: ["CREATE-20"],
    idiom: "GROUP_CONCAT, split again",
    ...shown(unfiltered, ({ name }) => ({ name: name.replace(/,.*/s, "") })),
  },
});
