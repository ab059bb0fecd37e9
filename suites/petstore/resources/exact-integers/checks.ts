import { caseRef, stepRef } from "#core/check/case.ts";
import { traceCheck } from "#core/check/check.ts";
import { wrongStatus } from "#core/check/expectation.ts";
import { type Answered, answeredWith, type Facts, isAnswered, judgedOperation } from "#core/check/facts.ts";
import type { Step } from "#core/check/inputs/step.ts";
import type { Observer } from "#core/check/observe.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import { inBody, type Observation } from "#core/check/results/verdict.ts";
import type { Exchange } from "#core/exchange/exchange.ts";
import { isBefore } from "#core/exchange/pacing/rate-headers.ts";
import { isInt64 } from "#core/json/number.ts";
import { idAsked, isList, petIn } from "#suites/petstore/pets.ts";
import { untested } from "#suites/petstore/reasons.ts";
import { petstore } from "#suites/petstore/roles.ts";
import {
  type AcceptedCreate,
  acceptedCreates,
  createdId,
  whatCameOf,
} from "#suites/petstore/shared/evidence/accepted-creates.ts";
import { listsShowing, sightingsOf } from "#suites/petstore/shared/evidence/settling.ts";
import { shownInLists } from "#suites/petstore/shared/evidence/shown-in-lists.ts";
import {
  categories,
  exactDoubles,
  isBig,
  isOneDouble,
  isRounded,
  seenIds,
  sightingsBy,
} from "#suites/petstore/shared/evidence/store.ts";
import { creates, firstCreate, firstList } from "#suites/petstore/shared/steps/named-steps.ts";
import { markedText, posting, postPet, readBy } from "#suites/petstore/shared/steps/requests.ts";

/** A category that a double cannot hold: one that is known to exist, else one whose low 32 bits are a negative number (ruling 12). */
export const createBigCategory: Step = posting({
  ...creates.ofBigCategory,
  profile: "standard",
  requires: [firstList],
  effect: "create",
  request: (facts) =>
    postPet(
      markedText(facts, creates.ofBigCategory.id, {
        categoryId: bigCategory(facts).id,
        status: petstore(facts.contract).statuses[0],
      }),
    ),
});

function bigCategory(facts: Facts): { readonly id: bigint; readonly known: boolean } {
  const known = categories(facts).find(({ id }) => id > exactDoubles && id % 2n === 1n);
  return known === undefined
    ? { id: exactDoubles + 2n ** 31n + 1n, known: false }
    : { id: known.id, known: true };
}

const afterCreates = { requires: [firstList, firstCreate], waitsFor: [creates.ofBigCategory] };

export const getBigId = readBy({
  ...stepRef("get/id-beyond-2^53", "get a pet with an id beyond 2^53"),
  profile: "standard",
  ...afterCreates,
  petId: (facts) => bigId(facts) ?? noBigId,
});

/** A neighbouring id: a server that reads paths as doubles mistakes it for the same. */
export const getBesideBigId = readBy({
  ...stepRef("get/beside-id-beyond-2^53", "get the id beside one beyond 2^53"),
  profile: "extended",
  ...afterCreates,
  petId: (facts) => {
    const id = bigId(facts);
    if (id === undefined) return noBigId;
    const rounded = BigInt(Number(id));
    if (rounded !== id && isInt64(rounded)) return rounded;
    return isInt64(id + 1n) ? id + 1n : id - 1n;
  },
});

/** The run's own pets first: nobody deletes them. One whose category is beyond 2^53 shows two numbers at once. */
function bigId(facts: Facts): bigint | undefined {
  const own = [creates.ofBigCategory, firstCreate].flatMap((create) => createdId(facts, create) ?? []);
  const ids = [...own, ...seenIds(facts)].filter((id) => isBig(id) && isInt64(id));
  return ids.find((id) => id % 2n !== 0n) ?? ids[0];
}

const noBigId = untested("no-big-id");

function noneBig(facts: Facts): Unresolved {
  return seenIds(facts).size === 0 ? untested("no-id-seen") : noBigId;
}

const ids = caseRef("ids", "ids");
const category = caseRef("category", "a category");
const readsOfBigIds = [
  { profile: "standard", from: [getBigId] },
  { profile: "extended", from: [getBesideBigId] },
] as const;
const inBigCategory = { profile: "standard", from: [creates.ofBigCategory] } as const;

/**
 * INT64-1. Subject: a read by an id beyond 2^53, and a created pet with such an id wherever it is shown. Only what a
 * double would make of an id is judged here; that another pet is served is GET-1's.
 */
export const exactIds = traceCheck("INT64-1", ids, readsOfBigIds, (facts, observe) => {
  const observed = [
    ...facts.exchanges.filter(isAnswered).flatMap((answer) => judgeRead(observe, answer, facts)),
    ...acceptedCreates(facts).flatMap((accepted) => {
      const id = accepted.created?.id;
      if (id === undefined || !isBig(id)) return [];
      return shownLater(observe, accepted, "id", id, facts);
    }),
  ];
  if (observed.length > 0) return observed;
  const big = bigId(facts);
  if (big !== undefined) return untested("big-id-not-shown", { id: String(big) });
  return noneBig(facts);
});

/** INT64-1. Subject: the lists that show an id beyond 2^53 which another answer shows, too. */
export const exactIdsInLists = shownInLists("INT64-1", {
  from: getBigId,
  lists: listsOfBigIds,
  what: "an id beyond 2^53 that another answer shows, too",
  none: (facts) => (bigId(facts) === undefined ? noneBig(facts) : undefined),
});

