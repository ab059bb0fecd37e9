import type { Facts } from "#core/check/facts.ts";
import { asked, type PetView, petsIn } from "../pets.ts";
import { hints } from "./clues.ts";

/** The likely cause of unfiltered lists of one status, and how to fix it. */
export const defaultOfFilter = [
  "Lists without a status filter show the pets of one status only: the parameter has a default, such as the first value of the enumeration.",
  "Give status no default: list every pet where it is missing.",
] as const;

/** What is applied where a list is asked for without a parameter. */
export const defaults = hints([
  [
    { requirement: "LIST-7", filter: undefined, limit: undefined, also: ({ facts }) => isOfOneStatus(facts) },
    ...defaultOfFilter,
  ],
  [
    {
      ...{ requirement: "LIST-7", limit: undefined },
      also: ({ symptom }) => (petsIn(symptom.exchange)?.length ?? 0) > 0,
    },
    "Where no limit is given, a smaller default is applied than the document's: that of a library, or of a call that returns one row or one page.",
    "Use the default of the document where limit is missing.",
  ],
]);

/** All that lists show for which no status was asked. */
export function unfiltered({ exchanges }: Facts): readonly PetView[] {
  return exchanges.filter((e) => asked(e, "status") === undefined).flatMap((e) => petsIn(e) ?? []);
}

export function isOfOneStatus(facts: Facts): boolean {
  return new Set(unfiltered(facts).map((pet) => pet.status)).size === 1;
}
