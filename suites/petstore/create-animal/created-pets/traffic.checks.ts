import { answeredWith } from "#core/check/facts.ts";
import { isList } from "#core/check/json-body.ts";
import { observer } from "#core/check/observe.ts";
import {
  type Instant,
  isWellBefore,
  type KeyCheck,
  type KeyedAnswer,
  type KeyWatch,
} from "#core/check/traffic-check.ts";
import { inBody, type Observation } from "#core/check/verdict.ts";
import { BoundedMap } from "#core/exchange/bounded-map.ts";
import { timesOf } from "#core/exchange/exchange.ts";
import { type PetView, petIn, petsIn } from "#suites/petstore/pets.ts";
import { createdPet } from "#suites/petstore/shared/steps/named-steps.ts";

/** How many created pets of one key are remembered. */
const mostPets = 256;

/** A pet that a 201 showed. */
interface Created extends Instant {
  /** Name and category: no operation of the interface changes them. */
  readonly identity: string;
}

/**
 * CREATE-3. Subject: the id of a 201 that an earlier 201 to the same key gave to another pet, where that pet is seen again
 * afterwards. Otherwise it may have been deleted by means that are not shown, so that its id is free again.
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
      const pet = petsShownBy(answer).find((one) => one.id === id);
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

function petsShownBy(answer: KeyedAnswer["answer"]): readonly PetView[] {
  if (!answeredWith(answer, 200)) return [];
  if (isList(answer)) return petsIn(answer) ?? [];
  const pet = petIn(answer);
  return pet === undefined ? [] : [pet];
}

function identityOf(pet: PetView | undefined): string | undefined {
  return pet?.name === undefined || pet.categoryId === undefined
    ? undefined
    : `${pet.categoryId} ${pet.name.length} ${pet.name.slice(0, 200)}`;
}
