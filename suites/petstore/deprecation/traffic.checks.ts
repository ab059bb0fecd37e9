import { caseRef } from "#core/check/case.ts";
import { answeredWith } from "#core/check/facts.ts";
import { isList } from "#core/check/json-body.ts";
import { observer } from "#core/check/observe.ts";
import type { KeyCheck, KeyedAnswer, KeyWatch } from "#core/check/traffic-check.ts";
import { BoundedMap } from "#core/exchange/bounded-map.ts";
import { idAsked, petIn, petsIn } from "../pets.ts";
import { notServed } from "./checks.ts";

const readOfListed = caseRef("read-of-listed", "a read of a pet that was listed");

/** So many pets of one key are remembered: those that its answers showed last. */
const mostPets = 1024;

/**
 * DEPR-5. Subject: a read, after the removal, of a pet that an earlier list or create showed to the same key. Whether
 * a pet that was not shown is still there is not known.
 */
export const readsAfterRemoval: KeyCheck = { kind: "keyed", about: ["DEPR-5"], watch };

function watch(): KeyWatch {
  const observe = observer("DEPR-5", readOfListed);
  const shown = new BoundedMap<bigint, true>(mostPets);
  return {
    // A pet that is forgotten leaves a read untested, and nothing that was reported depends on it.
    next: ({ answer, operation }, facts) => {
      for (const id of idsShownBy(answer, operation)) shown.set(id, true);
      if (operation !== "getPet" || facts.setting.removals.getPet !== "after") return [];
      const id = idAsked(answer);
      if (answer.request.credential.kind !== "valid" || id === undefined || !shown.get(id)) return [];
      const mismatch = notServed.mismatch(answer, facts);
      return [
        mismatch === undefined ? observe.held(answer) : observe.broken(answer, notServed.words, mismatch),
      ];
    },
  };
}

function idsShownBy(answer: KeyedAnswer["answer"], operation: KeyedAnswer["operation"]): readonly bigint[] {
  const pets =
    operation === "createPet" && answeredWith(answer, 201)
      ? [petIn(answer)]
      : operation === "listPets" && isList(answer)
        ? (petsIn(answer) ?? [])
        : [];
  return pets.flatMap((pet) => pet?.id ?? []);
}
