import { type Case, type RefusalCase, refusal, scenario, traceCheck } from "#core/check/check.ts";
import { served } from "#core/check/expectation.ts";
import type { Answered, Facts } from "#core/check/facts.ts";
import type { Depth } from "#core/check/inputs/step.ts";
import { observer } from "#core/check/observe.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import { inBody } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import { type KeyCheck, lone } from "#core/check/traffic-check.ts";
import { listOf } from "#suites/petstore/pet-answers.ts";
import { asked, isList, petsIn } from "#suites/petstore/pets.ts";
import { inconclusive, notApplicable } from "#suites/petstore/reasons.ts";
import { type Petstore, petstore } from "#suites/petstore/roles.ts";
import { isServed, servedAnswers } from "#suites/petstore/shared/evidence/served-answers.ts";
import { askedLimit, sightings } from "#suites/petstore/shared/evidence/store.ts";
import { aloneStep } from "#suites/petstore/shared/steps/filtered-lists.ts";
import {
  allowedLimits,
  fullList,
  lateList,
  limitStep,
  listAtMost,
  onlyLists,
  secondList,
  storeHoldsMoreThan,
  tooFewForMaximum,
  whatShowsSize,
  wrongList,
} from "#suites/petstore/shared/steps/lists.ts";
import {
  everyList,
  fills,
  firstList,
  limitOf,
  limitsBeforeLists,
  listSteps,
  withoutLimit,
} from "#suites/petstore/shared/steps/named-steps.ts";

/** LIST-2. Subject: a list without a limit, from a store that holds more pets than the default. */
export const defaultLimit = scenario("LIST-2", (contract): readonly Case[] => {
  const most = petstore(contract).limit.default;
  if (most === undefined) return [];
  return [firstList, secondList].map((step) => ({
    ...listAtMost(step, most),
    case: withoutLimit,
    needs: step === firstList ? [] : whatShowsSize(contract, most),
  }));
});

/** LIST-3. Subject: an answer to an allowed limit. */
export const limitInRange = scenario("LIST-3", (contract) => {
  const steps = allowedLimits(contract).map(({ limit, profile }) => limitStep(limit, profile, contract));
  const late = steps.length === 0 ? [] : [lateList(contract)];
  return [...steps, ...late].map((step) => ({ step, expect: served(200) }));
});

/** LIST-4. Subject: an answer to an allowed limit, from a store that holds more pets than it asks for. */
export const atMostLimit = scenario("LIST-4", (contract) =>
  allowedLimits(contract)
    .filter(({ limit }) => limit !== petstore(contract).limit.maximum)
    .map(({ limit, profile }) => ({
      ...listAtMost(limitStep(limit, profile, contract), limit),
      needs: profile === "quick" ? [] : whatShowsSize(contract, limit),
    })),
);

/** LIST-5. Subject: every list. Only a store that holds more pets than the maximum can show a list that is too long. */
export const neverMoreThanMaximum = lone(
  traceCheck(
    "LIST-5",
    everyList,
    (contract) => {
      const { maximum } = petstore(contract).limit;
      if (maximum === undefined) return [];
      return [
        { profile: "standard", from: [fullList(contract)] },
        { profile: "thorough", from: fills(contract, maximum) },
      ];
    },
    (facts, observe) => {
      const { maximum } = petstore(facts.contract).limit;
      if (maximum === undefined) return [];
      const lists = facts.exchanges.filter((e) => e.request.credential.kind === "valid").filter(isList);
      const tooLong = lists.filter((list) => (petsIn(list)?.length ?? 0) > maximum);
      const couldNot = storeHoldsMoreThan(facts, maximum);
      if (lists.length === 0) return inconclusive("no-list");
      if (tooLong.length === 0 && couldNot !== undefined) return couldNot;
      return lists.map((list) => {
        const mismatch = listOf({ atMost: maximum }).mismatch(list, facts);
        return mismatch === undefined
          ? observe.held(list)
          : observe.broken(list, `at most ${maximum} pets`, mismatch);
      });
    },
  ),
);

type WrongLimit = readonly [text: string, profile: Depth];

