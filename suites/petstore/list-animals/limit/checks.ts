import {
  type Case,
  type RefusalCase,
  refusal,
  scenario,
  traceCheck,
} from "../../../../src/core/check/check.ts";
import { anyOf, refused, served } from "../../../../src/core/check/expectation.ts";
import type { Answered, Facts } from "../../../../src/core/check/facts.ts";
import { isList } from "../../../../src/core/check/json-body.ts";
import { observer } from "../../../../src/core/check/observe.ts";
import { type Priority, stepRef } from "../../../../src/core/check/step.ts";
import { lone } from "../../../../src/core/check/traffic-check.ts";
import type { Unresolved } from "../../../../src/core/check/unresolved.ts";
import type { Contract } from "../../../../src/core/contract/contract.ts";
import { listOf, validList } from "../../pet-answers.ts";
import { petsIn } from "../../pets.ts";
import { inconclusive, notApplicable } from "../../reasons.ts";
import { petstore } from "../../roles.ts";
import { everyList, withoutLimit } from "../../shared/cases.ts";
import { sightings } from "../../shared/evidence/store.ts";
import { listAnswered } from "../../shared/steps/controls.ts";
import { aloneStep } from "../../shared/steps/filtered-lists.ts";
import {
  fullList,
  limitStep,
  onlyLists,
  secondList,
  storeHoldsMoreThan,
  whatShowsSize,
} from "../../shared/steps/lists.ts";
import {
  fills,
  firstList,
  limitOf,
  limitsBeforeLists,
  listAfterLimit,
} from "../../shared/steps/named-steps.ts";
import { listPets } from "../../shared/steps/requests.ts";
import { allowedLimits } from "./allowed-limits.ts";

/** LIST-2. Subject: a list without a limit, from a store that holds more pets than the default. */
export const defaultLimit = scenario("LIST-2", (contract): readonly Case[] => {
  const most = petstore(contract).limit.default;
  if (most === undefined) return [];
  return [firstList, secondList].map((step) => ({
    step,
    case: withoutLimit,
    needs: step === firstList ? [] : whatShowsSize(contract, most),
    precondition: onlyLists,
    expect: listOf({ atMost: most }),
    vacuousWhen: (_, facts) => storeHoldsMoreThan(facts, most),
  }));
});

/** LIST-3. Subject: an answer to an allowed limit. */
export const limitInRange = scenario("LIST-3", (contract) =>
  allowedLimits(contract).map((r) => ({
    step: limitStep(r.limit, r.profile, r.priority, contract),
    expect: served(200),
  })),
);

/** LIST-4. Subject: an answer to an allowed limit, from a store that holds more pets than it asks for. */
export const atMostLimit = scenario("LIST-4", (contract) =>
  allowedLimits(contract)
    .filter((r) => r.limit !== petstore(contract).limit.maximum)
    .map((r) => ({
      step: limitStep(r.limit, r.profile, r.priority, contract),
      needs: r.profile === "quick" ? [] : whatShowsSize(contract, r.limit),
      precondition: onlyLists,
      expect: listOf({ atMost: r.limit }),
      vacuousWhen: (_, facts) => storeHoldsMoreThan(facts, r.limit),
    })),
);

/** LIST-5. Subject: every list. The list at the maximum shows that it could have held too many. */
export const neverMoreThanMaximum = lone(
  traceCheck(
    "LIST-5",
    (contract) =>
      petstore(contract).limit.maximum === undefined
        ? []
        : [
            { case: everyList, profile: "standard", from: [fullList(contract)] },
            {
              case: everyList,
              profile: "thorough",
              from: fills(contract, petstore(contract).limit.maximum),
            },
          ],
    (facts) => {
      const observe = observer("LIST-5", everyList);
      const { maximum } = petstore(facts.contract).limit;
      if (maximum === undefined) return [];
      const lists = facts.exchanges.filter((e) => e.request.credential.kind === "valid").filter(isList);
      const tooLong = lists.filter((list) => (petsIn(list)?.length ?? 0) > maximum);
      const couldNot = storeHoldsMoreThan(facts, maximum);
      if (lists.length === 0) return [observe.unresolved(inconclusive("no-list"))];
      if (tooLong.length === 0 && couldNot !== undefined) return [observe.unresolved(couldNot)];
      return lists.map((list) => {
        const mismatch = listOf({ atMost: maximum }).mismatch(list, facts);
        return mismatch === undefined
          ? observe.held(list)
          : observe.broken(list, `at most ${maximum} pets`, mismatch);
      });
    },
  ),
);

interface WrongLimit {
  readonly text: string;
  readonly profile: "standard" | "thorough";
  readonly priority: Priority;
}

/** Values outside a bound are tried where the contract has that bound. */
function wrongLimits(contract: Contract): readonly WrongLimit[] {
  const {
    limit: { minimum, maximum },
  } = petstore(contract);
  const below: readonly WrongLimit[] =
    minimum === undefined
      ? []
      : [
          { text: String(minimum - 1), profile: "standard", priority: "essential" },
          { text: String(minimum - 2), profile: "thorough", priority: "typical" },
          { text: "-2147483649", profile: "thorough", priority: "unusual" },
        ];
  const above: readonly WrongLimit[] =
    maximum === undefined
      ? []
      : [
          { text: String(maximum + 1), profile: "standard", priority: "essential" },
          { text: String(maximum * 10), profile: "thorough", priority: "typical" },
          { text: "2147483648", profile: "thorough", priority: "occasional" },
          { text: "9223372036854775808", profile: "thorough", priority: "frequent" },
        ];
  return [
    ...below,
    ...above,
    { text: "abc", profile: "standard", priority: "essential" },
    { text: `${minimum ?? 1}.5`, profile: "thorough", priority: "frequent" },
    { text: "", profile: "thorough", priority: "typical" },
    { text: "5abc", profile: "thorough", priority: "frequent" },
    { text: "null", profile: "thorough", priority: "unusual" },
    { text: "NaN", profile: "thorough", priority: "occasional" },
    { text: "Infinity", profile: "thorough", priority: "occasional" },
    { text: "'", profile: "thorough", priority: "occasional" },
  ];
}

/** LIST-6. Subject: an answer to a limit that the interface does not allow. */
export const limitOutOfRange = refusal("LIST-6", (contract): readonly RefusalCase[] => {
  const { declared, maximum, minimum = 1 } = petstore(contract).limit;
  if (!declared) return [];
  const beforeLists = limitsBeforeLists(contract);
  return wrongLimits(contract).map(({ text, profile, priority }) => ({
    step: {
      ...stepRef(`limit/${text === "" ? "empty" : text}`, `limit ${text === "" ? "empty" : text}`),
      profile,
      priority,
      requires: [firstList],
      // A value that means all pets shows only in a store that holds more than the maximum.
      waitsFor: [
        ...fills(contract, maximum),
        // One after the other, and before all other wrong limits, so that each is followed directly by its list.
        ...(beforeLists.includes(text) ? beforeLists.slice(0, beforeLists.indexOf(text)) : beforeLists).map(
          listAfterLimit,
        ),
      ],
      ...(beforeLists.includes(text) ? { phase: "again" } : {}),
      expectedValidity: "invalid",
      request: () => listPets({ limit: text }),
    },
    control: listAnswered(limitOf(minimum)),
    expect: anyOf(refused("4xx"), validList({ atMost: maximum })),
  }));
});

/** LIST-2. Subject: the same with a filter. */
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
