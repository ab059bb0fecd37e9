import { refused } from "../../src/core/check/answers.ts";
import { type RefusalCase, refusal, scenario } from "../../src/core/check/check.ts";
import { anyOf, type Expectation } from "../../src/core/check/expectation.ts";
import { type Answered, type Facts, hasStatus } from "../../src/core/check/facts.ts";
import { isList } from "../../src/core/check/json-body.ts";
import { inBody } from "../../src/core/check/place.ts";
import type { Priority } from "../../src/core/check/priority.ts";
import type { Step } from "../../src/core/check/step.ts";
import type { Unresolved } from "../../src/core/check/unresolved.ts";
import { countOf } from "../../src/core/check/words.ts";
import type { Contract } from "../../src/core/contract/contract.ts";
import type { RequestSpec } from "../../src/core/exchange/exchange.ts";
import { holdsCreated, holdsSome } from "../evidence/settling.ts";
import { sightings } from "../evidence/store.ts";
import { listOf, validList } from "../petstore/pet-answers.ts";
import { petsIn } from "../petstore/pets.ts";
import { petstore } from "../petstore/roles.ts";
import { listAnswered } from "../steps/controls.ts";
import { closingListOf, filterAlone, firstList, readAfterFilter } from "../steps/named-steps.ts";
import { listPets } from "../steps/requests.ts";
import { unseenFilter } from "../steps/unseen-filter.ts";
import { fullList, onlyLists } from "./list-pets.ts";

/** The list of one status at the maximum limit, when everything has been created. */
export function statusStep(status: string, contract: Contract): Step {
  const { limit } = petstore(contract);
  return {
    label: closingListOf(status).label,
    profile: "quick",
    priority: "essential",
    phase: "closing",
    expectedValidity: "valid",
    request: () => listPets({ status, limit: limit.maximum }),
    retryUntil: holdsCreated,
  };
}

/** STATUS-1. Subject: a list filtered by a status, from a store that holds pets of another one too. */
export const exactStatus = scenario("STATUS-1", (contract) =>
  petstore(contract).statuses.map((status) => ({
    step: statusStep(status, contract),
    precondition: (answer, facts) =>
      isList(facts.answer(fullList(contract))) ? undefined : onlyLists(answer),
    expect: listOfStatus(status, undefined),
    vacuousWhen: (answer, facts) => filterCouldShow(answer, facts, status),
  })),
);

/**
 * The same list, asked for before anything is created: a status may have no pets yet, and what is remembered of the
 * answer is stale by the end.
 */
function firstStep(status: string, contract: Contract): Step {
  const { limit } = petstore(contract);
  return {
    label: `status ${status} at first`,
    profile: "thorough",
    priority: "unusual",
    requires: [firstList],
    phase: "opening",
    expectedValidity: "valid",
    request: () => listPets({ status, limit: limit.maximum }),
  };
}

/** STATUS-1. Subject: a filtered list from the store as the run finds it. */
export const exactStatusAtFirst = scenario("STATUS-1", (contract) =>
  petstore(contract).statuses.map((status) => ({
    step: firstStep(status, contract),
    precondition: onlyLists,
    expect: listOfStatus(status, undefined),
    vacuousWhen: (answer, facts) =>
      filterCouldShow(answer, facts, status) && {
        reason: "every pet that was seen has that status",
        kind: "not-applicable",
      },
  })),
);

/** The same without a limit, as one asks for it in place of getPet. */
function aloneStep(status: string, index: number, statuses: readonly string[]): Step {
  return {
    label: filterAlone(status).label,
    profile: index === 0 ? "standard" : "thorough",
    priority: index === 0 ? "typical" : "regular",
    phase: "closing",
    // Between the first and the others comes a read, which may not show what the filter left behind.
    waitsFor: [...statuses.map(closingListOf), ...(index === 0 ? [] : [readAfterFilter])],
    expectedValidity: "valid",
    request: () => listPets({ status }),
  };
}

