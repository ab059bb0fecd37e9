import { type CaseRef, stepRef } from "#core/check/case.ts";
import { casesCheck, type PromisedCase, type RefusalCase, refusal, scenario } from "#core/check/check.ts";
import type { Answered, Facts } from "#core/check/facts.ts";
import type { Depth } from "#core/check/inputs/step.ts";
import { type Observer, observer } from "#core/check/observe.ts";
import { inBody, type Observation } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import type { KeyCheck } from "#core/check/traffic-check.ts";
import type { Contract } from "#core/contract/contract.ts";
import { isAfter, timesOf } from "#core/exchange/exchange.ts";
import { asked, isList, petsIn } from "#suites/petstore/pets.ts";
import { untested } from "#suites/petstore/reasons.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { acceptedCreates } from "#suites/petstore/shared/evidence/accepted-creates.ts";
import { isServed, servedAnswers } from "#suites/petstore/shared/evidence/served-answers.ts";
import { askedLimit, listedPets, rightLists, sightings } from "#suites/petstore/shared/evidence/store.ts";
import {
  allowedLimits,
  fullList,
  listAtMost,
  listsAfterLimits,
  tooFewForMaximum,
  wrongList,
} from "#suites/petstore/shared/steps/lists.ts";
import {
  everyList,
  filterAndLimit,
  limitOf,
  limitOfLetters,
  listSteps,
  withoutLimit,
} from "#suites/petstore/shared/steps/named-steps.ts";

/** The largest limits need a store that holds as many pets, which few runs meet: only thorough runs promise them. */
function promises(contract: Contract): readonly PromisedCase[] {
  const { maximum } = petstore(contract).limit;
  return allowedLimits(contract).map(({ limit, profile }) => ({
    case: limitOf(limit),
    profile: limit === maximum ? "thorough" : profile,
    from: [limit === maximum ? fullList(contract) : limitOf(limit)],
  }));
}

/**
 * LIST-7. Subject: each list with an allowed or the default limit, sent when the store held enough pets to fill it.
 * They were seen before it, and again in it or after it. A service may cut its pages, hence a `should` (ruling 2).
 */
export const asManyAsLimit = casesCheck("LIST-7", promises, (facts, observing) => {
  const all = appearances(facts);
  const judged = subjects(facts).flatMap((list): Observation | [] => {
    const limit = askedLimit(list, facts);
    const held = petsIn(list)?.length ?? 0;
    if (limit === undefined) return [];
    const status = asked(list, "status");
    const seen = status === undefined ? all : all.filter((one) => one.status === status);
    const before = idsOf(seen.filter(({ fromMs }) => fromMs <= timesOf(list).sentAtMs));
    if (before.size < limit) return [];
    const observe = observing(limitOf(limit));
    if (held >= limit) return observe.held(list);
    // Others may delete and change pets, so that they have to be seen once more, in this list or later.
    const later = idsOf(seen.filter(({ answer }) => answer.id === list.id || isAfter(answer, list)));
    const throughout = before.intersection(later).size;
    if (throughout < limit)
      return observe.unresolved(
        untested(
          "pets-gone",
          { limit, again: throughout },
          { change: "no one who deletes or changes pets during the run" },
        ),
      );
    const allows = asked(list, "limit") === undefined ? "default limit" : "limit";
    return observe.broken(
      list,
      `${counted(limit, "pet")}, as the ${allows} allows: ${throughout} that match were seen before and after`,
      { seen: `200 with ${counted(held, "pet")}`, place: inBody() },
    );
  });
  return [...judged, ...unseenCases(judged, facts, observing)];
});

/** Generated limits are left out: with them the verdict would depend on the seed. */
function subjects(facts: Facts): readonly Answered[] {
  return rightLists(facts).filter(({ part }) => part === undefined);
}

interface Appearance {
  readonly id: bigint;
  readonly status: string | undefined;
  readonly answer: Answered;
  /** From when on every read shows it. */
  readonly fromMs: number;
}

/** A created pet counts once an answer has shown it and reads can no longer lag; one that only reads show does not. */
function appearances(facts: Facts): readonly Appearance[] {
  const lagUntilMs = new Map<bigint, number>();
  for (const { exchange, created } of acceptedCreates(facts)) {
    if (created?.id !== undefined)
      lagUntilMs.set(created.id, timesOf(exchange).endedAtMs + facts.setting.consistencyWaitMs);
  }
  const stored = new Set([...lagUntilMs.keys(), ...listedPets(facts).flatMap(({ pet }) => pet.id ?? [])]);
  return sightings(facts).flatMap(({ pet: { id, status }, answer }): Appearance[] =>
    id !== undefined && stored.has(id)
      ? [{ id, status, answer, fromMs: Math.max(timesOf(answer).endedAtMs, lagUntilMs.get(id) ?? 0) }]
      : [],
  );
}

function idsOf(seen: readonly Appearance[]): ReadonlySet<bigint> {
  return new Set(seen.map(({ id }) => id));
}

function unseenCases(
  judged: readonly Observation[],
  facts: Facts,
  observing: (of: CaseRef) => Observer,
): Observation[] {
  const seen = new Set(judged.map((o) => o.case.id));
  // Why one was not sent says more.
  const answered = new Set(subjects(facts).map((list) => askedLimit(list, facts)));
  return allowedLimits(facts.contract)
    .filter(({ limit }) => !seen.has(limitOf(limit).id) && answered.has(limit))
    .map(({ limit }) =>
      observing(limitOf(limit)).unresolved(
        untested("limit-before-pets", { limit }, { change: `a store that holds ${limit} before the run` }),
      ),
    );
}

/** LIST-2. Subject: the same after a wrong limit, which does not lift the default. */
export const defaultAgain = scenario("LIST-2", (contract) => {
  const { default: most } = petstore(contract).limit;
  if (most === undefined) return [];
  return listsAfterLimits(contract).map((step) => ({ ...listAtMost(step, most), case: withoutLimit }));
});

/** LIST-6. Subject: a limit that is wrong beside a filter, or for the second time. */
export const wrongLimitElsewhere = refusal("LIST-6", (contract): readonly RefusalCase[] => {
  const { limit, statuses } = petstore(contract);
  const [status, other = status] = statuses;
  if (!limit.declared) return [];
  const both = (filter: string | undefined, wrong: number | string, profile: Depth) => {
    if (filter === undefined) return [];
    const query = { status: filter, limit: wrong };
    return [
      wrongList(contract, filterAndLimit(filter, wrong), { profile, query, vacuousWhen: tooFewForMaximum }),
    ];
  };
  return [
    wrongList(contract, stepRef(`${limitOfLetters.id}/again`, `${limitOfLetters.label} again`), {
      requires: [limitOfLetters],
      waitsFor: [listSteps.afterLimit("abc")],
      query: { limit: "abc" },
      vacuousWhen: tooFewForMaximum,
    }),
    ...(limit.maximum === undefined ? [] : both(status, limit.maximum * 10, "extended")),
    ...both(other, "abc", "thorough"),
  ];
});

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
