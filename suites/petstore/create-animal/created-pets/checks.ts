import { caseRef } from "#core/check/case.ts";
import { invariant, runCheck, traceCheck } from "#core/check/check.ts";
import { answeredWith } from "#core/check/facts.ts";
import { observeBody, observer } from "#core/check/observe.ts";
import { inBody, type Observation } from "#core/check/results/verdict.ts";
import {
  type Instant,
  isWellBefore,
  type KeyCheck,
  type KeyedAnswer,
  type KeyWatch,
  lone,
} from "#core/check/traffic-check.ts";
import { quoted } from "#core/contract/validation/problem-words.ts";
import { type Exchange, isAfter, timesOf } from "#core/exchange/exchange.ts";
import { BoundedMap } from "#core/memory/bounded-map.ts";
import { isList, type PetView, petIn, petsIn } from "#suites/petstore/pets.ts";
import { untested } from "#suites/petstore/reasons.ts";
import {
  acceptedCreates,
  isCreate,
  noIdOf,
  sentPet,
  timesSent,
} from "#suites/petstore/shared/evidence/accepted-creates.ts";
import { isAscii, isJudgedName, nameInWords } from "#suites/petstore/shared/evidence/marks.ts";
import { isIn, isOwnName, noListShows } from "#suites/petstore/shared/evidence/settling.ts";
import { isBig, isFull, sightingsBy, sightingsIn } from "#suites/petstore/shared/evidence/store.ts";
import { afterACreate, createdPet, firstCreate } from "#suites/petstore/shared/steps/named-steps.ts";
import { createWithClientId } from "#suites/petstore/shared/steps/odd-bodies.ts";
import { unusualNames } from "#suites/petstore/shared/steps/valid-bodies.ts";

const category = caseRef("category", "a category");

/** CREATE-2. Subject: the body of a 201. */
export const createdIsPet = invariant(
  "CREATE-2",
  createdPet,
  afterACreate,
  (exchange, { contract }, observe) => {
    if (!isCreate(exchange) || !answeredWith(exchange, 201)) return undefined;
    const schema = contract.operations.get("createPet")?.answer(201);
    return observeBody(observe, exchange, schema, "201 with the created Pet");
  },
);

/** CREATE-3. Subject: the id of a 201, against every id seen before the create was sent and every other 201. */
export const idIsFresh = runCheck("CREATE-3", createdPet, afterACreate, (facts, observe) => {
  const shown = sightingsBy(facts).id;
  const accepted = acceptedCreates(facts);
  return accepted.flatMap(({ exchange, created }): Observation | [] => {
    const id = created?.id;
    if (id === undefined || exchange.step === createWithClientId.id) return [];
    const earlier = ({ id: other }: Exchange) => other < exchange.id;
    const twin = accepted.find((other) => earlier(other.exchange) && other.created?.id === id)?.exchange;
    const seen = shown.get(id)?.find(({ answer }) => earlier(answer) && isAfter(exchange, answer));
    const known = twin ?? seen?.answer;
    if (known === undefined) return observe.held(exchange);
    return observe.broken(
      exchange,
      "an id that no pet had before",
      { seen: `the id ${id}, which another pet has`, place: inBody("/id") },
      known,
    );
  });
});

/** CREATE-4. Subject: category, status and name in a 201, as they were sent. CREATE-17 judges unusual names. */
export const createdAsSent = lone(
  traceCheck("CREATE-4", createdPet, afterACreate, (facts, observe) =>
    acceptedCreates(facts).flatMap(({ exchange, sent, sentStatus, created }): Observation | [] => {
      if (created === undefined) return [];
      const wrong = (field: string, expected: string, seen: string) =>
        observe.broken(exchange, `${field} ${expected}, as it was sent`, {
          seen,
          place: inBody(`/${field}`),
        });
      if (
        isJudgedName(sent.name) &&
        isAscii(sent.name) &&
        !unusualNames(facts.contract).some(({ id }) => id === exchange.step) &&
        created.name !== undefined &&
        // Whether whitespace around a name is kept is a `should` (CREATE-18).
        created.name.trim() !== sent.name.trim()
      )
        return wrong("name", nameInWords(sent.name), nameInWords(created.name));
      const [was, is] = [sent.categoryId, created.categoryId];
      if (was !== undefined && is !== undefined && was !== is && !isBig(was))
        return wrong("categoryId", String(was), String(is));
      const shown = created.status === undefined ? "no status" : quoted(created.status);
      if (sentStatus && created.status !== sent.status) return wrong("status", String(sent.status), shown);
      return observe.held(exchange);
    }),
  ),
);

/** CREATE-4. Subject: the categories of all 201s: where there is one alone, a service may store every pet in it. */
export const anyCategory = traceCheck("CREATE-4", category, afterACreate, (facts, observe) => {
  const shown = acceptedCreates(facts).filter(({ created }) => created?.categoryId !== undefined);
  const [first] = shown;
  if (first === undefined) return undefined;
  const other = shown.find(({ created }) => created?.categoryId !== first.created?.categoryId);
  if (other !== undefined) return observe.held(first.exchange, other.exchange);
  return untested("one-category", {}, { change: "--category-id with a second one that exists" });
});

const afterBoth = { profile: "standard", from: [createWithClientId, firstCreate] } as const;