/** Values outside a bound are tried where the contract has that bound. */
function wrongLimits({ minimum, maximum }: Petstore["limit"]): readonly WrongLimit[] {
  const below = (bound: number): readonly WrongLimit[] => [
    [String(bound - 1), "standard"],
    [String(bound - 2), "extended"],
    ["-2147483649", "thorough"],
  ];
  const above = (bound: number): readonly WrongLimit[] => [
    [String(bound + 1), "standard"],
    [String(bound * 10), "extended"],
    ["2147483648", "thorough"],
    ["9223372036854775808", "extended"],
  ];
  return [
    ...(minimum === undefined ? [] : below(minimum)),
    ...(maximum === undefined ? [] : above(maximum)),
    ["abc", "standard"],
    [`${minimum ?? 1}.5`, "extended"],
    ["", "extended"],
    ["5abc", "extended"],
    // Some functions that test for digits accept it; those that convert digits to a number do not.
    ["²", "thorough"],
    ["NaN", "thorough"],
    ["Infinity", "thorough"],
    ["'", "thorough"],
  ];
}

/** LIST-6. Subject: an answer to a limit that the interface does not allow. */
export const limitOutOfRange = refusal("LIST-6", (contract): readonly RefusalCase[] => {
  const { limit } = petstore(contract);
  const beforeLists = limitsBeforeLists(contract);
  return !limit.declared
    ? []
    : wrongLimits(limit).map(([text, profile]) => {
        const nth = beforeLists.indexOf(text);
        const earlier = nth === -1 ? beforeLists : beforeLists.slice(0, nth);
        return wrongList(contract, limitOf(text === "" ? "empty" : text), {
          profile,
          query: { limit: text },
          // The store is filled first. Limits that are followed by a list go one after the other, each right before its own.
          waitsFor: [...fills(contract, limit.maximum), ...earlier.map(listSteps.afterLimit)],
          vacuousWhen: tooFewForMaximum,
          ...(nth === -1 ? {} : { phase: "again" }),
        });
      });
});

/** LIST-2. Subject: a list with a filter and without a limit. */
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
  return notApplicable("too-few-of-status", { seen: seen.size, status });
}

/** LIST-2. Subject: each list without a limit that is too long. */
export const tooLongByDefault = tooLong("LIST-2");
/** LIST-4. Subject: each list that is longer than its limit. LIST-5 also looks at lists with a wrong limit. */
export const tooLongForLimit = tooLong("LIST-4");

function tooLong(about: "LIST-2" | "LIST-4") {
  return servedAnswers(about, "listPets", (answer, observe, facts) => {
    const length = petsIn(answer)?.length;
    const most = askedLimit(answer, facts);
    if (length === undefined || most === undefined || length <= most) return undefined;
    if (requirementOf(answer, most, facts) !== about) return undefined;
    const seen = `200 with ${counted(length, "pet")}`;
    return observe.broken(answer, `at most ${counted(most, "pet")}`, { seen, place: inBody() });
  });
}

/** LIST-2, LIST-4 and LIST-5. Subject: each list that could have been too long, since the key got a longer one before. */
export const listLengths: KeyCheck = {
  kind: "keyed",
  about: ["LIST-2", "LIST-4", "LIST-5"],
  watch: () => {
    let longest = 0;
    return {
      next: ({ answer }, facts) => {
        if (!isServed(answer, "listPets", facts) || !isList(answer)) return [];
        const length = petsIn(answer)?.length ?? 0;
        const most = askedLimit(answer, facts);
        const couldBeLonger = most !== undefined && longest > most && length <= most;
        longest = Math.max(longest, length);
        return couldBeLonger ? [observer(requirementOf(answer, most, facts), everyList).held(answer)] : [];
      },
    };
  },
};

function requirementOf(answer: Answered, most: number, { contract }: Facts): "LIST-2" | "LIST-4" | "LIST-5" {
  if (asked(answer, "limit") === undefined) return "LIST-2";
  return most === petstore(contract).limit.maximum ? "LIST-5" : "LIST-4";
}