/** STATUS-1. Subject: a list filtered by a status and not by a limit. */
export const exactStatusAlone = scenario("STATUS-1", (contract) => {
  const { statuses } = petstore(contract);
  return statuses.map((status, index) => ({
    step: aloneStep(status, index, statuses),
    // Beside it, the list of a status that has no pets yet.
    needs: index === 0 ? [unseenFilter] : [],
    precondition: (answer) => (hasStatus(answer, 200) ? onlyLists(answer) : undefined),
    expect: listOfStatus(status, undefined),
    vacuousWhen: (answer, facts) => filterCouldShow(answer, facts, status),
  }));
});

/** LIST-2. Subject: the same; the default holds with a filter too. */
export const defaultWithStatus = scenario("LIST-2", (contract) => {
  const { statuses, limit } = petstore(contract);
  return limit.default === undefined
    ? []
    : statuses.map((status, index) => ({
        step: aloneStep(status, index, statuses),
        precondition: onlyLists,
        expect: listOf({ atMost: limit.default }),
        vacuousWhen: (_: Answered, facts: Facts) => filterCouldExceed(facts, status, limit.default ?? 0),
      }));
});

/** Undefined when more pets of a status were seen than a list of it may hold. */
function filterCouldExceed(facts: Facts, status: string, most: number): Unresolved | undefined {
  const seen = new Set(sightings(facts).flatMap(({ pet }) => (pet.status === status ? pet.id : [])));
  if (seen.size > most) return undefined;
  return {
    reason: `lists and reads show only ${countOf(seen.size, `${status} pet`)} with an id`,
    kind: "not-applicable",
  };
}

interface Both {
  readonly status: string;
  readonly limit: number;
  readonly profile: Step["profile"];
  readonly priority: Priority;
}

/** Each status with the smallest limit; further limits with one status each, for the two may be read by different code. */
function filtersWithLimits(contract: Contract): readonly Both[] {
  const { statuses, limit } = petstore(contract);
  const { minimum = 1, maximum = Number.POSITIVE_INFINITY, default: standard = minimum, declared } = limit;
  const [first, second = first] = statuses;
  const last = statuses.at(-1);
  if (!declared || first === undefined || second === undefined || last === undefined) return [];
  const smallest = statuses.toReversed().map(
    (status, index): Both => ({
      status,
      limit: minimum,
      profile: index === 0 ? "standard" : "thorough",
      priority: index === 0 ? "common" : "regular",
    }),
  );
  const more = [
    { status: last, limit: minimum + 1, priority: "frequent" as const },
    { status: first, limit: minimum + 6, priority: "occasional" as const },
    { status: second, limit: standard, priority: "frequent" as const },
    { status: first, limit: maximum - 1, priority: "rare" as const },
  ];
  return [...smallest, ...more.map((both) => ({ ...both, profile: "thorough" as const }))].filter(
    ({ status, limit: asked }, nth, all) =>
      asked >= minimum &&
      asked <= maximum &&
      all.findIndex((other) => other.status === status && other.limit === asked) === nth,
  );
}

/** STATUS-2. Subject: a filtered list with a limit, from a store that holds more pets of that status than the limit. */
export const statusAndLimit = scenario("STATUS-2", (contract) =>
  filtersWithLimits(contract).map(({ status, limit, profile, priority }, nth) => ({
    step: {
      label: `status ${status} and limit ${limit}`,
      profile,
      priority,
      phase: "closing",
      expectedValidity: "valid",
      // The order of the parameters means nothing.
      request: () => (nth % 2 === 0 ? listPets({ status, limit }) : limitFirst(listPets({ status, limit }))),
      retryUntil: holdsSome,
    },
    precondition: onlyLists,
    expect: listOfStatus(status, limit),
    // Few stores hold more of a status than a large limit: there the filter is what is tested.
    vacuousWhen: (answer, facts) =>
      limit > (petstore(contract).limit.minimum ?? 1) + 1
        ? filterCouldShow(answer, facts, status)
        : filterAndLimitCouldShow(answer, facts, status, limit),
  })),
);