/** CREATE-15. Subject: the pet whose id another create sent along. */
export const clientId = traceCheck("CREATE-15", createWithClientId, afterBoth, (facts, observe) => {
  const answer = facts.answer(createWithClientId);
  const original = acceptedCreates(facts).find(({ exchange }) => exchange.step === firstCreate.id);
  const id = original?.created?.id;
  if (answer === undefined || original === undefined || id === undefined)
    return facts.notSent(createWithClientId) ?? noIdOf(firstCreate, facts, "inconclusive");
  if (answeredWith(answer, 201) && petIn(answer)?.id === id) {
    const mismatch = { seen: `201 with the id ${id} that was sent`, place: inBody("/id") };
    return observe.broken(answer, "a new id, or a 4xx", mismatch, original.exchange);
  }
  const later = (sightingsBy(facts).id.get(id) ?? []).filter((s) => isAfter(s.answer, answer));
  const name = sentPet(answer)?.name;
  const isNew = name !== undefined && name !== original.sent.name;
  const changed = later.find(({ pet }) => isNew && pet.name === name);
  if (changed !== undefined) {
    const seen = `the id ${id} with the name of the later create`;
    const mismatch = { seen, place: inBody(`${changed.pet.pointer}/name`) };
    return observe.broken(changed.answer, `the pet with the id ${id}, as it was created`, mismatch, answer);
  }
  if (later.length > 0 || !answeredWith(answer, 201))
    return observe.held(answer, ...later.map((s) => s.answer).slice(0, 1));
  return untested("id-not-shown-after", { id: String(id) });
});

/** CREATE-16. Subject: the pets of one list that bear the name of one create; the name is the run's own. */
export const onePet = traceCheck("CREATE-16", createdPet, afterACreate, (facts, observe) => {
  const lists = facts.exchanges.filter(isList);
  const seen = acceptedCreates(facts).flatMap((accepted): Observation | [] => {
    const { exchange, sent } = accepted;
    const name = isOwnName(sent.name, facts) ? sent.name : undefined;
    const most = Math.max(1, timesSent(sent.name ?? "", facts));
    for (const list of lists.filter((l) => timesOf(l).endedAtMs >= timesOf(exchange).sentAtMs)) {
      const same = name === undefined ? [] : (petsIn(list) ?? []).filter((pet) => pet.name?.includes(name));
      if (same.length > most) {
        return observe.broken(
          list,
          `${most === 1 ? "one pet" : `at most ${most} pets`} with the name that "${exchange.label}" sent`,
          { seen: `${same.length} pets with that name`, place: inBody(same[most]?.pointer) },
          exchange,
        );
      }
    }
    const shown = lists.find(
      (l) => isAfter(l, exchange) && !isFull(l, facts) && isIn(accepted, petsIn(l) ?? [], facts),
    );
    return shown === undefined ? [] : observe.held(shown);
  });
  return seen.length > 0 ? seen : noListShows(facts);
});

const mostPets = 256;

interface Created extends Instant {
  /** Name and category: no operation of the interface changes them. */
  readonly identity: string;
}

/**
 * CREATE-3. Subject: an id that two 201s to the same key gave to two pets, if the first pet is seen again afterwards.
 * If it is not, it may have been deleted by means that are not shown, and its id may be free again.
 */
export const createdIds: KeyCheck = { kind: "keyed", about: ["CREATE-3"], watch };

function watch(): KeyWatch {
  let forgotten = 0;
  const created = new BoundedMap<bigint, Created>(mostPets, () => {
    forgotten += 1;
  });
  const doubled = new BoundedMap<bigint, { readonly earlier: Created; readonly later: Created }>(mostPets);
  return {
    forgotten: () => forgotten,
    next: (keyed, facts) => {
      const { answer, operation } = keyed;
      if (operation === "createPet") return answeredWith(answer, 201) ? create(keyed) : [];
      return seenAgain(keyed, facts.setting.consistencyWaitMs);
    },
  };

  function create({ answer }: KeyedAnswer): Observation[] {
    const pet = petIn(answer);
    const identity = identityOf(pet);
    if (pet?.id === undefined || identity === undefined) return [];
    const later: Created = { identity, times: timesOf(answer) };
    const earlier = created.get(pet.id);
    created.set(pet.id, later);
    if (earlier === undefined) return [observer("CREATE-3", createdPet).held(answer)];
    if (earlier.identity !== identity && isWellBefore(earlier, later))
      doubled.set(pet.id, { earlier, later });
    return [];
  }

  function seenAgain({ answer }: KeyedAnswer, lagMs: number): Observation[] {
    for (const [id, { earlier, later }] of doubled.entries()) {
      // A read may lag behind the create for as long.
      if (!isWellBefore(later, answer, lagMs)) continue;
      const pet = sightingsIn(answer).find((one) => one.pet.id === id)?.pet;
      if (pet === undefined || identityOf(pet) !== earlier.identity) continue;
      doubled.delete(id);
      const seen = `the id ${id} of an earlier pet, which a later create was given too`;
      return [
        observer("CREATE-3", createdPet).broken(answer, "an id of its own for each created pet", {
          seen,
          place: inBody(`${pet.pointer}/id`),
        }),
      ];
    }
    return [];
  }
}

function identityOf(pet: PetView | undefined): string | undefined {
  return pet?.name === undefined || pet.categoryId === undefined
    ? undefined
    : `${pet.categoryId} ${pet.name.length} ${pet.name.slice(0, 200)}`;
}
