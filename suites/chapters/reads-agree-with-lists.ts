import { traceCheck } from "../../src/check/check.ts";
import { answeredWith } from "../../src/check/facts.ts";
import { observer } from "../../src/check/observe.ts";
import { type PetView, petIn } from "../../src/check/pets.ts";
import { inBody } from "../../src/check/place.ts";
import type { Observation } from "../../src/check/verdict.ts";
import { listedPets } from "../evidence/store.ts";
import { getAnother, getListed } from "./get-pet.ts";

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
      const same = (a: PetView, b: PetView) => a.name === b.name && a.categoryId === b.categoryId;
      if (!same(before, after) || same(before, read)) return [];
      const field = before.name === read.name ? "categoryId" : "name";
      const mismatch = { seen: `another ${field}`, place: inBody(`/${field}`) };
      return [observe.broken(answer, `the ${field} that the lists before and after show`, mismatch)];
    });
  },
);
