import { describeText } from "../src/contract/problem-words.ts";
import type { Exchange } from "../src/exchange/exchange.ts";
import { petOf } from "../src/run/answers.ts";
import { traceCheck } from "../src/run/check.ts";
import type { Facts } from "../src/run/facts.ts";
import { observer } from "../src/run/observe.ts";
import type { PetView } from "../src/run/pets.ts";
import type { Step } from "../src/run/step.ts";
import type { Observation } from "../src/run/verdict.ts";
import { noListShows } from "./created-pets.ts";
import { type Taken, takenCreates } from "./creates.ts";
import { getPet, reading } from "./requests.ts";
import { exactDoubles, type Sighting, seenIds, sightings } from "./store.ts";
import { bigCategory, bigCategoryLabel, createLabel } from "./valid-bodies.ts";

/** CREATE-20. Subject: each answer that shows a created pet, against its 201. */
export const readBack = traceCheck(
  "CREATE-20",
  () => [{ case: "a created pet", row: "standard", from: [createLabel] }],
  (facts) => {
    const observe = observer("CREATE-20", "a created pet");
    const judged = takenCreates(facts).flatMap((taken) =>
      sightingsOf(taken, facts).map(({ pet, answer }): Observation => {
        const difference = differenceFrom(taken, pet);
        if (difference === undefined) return observe.held(answer);
        const { field, expected, seen } = difference;
        return observe.broken(
          answer,
          `${field} ${expected}, as in the 201`,
          { seen, where: `body ${pet.pointer}/${field}` },
          taken.exchange,
        );
      }),
    );
    return judged.length > 0 ? judged : [observe.notShown(noListShows(facts))];
  },
);

/** Answers after the 201 that show the pet, by its id, or by its name where the id is not the same. */
function sightingsOf({ exchange, sent, made }: Taken, facts: Facts): Sighting[] {
  return sightings(facts).filter(
    ({ pet, answer }) =>
      answer.sentAtMs >= exchange.endedAtMs &&
      ((pet.id !== undefined && pet.id === made?.id) || (pet.name !== undefined && pet.name === sent.name)),
  );
}

function differenceFrom({ made, sentStatus }: Taken, pet: PetView) {
  if (made === undefined) return undefined;
  if (made.id !== undefined && pet.id !== undefined && made.id !== pet.id && !isBig(made.id)) {
    return { field: "id", expected: String(made.id), seen: String(pet.id) };
  }
  if (made.name !== undefined && pet.name !== undefined && made.name !== pet.name) {
    return { field: "name", expected: describeText(made.name), seen: describeText(pet.name) };
  }
  if (
    made.categoryId !== undefined &&
    pet.categoryId !== undefined &&
    made.categoryId !== pet.categoryId &&
    !isBig(made.categoryId)
  ) {
    return { field: "categoryId", expected: String(made.categoryId), seen: String(pet.categoryId) };
  }
  // A status that was not sent may be shown in one answer and left out of another (ruling 11).
  if (made.status !== pet.status && (sentStatus || (made.status !== undefined && pet.status !== undefined))) {
    return {
      field: "status",
      expected: String(made.status),
      seen: pet.status === undefined ? "no status" : describeText(pet.status),
    };
  }
  return undefined;
}

/** GET /pets/{id} of a pet whose id a double cannot hold. */
export const getBigId: Step = reading({
  label: "get a pet with an id beyond 2^53",
  row: "standard",
  value: 8,
  after: ["list", createLabel],
  request: (facts) => {
    const id = bigIds(facts)[0];
    if (facts.setting.removal === "after") return { omitted: "getPet is removed", why: "needless" };
    return id === undefined ? { omitted: "every id that was seen is below 2^53", why: "state" } : getPet(id);
  },
});

/** INT64-1. Subject: a pet with an id beyond 2^53 read by that id; a created one with such an id where a list shows it. */
export const exactIds = traceCheck(
  "INT64-1",
  () => [{ case: "ids", row: "standard", from: [getBigId.label] }],
  (facts) => {
    const observe = observer("INT64-1", "ids");
    const observed: Observation[] = [];
    const read = facts.answer(getBigId.label);
    const id = bigIds(facts)[0];
    if (read !== undefined && id !== undefined) {
      const mismatch = petOf(id).mismatch(read, facts);
      observed.push(
        mismatch === undefined ? observe.held(read) : observe.broken(read, petOf(id).words, mismatch),
      );
    }
    for (const taken of takenCreates(facts)) {
      if (taken.made?.id === undefined || !isBig(taken.made.id)) continue;
      for (const { pet, answer } of sightingsOf(taken, facts)) {
        observed.push(compared(observe, taken.made.id, pet.id, answer, taken.exchange, `${pet.pointer}/id`));
      }
    }
    if (observed.length > 0) return observed;
    return [
      observe.notShown(
        seenIds(facts).size === 0 ? "no pet was seen" : "every id that was seen is below 2^53",
      ),
    ];
  },
);

/** INT64-2. Subject: a category beyond 2^53 in the 201 of the create that sent it, and wherever its pet is shown. */
export const exactCategories = traceCheck(
  "INT64-2",
  () => [{ case: "a category", row: "standard", from: [bigCategoryLabel] }],
  (facts) => {
    const observe = observer("INT64-2", "a category");
    const observed: Observation[] = [];
    for (const taken of takenCreates(facts)) {
      const wanted = taken.sent.categoryId;
      if (wanted === undefined || !isBig(wanted)) continue;
      const { exchange, made } = taken;
      observed.push(compared(observe, wanted, made?.categoryId, exchange, exchange, "/categoryId"));
      for (const { pet, answer } of sightingsOf(taken, facts)) {
        observed.push(
          compared(observe, wanted, pet.categoryId, answer, exchange, `${pet.pointer}/categoryId`),
        );
      }
    }
    if (observed.length > 0) return observed;
    const omission = facts.omission(bigCategoryLabel);
    if (omission !== undefined)
      return [
        observe.untold({
          ...omission,
          untold: omission.omitted,
          why: omission.why === "state" ? "state" : "lost",
        }),
      ];
    const how = bigCategory(facts).known ? "was refused" : "was only guessed, and refused";
    return [
      observe.notShown(
        `a category beyond 2^53 ${how}`,
        "--category-id with one that exists and lies beyond 2^53",
      ),
    ];
  },
);

function compared(
  observe: ReturnType<typeof observer>,
  wanted: bigint,
  got: bigint | undefined,
  answer: Exchange,
  origin: Exchange,
  pointer: string,
): Observation {
  if (got === wanted) return observe.held(answer);
  const seen = got === undefined ? "no integer" : String(got);
  return observe.broken(answer, `exactly ${wanted}`, { seen, where: `body ${pointer}` }, origin);
}

/** Ids beyond 2^53 that were seen; odd ones first: no double holds them. */
function bigIds(facts: Facts): bigint[] {
  return [...seenIds(facts)].filter(isBig).sort((a, b) => Number((b % 2n) ** 2n) - Number((a % 2n) ** 2n));
}

function isBig(n: bigint): boolean {
  return n > exactDoubles || n < -exactDoubles;
}
