import { stepRef } from "#core/check/case.ts";
import { type RefusalCase, refusal, scenario } from "#core/check/check.ts";
import { hasStatus } from "#core/check/facts.ts";
import { generatedStep } from "#core/check/inputs/generate.ts";
import type { Depth, Step } from "#core/check/inputs/step.ts";
import { inBody } from "#core/check/results/verdict.ts";
import type { Contract } from "#core/contract/contract.ts";
import { quoted } from "#core/contract/validation/problem-words.ts";
import { asked, isList, petsIn } from "#suites/petstore/pets.ts";
import { notApplicable } from "#suites/petstore/reasons.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { servedAnswers } from "#suites/petstore/shared/evidence/served-answers.ts";
import { holdsSome } from "#suites/petstore/shared/evidence/settling.ts";
import { generatedScenario, meets, statusesOutside } from "#suites/petstore/shared/generated/values.ts";
import { listAnswered } from "#suites/petstore/shared/steps/controls.ts";
import {
  aloneStep,
  filterCouldShow,
  filteredList,
  statusStep,
} from "#suites/petstore/shared/steps/filtered-lists.ts";
import { fullList, onlyLists, refusedOrWithin, wrongList } from "#suites/petstore/shared/steps/lists.ts";
import {
  filterAndLimit,
  firstList,
  listSteps,
  readSteps,
  unknownStatusFilter,
} from "#suites/petstore/shared/steps/named-steps.ts";
import { listing, listPets } from "#suites/petstore/shared/steps/requests.ts";
import { onWalk, statusOnTheWalk } from "#suites/petstore/shared/steps/walk.ts";

/** STATUS-3. Subject: a filter outside the enumeration, with a limit. */
export const unknownStatusAndLimit = refusal("STATUS-3", (contract): readonly RefusalCase[] => {
  const { limit, statuses } = petstore(contract);
  const { declared, minimum = 1 } = limit;
  if (!declared || statuses.length === 0) return [];
  const { id, label } = unknownStatusFilter;
  return [
    wrongList(contract, stepRef(`${id}/limit/${minimum}`, `${label}, and limit ${minimum}`), {
      profile: "extended",
      query: { status: "conformance-unknown", limit: minimum },
      waitsFor: [listSteps.afterMaximum],
      control: firstList,
    }),
  ];
});

/**
 * STATUS-1. Subject: a list filtered by a status, from a store that holds pets of another one too. The last status first: the
 * pet that was read before has the first one, so that a filter which is written into it shows.
 */
export const exactStatus = scenario("STATUS-1", (contract) =>
  petstore(contract)
    .statuses.toReversed()
    .map((status) => ({
      ...filteredList(statusStep(status, contract), status),
      precondition: (answer, facts) =>
        isList(facts.answer(fullList(contract))) ? undefined : onlyLists(answer),
      keptByLag: true,
    })),
);

/**
 * STATUS-1. Subject: a filtered list from the store as the run finds it: a status may have no pets yet, and a cached answer is
 * stale by the end.
 */
export const exactStatusAtFirst = scenario("STATUS-1", (contract) =>
  petstore(contract).statuses.map((status, nth, { length }) => {
    const step: Omit<Step, "request"> = {
      ...stepRef(`status/${status}/at-first`, `status ${status} at first`),
      ...{ requires: [firstList], waitsFor: [listSteps.afterMaximum], phase: "opening" },
      profile: nth === length - 1 ? "extended" : "thorough",
    };
    return {
      ...filteredList(listing(step, { status, limit: petstore(contract).limit.maximum }), status),
      vacuousWhen: (answer, facts) =>
        filterCouldShow(answer, facts, status) && notApplicable("all-of-that-status"),
    };
  }),
);

/** STATUS-1. Subject: a list with a status filter and no limit. */
export const exactStatusAlone = scenario("STATUS-1", (contract) => {
  const { statuses } = petstore(contract);
  return statuses.map((status, index) => ({
    ...filteredList(aloneStep(status, index, statuses), status),
    precondition: (answer) => (hasStatus(answer, 200) ? onlyLists(answer) : undefined),
  }));
});

type Both = readonly [status: string, limit: number, profile: Depth];

/** Each status with the smallest limit, and further limits with one status each, since different code may read the two. */
function filtersWithLimits(contract: Contract): readonly Both[] {
  const { statuses, limit } = petstore(contract);
  const { minimum = 1, maximum = Number.POSITIVE_INFINITY, default: standard = minimum, declared } = limit;
  const [first, second = first] = statuses;
  const last = statuses.at(-1);
  if (!declared || first === undefined || second === undefined || last === undefined) return [];
  const [, ...others] = statuses.toReversed();
  const tried: readonly Both[] = [
    [last, minimum, "standard"],
    ...others.map((status): Both => [status, minimum, "thorough"]),
    [last, minimum + 1, "extended"],
    [first, minimum + 6, "thorough"],
    [second, standard, "extended"],
    [first, maximum - 1, "thorough"],
  ];
  return tried.filter(
    ([status, asked], nth) =>
      asked >= minimum &&
      asked <= maximum &&
      tried.findIndex(([other, limit]) => other === status && limit === asked) === nth,
  );
}