function limitFirst(spec: RequestSpec): RequestSpec {
  return { ...spec, query: (spec.query ?? []).toReversed() };
}

/** STATUS-3. Subject: an answer to a filter with a value that is none of the enumeration. */
export const otherStatus = refusal("STATUS-3", (contract): readonly RefusalCase[] => {
  const { statuses, limit } = petstore(contract);
  const [first, second = first] = statuses;
  if (first === undefined) return [];
  const values = [
    { label: "unknown", text: "conformance-unknown", profile: "standard", priority: "typical" },
    { label: "in upper case", text: first.toUpperCase(), profile: "thorough", priority: "common" },
    { label: "empty", text: "", profile: "thorough", priority: "common" },
    {
      label: "with letters beyond ASCII",
      text: "\u00e9t\u00e9 \u732b",
      profile: "thorough",
      priority: "frequent",
    },
    { label: "of two values", text: `${first},${second}`, profile: "thorough", priority: "regular" },
    { label: "with a quote", text: `${first}'`, profile: "thorough", priority: "frequent" },
    { label: "with NUL", text: `${first}\0`, profile: "thorough", priority: "regular" },
    { label: "null", text: "null", profile: "thorough", priority: "unusual" },
    { label: "of an object's own", text: "__proto__", profile: "thorough", priority: "occasional" },
  ] as const;
  return values
    .filter(({ text }) => !statuses.includes(text))
    .map(({ label, text, profile, priority }) => ({
      step: {
        label: `status filter ${label}`,
        profile,
        priority,
        requires: [firstList],
        expectedValidity: "invalid",
        request: () => listPets({ status: text }),
      },
      control: listAnswered(firstList),
      expect: anyOf(refused("4xx"), validList({ atMost: limit.maximum })),
    }));
});

/** A 200 list in which every pet has exactly this status; a pet without one does not belong (ruling 4). */
export function listOfStatus(status: string, atMost: number | undefined): Expectation<"served"> {
  const list = listOf({ atMost });
  return {
    kind: "served",
    words: `${list.words}, every pet ${status}`,
    mismatch: (answer, facts) => {
      const mismatch = list.mismatch(answer, facts);
      if (mismatch !== undefined) return mismatch;
      const pets = petsIn(answer) ?? [];
      const others = pets.filter((pet) => pet.status !== status);
      const [first] = others;
      if (first === undefined) return undefined;
      const seen =
        first.status === undefined ? "has no status" : `has the status ${JSON.stringify(first.status)}`;
      const belong =
        others.length === 1 ? "1 does not belong: it" : `${others.length} do not belong, the first`;
      return {
        seen: `200 with ${countOf(pets.length, "pet")}; ${belong} ${seen}`,
        place: inBody(`${first.pointer}/status`),
      };
    },
  };
}

export function filterCouldShow(answer: Answered, facts: Facts, status: string): Unresolved | undefined {
  const remedy = { change: "a store with pets of every status" };
  if ((petsIn(answer) ?? []).length === 0) {
    return { reason: `the list of ${status} pets is empty`, kind: "untested", remedy };
  }
  const other = sightings(facts).some(({ pet }) => pet.id !== undefined && pet.status !== status);
  return other
    ? undefined
    : { reason: `no list or read shows a pet with an id that is not ${status}`, kind: "untested", remedy };
}

export function filterAndLimitCouldShow(
  answer: Answered,
  facts: Facts,
  status: string,
  limit: number,
): Unresolved | undefined {
  const couldNot = filterCouldShow(answer, facts, status);
  if (couldNot !== undefined) return couldNot;
  const ids = new Set(
    sightings(facts)
      .filter(({ pet }) => pet.status === status)
      .flatMap(({ pet }) => pet.id ?? []),
  );
  if (ids.size > limit) return undefined;
  return {
    reason: `lists and reads show only ${countOf(ids.size, `${status} pet`)} with an id`,
    kind: "untested",
    remedy: { change: "a store with more pets of that status" },
  };
}