function listsOfBigIds(facts: Facts): readonly Answered[] {
  return [...sightingsBy(facts).id].flatMap(([id, seen]) => {
    if (id === undefined || !isBig(id)) return [];
    const isOwn = acceptedCreates(facts).some(({ created }) => created?.id === id);
    const lists = seen.map(({ answer }) => answer).filter(isList);
    return isOwn || lists.length < seen.length ? lists : [];
  });
}

/**
 * A pet that is served for an id is the pet of that id, to the last digit. If lists show a double as an id before and
 * after, it is not unknown: it was written rounded. If every id is exact, an id that is not a double is read.
 */
function judgeRead(observe: Observer, answer: Answered, facts: Facts): Observation[] {
  if (facts.contract.classify(answer.request).operation !== "getPet") return [];
  const id = idAsked(answer);
  if (id === undefined) return [];
  if (answeredWith(answer, 200)) {
    const got = petIn(answer)?.id;
    return got === undefined ? [] : compared(observe, id, got, answer, answer, "/id", isOneDouble);
  }
  const isDouble = BigInt(Number(id)) === id;
  if (!isBig(id) || !isDouble || !answeredWith(answer, 404)) return [];
  if (judgedOperation(answer, facts) === undefined) return [];
  const lists = (sightingsBy(facts).id.get(id) ?? []).map((seen) => seen.answer).filter((e) => isList(e));
  const before = lists.find((list) => isBefore(list, answer));
  if (before === undefined || !lists.some((list) => isBefore(answer, list))) return [];
  const expected = `200 with the pet ${id}, which lists show before and after`;
  return [observe.broken(answer, expected, wrongStatus(answer), before)];
}

/** INT64-2. Subject: a category beyond 2^53 in the 201 of the create that sent it, and wherever its pet is shown. */
export const exactCategories = traceCheck("INT64-2", category, inBigCategory, (facts, observe) => {
  const observed = acceptedCreates(facts).flatMap((accepted) => {
    const wanted = accepted.sent.categoryId;
    if (wanted === undefined || !isBig(wanted)) return [];
    const { exchange, created } = accepted;
    return [
      // Its own 201 cannot show another pet's category: any difference is a loss.
      ...compared(observe, wanted, created?.categoryId, exchange, exchange, "/categoryId", () => true),
      ...shownLater(observe, accepted, "categoryId", wanted, facts),
    ];
  });
  return observed.length > 0 ? observed : noBigCategory(facts);
});

function createdInBigCategory(facts: Facts): readonly AcceptedCreate[] {
  return acceptedCreates(facts).filter(({ sent }) => sent.categoryId !== undefined && isBig(sent.categoryId));
}

/** Why no answer shows a category beyond 2^53. */
function noBigCategory(facts: Facts): Unresolved {
  const omission = facts.notSent(creates.ofBigCategory);
  if (omission !== undefined)
    return omission.kind === "not-applicable" ? { ...omission, kind: "inconclusive" } : omission;
  if (answeredWith(facts.answer(creates.ofBigCategory), 201)) return untested("big-category-not-shown");
  const remedy = { change: "--category-id with one that exists and lies beyond 2^53" };
  const refused = bigCategory(facts).known ? "big-category-refused" : "guessed-big-category-refused";
  const came = whatCameOf(creates.ofBigCategory, facts);
  return untested(refused, { came }, remedy);
}

/** INT64-2. Subject: the lists that show a pet which was created with such a category. */
export const exactCategoriesInLists = shownInLists("INT64-2", {
  from: creates.ofBigCategory,
  lists: (facts) => listsShowing(createdInBigCategory(facts), facts),
  what: "a pet that was created with a category beyond 2^53",
  none: (facts) => (createdInBigCategory(facts).length > 0 ? undefined : noBigCategory(facts)),
});

/** A number of a created pet, wherever a pet of its name is shown. */
function shownLater(
  observe: Observer,
  accepted: AcceptedCreate,
  field: "id" | "categoryId",
  wanted: bigint,
  facts: Facts,
): Observation[] {
  return sightingsOf(accepted, facts)
    .filter(({ pet }) => pet.name === accepted.sent.name)
    .flatMap(({ pet, answer }) =>
      compared(observe, wanted, pet[field], answer, accepted.exchange, `${pet.pointer}/${field}`),
    );
}

/** Held if the digits are the same, broken if they differ; nothing if there is no number, which the schema judges. */
function compared(
  observe: Observer,
  wanted: bigint,
  got: bigint | undefined,
  answer: Exchange,
  origin: Exchange,
  pointer: string,
  isLossOf: (a: bigint, b: bigint) => boolean = isRounded,
): Observation[] {
  if (got === undefined || (!isBig(wanted) && !isBig(got))) return [];
  if (got === wanted) return [observe.held(answer)];
  // Only clamped or rounded numbers count; any other number is another pet's.
  if (!isLossOf(got, wanted) && isInt64(got) && !limits.includes(got)) return [];
  const mismatch = { seen: String(got), place: inBody(pointer) };
  return [observe.broken(answer, `${wanted}, exact to the last digit`, mismatch, origin)];
}

const limits = [2n ** 53n, 2n ** 53n - 1n, 2n ** 31n - 1n, -(2n ** 31n), 2n ** 63n - 1n, -(2n ** 63n)];
