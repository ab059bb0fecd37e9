import { traceCheck } from "../../src/check/check.ts";
import { answeredWith } from "../../src/check/facts.ts";
import { observer } from "../../src/check/observe.ts";
import { type PetView, petIn } from "../../src/check/pets.ts";
import { inBody } from "../../src/check/place.ts";
import type { Observation } from "../../src/check/verdict.ts";
import { listedPets } from "../evidence/store.ts";
import { getAnother, getListed } from "./get-pet.ts";

const fields = ["name", "categoryId", "status"] as const satisfies readonly (keyof PetView)[];

/** GET-1. Subject: a read pet of others, against the lists before and after it, where those agree. */
export const asItIsListed = traceCheck(
  "GET-1",
  () => [],
  (facts) => {
    const observe = observer("GET-1", getListed.label);
    return [getListed, getAnother].flatMap((step): Observation[] => {
      const answer = facts.answer(step);
      const read = answer !== undefined && answeredWith(answer, 200) ? petIn(answer) : undefined;
      if (answer === undefined || read?.id === undefined) return [];
      const listed = listedPets(facts).filter(({ pet }) => pet.id === read.id);
      const before = listed.findLast((s) => s.answer.endedAtMs <= answer.sentAtMs)?.pet;
      const after = listed.find((s) => s.answer.sentAtMs >= answer.endedAtMs)?.pet;
      if (before?.name === undefined || before.categoryId === undefined || after === undefined) return [];
      // Bytes that are not UTF-8 were replaced: the name is not known.
      if (before.name.includes("\uFFFD")) return [];
      // A status may be left out of one answer and shown in another (ruling 11).
      const compared = fields.filter((one) => one !== "status" || (before.status && read.status));
      const field = compared.find((one) => before[one] !== read[one]);
      if (field === undefined) return [];
      if (fields.some((one) => before[one] !== after[one])) return [];
      const mismatch = { seen: `another ${field}`, place: inBody(`/${field}`) };
      return [observe.broken(answer, `the ${field} that the lists before and after show`, mismatch)];
    });
  },
);