/** STATUS-2. Subject: a filtered list with a limit, from a store that holds more pets of that status than the limit. */
export const statusAndLimit = scenario("STATUS-2", (contract) =>
  filtersWithLimits(contract).map(([status, limit, profile], nth) => {
    const step: Step = {
      ...filterAndLimit(status, limit),
      profile,
      phase: "closing",
      // After the list without a limit, which has to come right after the longest lists: a limit that is left behind shows in it
      // if it is greater than the default. And after the read, which shows what that list left behind.
      waitsFor: [
        ...petstore(contract).statuses.slice(0, 1).map(listSteps.ofStatusAlone),
        readSteps.afterFilter,
      ],
      expectedValidity: "valid",
      // The first may meet another instance; what a connection keeps of its first filter shows in the others.
      ...(nth === 0 && { newConnection: true }),
      // The order of the parameters means nothing.
      request: () => {
        const { query = [], ...list } = listPets({ status, limit });
        return { ...list, query: nth % 2 === 0 ? query : query.toReversed() };
      },
      retryUntil: holdsSome,
    };
    // Few stores hold more pets of a status than a large limit: then only the filter is tested.
    const tested = limit > (petstore(contract).limit.minimum ?? 1) + 1 ? undefined : limit;
    return {
      ...filteredList(step, status, limit),
      keptByLag: true,
      vacuousWhen: (answer, facts) => filterCouldShow(answer, facts, status, tested),
    };
  }),
);

/** STATUS-2. Subject: the same list once more, with nothing created since: a page that is kept may hold more than was shown of it. */
export const statusAndLimitAgain = scenario("STATUS-2", (contract) =>
  filtersWithLimits(contract)
    .slice(0, 1)
    .map(([status, limit]) => {
      const first = filterAndLimit(status, limit);
      const again = stepRef(`${first.id}/again`, `${first.label}, again`);
      const how = { profile: "extended", phase: "closing", requires: [first] } as const;
      return filteredList(listing({ ...again, ...how }, { status, limit }), status, limit);
    }),
);

/** STATUS-3. Subject: an answer to a filter with a value outside the enumeration. */
export const otherStatus = refusal("STATUS-3", (contract): readonly RefusalCase[] => {
  const { statuses } = petstore(contract);
  const [first, second = first] = statuses;
  if (first === undefined) return [];
  const values: readonly (readonly [string, string, Depth])[] = [
    // What every object inherits, so that a look-up in a plain object finds it.
    ["unknown", "constructor", "standard"],
    ["in upper case", first.toUpperCase(), "extended"],
    ["empty", "", "extended"],
    ["with letters beyond ASCII", "\u00e9t\u00e9 \u732b", "extended"],
    ["of two values", `${first},${second}`, "thorough"],
    ["with a quote", `${first}'"`, "extended"],
    ["with NUL", `${first}\0`, "thorough"],
    ["null", "null", "thorough"],
    ["of an object's own", "__proto__", "thorough"],
  ];
  return values
    .filter(([, text]) => !statuses.includes(text))
    .map(([kind, text, profile]) =>
      wrongList(contract, stepRef(`status-filter/${kind}`, `status filter ${kind}`), {
        profile,
        query: { status: text },
        control: firstList,
      }),
    );
});

/** STATUS-1. Subject: the pets of each list to which a filter was given. */
export const filteredLists = servedAnswers("STATUS-1", "listPets", (answer, observe) => {
  const status = asked(answer, "status");
  const pets = petsIn(answer) ?? [];
  if (status === undefined || pets.length === 0) return undefined;
  const other = pets.find((pet) => pet.status !== status);
  if (other === undefined) return observe.held(answer);
  return observe.broken(answer, `only pets with the status ${quoted(status)}`, {
    seen: other.status === undefined ? "a pet without a status" : `a pet with ${quoted(other.status)}`,
    place: inBody(`${other.pointer}/status`),
  });
});

/** STATUS-3. Subject: an answer to a generated filter outside the enumeration. */
export const generatedWrongStatuses = generatedScenario("STATUS-3", (contract) => {
  const { statuses, limit } = petstore(contract);
  const expect = refusedOrWithin(limit.maximum);
  const step = generatedStep({
    ...stepRef("generated status filters"),
    requires: [firstList],
    expectedValidity: "invalid",
    runs: 8,
    inputs: (fc) => statusesOutside(fc, statuses),
    request: (status) => listPets({ status }),
    holds: meets(expect),
  });
  return statuses.length > 0 ? [{ step, control: listAnswered(firstList), expect }] : [];
});

/** STATUS-1. Subject: a filtered list right after requests of every kind. */
export const statusOnWalk = scenario("STATUS-1", (contract) => {
  const status = statusOnTheWalk(contract);
  if (status === undefined) return [];
  return onWalk(contract, "statusList").map((of) => ({ ...filteredList(of.step, status), ...of }));
});
