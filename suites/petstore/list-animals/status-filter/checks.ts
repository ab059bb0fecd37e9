import { type RefusalCase, refusal, scenario } from "../../../../src/core/check/check.ts";
import { anyOf, refused } from "../../../../src/core/check/expectation.ts";
import { hasStatus } from "../../../../src/core/check/facts.ts";
import { isList } from "../../../../src/core/check/json-body.ts";
import { type Priority, type Step, stepRef } from "../../../../src/core/check/step.ts";
import type { Contract } from "../../../../src/core/contract/contract.ts";
import type { RequestSpec } from "../../../../src/core/exchange/exchange.ts";
import { validList } from "../../pet-answers.ts";
import { notApplicable } from "../../reasons.ts";
import { petstore } from "../../roles.ts";
import { holdsSome } from "../../shared/evidence/settling.ts";
import { listAnswered } from "../../shared/steps/controls.ts";
import {
  aloneStep,
  filterAndLimitCouldShow,
  filterCouldShow,
  listOfStatus,
  statusStep,
  unseenFilter,
} from "../../shared/steps/filtered-lists.ts";
import { fullList, onlyLists } from "../../shared/steps/lists.ts";
import { filterAlone, firstList, unknownStatusFilter } from "../../shared/steps/named-steps.ts";
import { listPets } from "../../shared/steps/requests.ts";

/** STATUS-3. Subject: a filter outside the enumeration, with a limit. */
export const unknownStatusAndLimit = refusal("STATUS-3", (contract): readonly RefusalCase[] => {
  const { limit, statuses } = petstore(contract);
  const { declared, maximum, minimum = 1 } = limit;
  if (!declared || statuses.length === 0) return [];
  return [
    {
      step: {
        ...stepRef(
          `${unknownStatusFilter.id}/limit/${minimum}`,
          `${unknownStatusFilter.label}, and limit ${minimum}`,
        ),
        profile: "thorough",
        priority: "frequent",
        requires: [firstList],
        expectedValidity: "invalid",
        request: () => listPets({ status: "conformance-unknown", limit: minimum }),
      },
      control: listAnswered(firstList),
      expect: anyOf(refused("4xx"), validList({ atMost: maximum })),
    },
  ];
});

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

/** The same list before anything is created: a status may have no pets yet, and a cached answer is stale by the end. */
function firstStep(status: string, contract: Contract): Step {
  const { limit } = petstore(contract);
  return {
    ...stepRef(`status/${status}/at-first`, `status ${status} at first`),
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
      filterCouldShow(answer, facts, status) && notApplicable("all-of-that-status"),
  })),
);

/** STATUS-1. Subject: a list with a status filter and no limit. */
export const exactStatusAlone = scenario("STATUS-1", (contract) => {
  const { statuses } = petstore(contract);
  return statuses.map((status, index) => ({
    step: aloneStep(status, index, statuses),
    // It also needs the list of a status that has no pets yet.
    needs: index === 0 ? [unseenFilter] : [],
    precondition: (answer) => (hasStatus(answer, 200) ? onlyLists(answer) : undefined),
    expect: listOfStatus(status, undefined),
    vacuousWhen: (answer, facts) => filterCouldShow(answer, facts, status),
  }));
});

interface Both {
  readonly status: string;
  readonly limit: number;
  readonly profile: Step["profile"];
  readonly priority: Priority;
}

/** Each status with the smallest limit, and further limits with one status each, since different code may read the two. */
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
      ...stepRef(`status/${status}/limit/${limit}`, `status ${status} and limit ${limit}`),
      profile,
      priority,
      phase: "closing",
      // After a list without a limit, which follows the longest ones: what a small limit leaves behind is within the
      // default.
      waitsFor: petstore(contract).statuses.slice(0, 1).map(filterAlone),
      expectedValidity: "valid",
      // The order of the parameters means nothing.
      request: () => (nth % 2 === 0 ? listPets({ status, limit }) : limitFirst(listPets({ status, limit }))),
      retryUntil: holdsSome,
    },
    precondition: onlyLists,
    expect: listOfStatus(status, limit),
    // Few stores hold more pets of a status than a large limit: then only the filter is tested.
    vacuousWhen: (answer, facts) =>
      limit > (petstore(contract).limit.minimum ?? 1) + 1
        ? filterCouldShow(answer, facts, status)
        : filterAndLimitCouldShow(answer, facts, status, limit),
  })),
);

function limitFirst(spec: RequestSpec): RequestSpec {
  return { ...spec, query: (spec.query ?? []).toReversed() };
}

/** STATUS-3. Subject: an answer to a filter with a value outside the enumeration. */
export const otherStatus = refusal("STATUS-3", (contract): readonly RefusalCase[] => {
  const { statuses, limit } = petstore(contract);
  const [first, second = first] = statuses;
  if (first === undefined) return [];
  const values = [
    { kind: "unknown", text: "conformance-unknown", profile: "standard", priority: "typical" },
    { kind: "in upper case", text: first.toUpperCase(), profile: "thorough", priority: "common" },
    { kind: "empty", text: "", profile: "thorough", priority: "common" },
    {
      kind: "with letters beyond ASCII",
      text: "\u00e9t\u00e9 \u732b",
      profile: "thorough",
      priority: "frequent",
    },
    { kind: "of two values", text: `${first},${second}`, profile: "thorough", priority: "regular" },
    { kind: "with a quote", text: `${first}'`, profile: "thorough", priority: "frequent" },
    { kind: "with NUL", text: `${first}\0`, profile: "thorough", priority: "regular" },
    { kind: "null", text: "null", profile: "thorough", priority: "unusual" },
    { kind: "of an object's own", text: "__proto__", profile: "thorough", priority: "occasional" },
  ] as const;
  return values
    .filter(({ text }) => !statuses.includes(text))
    .map(({ kind, text, profile, priority }) => ({
      step: {
        ...stepRef(`status-filter/${kind}`, `status filter ${kind}`),
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
