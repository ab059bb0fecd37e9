import { traceCheck } from "#core/check/check.ts";
import { inBody, type Observation } from "#core/check/results/verdict.ts";
import { quoted } from "#core/contract/validation/problem-words.ts";
import { isBefore } from "#core/exchange/pacing/rate-headers.ts";
import { isList, type PetView } from "#suites/petstore/pets.ts";
import { type AcceptedCreate, acceptedCreates } from "#suites/petstore/shared/evidence/accepted-creates.ts";
import { isJudgedName, nameInWords } from "#suites/petstore/shared/evidence/marks.ts";
import {
  listsShowing,
  noListShows,
  noneToShow,
  sightingsOf,
} from "#suites/petstore/shared/evidence/settling.ts";
import { shownInLists } from "#suites/petstore/shared/evidence/shown-in-lists.ts";
import { isRounded } from "#suites/petstore/shared/evidence/store.ts";
import { afterACreate, createdPet, firstCreate } from "#suites/petstore/shared/steps/named-steps.ts";

/** CREATE-20. Subject: each answer that shows a created pet, against its 201. */
export const readBack = traceCheck("CREATE-20", createdPet, afterACreate, (facts, observe) => {
  const judged = acceptedCreates(facts).flatMap((accepted) =>
    sightingsOf(accepted, facts).map(({ pet, answer }): Observation => {
      const difference = differenceFrom(accepted, pet);
      if (difference === undefined) return observe.held(answer);
      const { field, expected, seen } = difference;
      return observe.broken(
        answer,
        `${field} ${expected}, as in the 201`,
        { seen, place: inBody(`${pet.pointer}/${field}`) },
        accepted.exchange,
      );
    }),
  );
  return judged.length > 0 ? judged : noListShows(facts);
});

/** CREATE-20. Subject: the lists that show a created pet. Reads do not show what a list makes of it. */
export const readBackInLists = shownInLists("CREATE-20", {
  from: firstCreate,
  lists: (facts) => listsShowing(acceptedCreates(facts), facts),
  what: "a pet that this run created",
  none: noneToShow,
});

/**
 * CREATE-20. Subject: the status of a pet that this run created without one. A read breaks the requirement if a list
 * before it and a list after it agree on another status, and so does a list between two reads (ruling 4). The service
 * may choose any status, as long as all answers show the same, and may leave it out.
 */
export const oneDefault = traceCheck("CREATE-20", createdPet, [], (facts, observe) =>
  acceptedCreates(facts).flatMap((accepted): Observation | [] => {
    if (accepted.sentStatus || accepted.created?.status !== undefined) return [];
    const shown = sightingsOf(accepted, facts).filter(({ pet }) => pet.status !== undefined);
    for (const middle of shown) {
      const others = shown.filter(
        ({ pet, answer }) => pet.status !== middle.pet.status && isList(answer) !== isList(middle.answer),
      );
      const before = others.find(({ answer }) => isBefore(answer, middle.answer));
      const after = others.find(
        ({ pet, answer }) => pet.status === before?.pet.status && isBefore(middle.answer, answer),
      );
      if (before === undefined || after === undefined) continue;
      const elsewhere = isList(middle.answer) ? "reads" : "lists";
      const expected = `status ${quoted(before.pet.status ?? "")}, as ${elsewhere} before and after show it`;
      const mismatch = {
        seen: quoted(middle.pet.status ?? ""),
        place: inBody(`${middle.pet.pointer}/status`),
      };
      return observe.broken(middle.answer, expected, mismatch, before.answer, after.answer);
    }
    return [];
  }),
);

function differenceFrom({ sent, created, sentStatus }: AcceptedCreate, pet: PetView) {
  if (created === undefined) return undefined;
  const ofDigits = (field: "id" | "categoryId") => {
    const [was, is] = [created[field], pet[field]];
    if (was === undefined || is === undefined || was === is || isRounded(was, is)) return undefined;
    return { field, expected: String(was), seen: String(is) };
  };
  const ofName = () => {
    // What a store makes of a lone surrogate, of NUL or of a very long name is open (ruling 11), and a 201 may show it as sent.
    if (sent.name !== undefined && !isJudgedName(sent.name)) return undefined;
    if (created.name === undefined || pet.name === undefined) return undefined;
    // Whitespace around it and its Unicode normal form are a `should` (ruling 11).
    const [was, is] = [created.name, pet.name].map((name) => name.trim().normalize("NFKC"));
    if (was === is) return undefined;
    return { field: "name", expected: nameInWords(created.name), seen: nameInWords(pet.name) };
  };
  const ofStatus = () => {
    // A status that was not sent may be shown in one answer and left out of another (ruling 11).
    const isCompared = created.status !== undefined && (sentStatus || pet.status !== undefined);
    if (!isCompared || created.status === pet.status) return undefined;
    const seen = pet.status === undefined ? "no status" : quoted(pet.status);
    return { field: "status", expected: String(created.status), seen };
  };
  return ofDigits("id") ?? ofName() ?? ofDigits("categoryId") ?? ofStatus();
}
