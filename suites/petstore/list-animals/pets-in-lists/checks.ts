import { caseRef } from "#core/check/case.ts";
import { casesCheck, type PromisedCase, type TraceCheck, traceCheck } from "#core/check/check.ts";
import { type Answered, derived, type Facts } from "#core/check/facts.ts";
import type { Step } from "#core/check/inputs/step.ts";
import type { Observer } from "#core/check/observe.ts";
import { inBody, type Observation } from "#core/check/results/verdict.ts";
import { counted } from "#core/check/results/words.ts";
import type { Contract } from "#core/contract/contract.ts";
import { isAfter, type StepId } from "#core/exchange/exchange.ts";
import { isBefore } from "#core/exchange/pacing/rate-headers.ts";
import { asked, isList, petsIn } from "#suites/petstore/pets.ts";
import { inconclusive, untested } from "#suites/petstore/reasons.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { type AcceptedCreate, statusOfAccepted } from "#suites/petstore/shared/evidence/accepted-creates.ts";
import {
  belonging,
  holdsCreated,
  isIn,
  isOwnName,
  noListShows,
} from "#suites/petstore/shared/evidence/settling.ts";
import {
  askedLimit,
  isFull,
  rightLists,
  type Sighting,
  sightingsBy,
} from "#suites/petstore/shared/evidence/store.ts";
import { statusStep } from "#suites/petstore/shared/steps/filtered-lists.ts";
import { fullList } from "#suites/petstore/shared/steps/lists.ts";
import { creates, firstCreate } from "#suites/petstore/shared/steps/named-steps.ts";

const emptyList = caseRef("empty-list", "an empty list");

function closingLists(contract: Contract): readonly { readonly step: Step; readonly status?: string }[] {
  return [
    { step: fullList(contract) },
    ...petstore(contract).statuses.map((status) => ({ step: statusStep(status, contract), status })),
  ];
}

const promises = (contract: Contract): readonly PromisedCase[] =>
  closingLists(contract).map(({ step, status }) => ({
    case: step,
    profile: "standard",
    from: [
      step,
      firstCreate,
      ...(status === undefined || status === petstore(contract).statuses[0]
        ? []
        : [creates.ofStatus(status)]),
    ],
  }));

/**
 * LIST-9 and LIST-10. Subject: each created pet and the closing list that it belongs in, which is read again while it
 * may lag. A list that is not full and lacks the pet fails LIST-9 if it is empty, or if the lists add up: the service
 * then does not cut its pages. Otherwise it fails LIST-10 (ruling 6).
 */
export const inItsLists = membershipCheck("LIST-9");
export const notLeftOut = membershipCheck("LIST-10");

function membershipCheck(about: "LIST-9" | "LIST-10"): TraceCheck {
  return casesCheck(about, promises, (facts, observing) => {
    return closingLists(facts.contract).map(({ step, status }): Observation => {
      const observe = observing(step);
      const list = facts.answer(step);
      if (!isList(list)) {
        const unsent = facts.notSent(step);
        const without = inconclusive("step-without-list", { step: step.label });
        return observe.unresolved(unsent?.kind === "untested" ? unsent : without);
      }
      const pets = petsIn(list) ?? [];
      const own = belonging(list, facts);
      if (own.length === 0) {
        const none =
          status === undefined ? noListShows(facts) : untested("none-created-of-status", { status });
        return observe.unresolved(none);
      }
      const [first, ...others] = own.filter((accepted) => !isIn(accepted, pets, facts));
      if (first === undefined || (isFull(list, facts) && others.length + 1 < own.length))
        return observe.held(list);
      if (isFull(list, facts))
        return observe.unresolved(untested("full-list", { step: step.label, pets: pets.length }));
      const judgedBy = judgeOf(pets, [first, ...others], facts);
      if (judgedBy === about) return lacking(observe, list, [first, ...others], own.length);
      const kind = judgedBy === "LIST-9" ? "judged-by-list-9" : "judged-by-list-10";
      return observe.unresolved(untested(kind, { step: step.label }));
    });
  });
}

/** Which of the two requirements fails when these pets are absent from a list. */
function judgeOf(
  pets: readonly unknown[],
  absent: readonly AcceptedCreate[],
  facts: Facts,
): "LIST-9" | "LIST-10" {
  if (pets.length === 0) return "LIST-9";
  const closing = facts.answer(fullList(facts.contract));
  const whole = (closing && petsIn(closing)) ?? [];
  // The sum of the lists counts the pets without a status that they show. That another is missing, it cannot tell.
  const isCounted = absent.some(
    (accepted) => statusOfAccepted(accepted) !== undefined || isIn(accepted, whole, facts),
  );
  return isCounted && listsAddUp(facts) ? "LIST-9" : "LIST-10";
}

function lacking(
  observe: Observer,
  list: Answered,
  absent: readonly [AcceptedCreate, ...AcceptedCreate[]],
  of: number,
): Observation {
  const [first] = absent;
  return observe.broken(
    list,
    `a list that shows the pet ${first.created?.id ?? "of unknown id"}, which "${first.exchange.label}" created`,
    {
      seen: `${counted(petsIn(list)?.length ?? 0, "pet")}; created pets missing: ${absent.length} of ${of}`,
      place: inBody(),
    },
    first.exchange,
  );
}

/**
 * LIST-9 and LIST-10. Subject: every other answer to the request of a closing list, or to the one below its limit,
 * whichever step sent it. If it lacks a pet that can no longer lag, it is judged like the last one: a later answer hides
 * nothing (rulings 6, 30).
 */
export const hiddenAbsence = repeatedCheck("LIST-9");
export const hiddenOmission = repeatedCheck("LIST-10");

function repeatedCheck(about: "LIST-9" | "LIST-10"): TraceCheck {
  return casesCheck(about, [], (facts, observing) => {
    const certain = listsAddUp(facts);
    return closingLists(facts.contract).flatMap(({ step, status }) =>
      listsOf(status, facts).flatMap((list): Observation | [] => {
        if (list === facts.answer(step) || isFull(list, facts)) return [];
        const pets = petsIn(list) ?? [];
        const own = belonging(list, facts).filter(({ exchange }) => canLagNoMore(exchange, list, facts));
        const [first, ...others] = own.filter((accepted) => !isIn(accepted, pets, facts));
        const observe = observing(step);
        if (first !== undefined) {
          if (judgeOf(pets, [first, ...others], facts) !== about) return [];
          return lacking(observe, list, [first, ...others], own.length);
        }
        // Seen so long before that it can no longer lag.
        const isOld = ({ answer }: Sighting) => canLagNoMore(answer, list, facts);
        const isEqual = askedLimit(list, facts) === petstore(facts.contract).limit.maximum;
        const around = about === "LIST-9" && certain && isEqual ? shownAround(list, facts, isOld) : undefined;
        if (around === undefined) return [];
        const expected = `a list that shows the pet ${around.pet.id}, which is in lists before it and after it`;
        const seen = `${counted(pets.length, "pet")} without it`;
        return observe.broken(list, expected, { seen, place: inBody() }, around.answer);
      }),
    );
  });
}

/** The allowed lists of a status, or of all, at the maximum limit or right below it. */
function listsOf(status: string | undefined, facts: Facts): readonly Answered[] {
  const { maximum = Number.POSITIVE_INFINITY } = petstore(facts.contract).limit;
  const limits = [maximum - 1, maximum];
  return rightLists(facts).filter(
    (list) => asked(list, "status") === status && limits.includes(askedLimit(list, facts) ?? maximum),
  );
}

function canLagNoMore(earlier: Answered, list: Answered, { setting }: Facts): boolean {
  return isBefore(earlier, list) && isAfter(list, earlier, setting.consistencyWaitMs);
}

/**
 * LIST-9. Subject: every other list that is empty. It breaks the requirement if it lacks a created pet that can no
 * longer lag (ruling 6), or a pet that lists show before and after it, as with reads (ruling 15). A list with a limit
 * counts only if no paging explains it: fewer pets than the limit are a warning (ruling 2).
 */
export const neverEmpty = traceCheck("LIST-9", emptyList, [], (facts, observe) => {
  const closing = new Set<StepId | undefined>(closingLists(facts.contract).map(({ step }) => step.id));
  return rightLists(facts).flatMap((list): Observation | [] => {
    if (closing.has(list.step) || petsIn(list)?.length !== 0 || !isLimitFilled(list, facts)) return [];
    const missing = belonging(list, facts).find(({ exchange }) => canLagNoMore(exchange, list, facts));
    const around = missing === undefined ? shownAround(list, facts) : undefined;
    const because =
      missing === undefined
        ? around && `the pet ${around.pet.id} is in lists before it and after it`
        : `"${missing.exchange.label}" created a pet that belongs in it`;
    const related = missing?.exchange ?? around?.answer;
    if (because === undefined || related === undefined) return [];
    const expected = `a list that is not empty: ${because}`;
    return observe.broken(list, expected, { seen: "200 with an empty list", place: inBody() }, related);
  });
});

/**
 * A pet of others that a list lacks, though it belongs there: one list that ended before shows it, and one sent after
 * shows it, too.
 */
function shownAround(
  list: Answered,
  facts: Facts,
  isOld: (before: Sighting) => boolean = () => true,
): Sighting | undefined {
  const status = asked(list, "status");
  const listed = new Set((petsIn(list) ?? []).map(({ id }) => id));
  // One whose id cannot be read may be the pet.
  if (listed.has(undefined)) return undefined;
  const belongs = ({ pet, answer }: Sighting) =>
    isList(answer) && !isOwnName(pet.name, facts) && (status === undefined || pet.status === status);
  return [...sightingsBy(facts).id].flatMap(([id, all]) => {
    if (id === undefined || listed.has(id)) return [];
    const own = all.filter(belongs);
    const before = own.find((sighting) => isBefore(sighting.answer, list) && isOld(sighting));
    return before !== undefined && own.some(({ answer }) => isBefore(list, answer)) ? [before] : [];
  })[0];
}

/**
 * True where no paging explains an empty answer. That is so without a limit. With a filter, the same limit without it
 * was answered with pets. Without a filter, a limit that is not greater was.
 */
function isLimitFilled(list: Answered, facts: Facts): boolean {
  const isLimited = (answer: Answered) => asked(answer, "limit") !== undefined;
  if (!isLimited(list)) return true;
  const limit = askedLimit(list, facts) ?? 0;
  const showsPets = (answer: Answered) => (petsIn(answer) ?? []).length > 0;
  const alone = facts.exchanges
    .filter(isList)
    .filter((e) => isLimited(e) && asked(e, "status") === undefined)
    .map((e) => ({ limit: askedLimit(e, facts) ?? Number.POSITIVE_INFINITY, showsPets: showsPets(e) }));
  if (asked(list, "status") === undefined) return alone.some((e) => e.limit <= limit && e.showsPets);
  const alike = alone.filter((e) => e.limit === limit);
  return alike.length > 0 && alike.every((e) => e.showsPets);
}

/**
 * True when the closing lists show the whole store, so that what they lack is not there (ruling 6). Of several answers of a
 * list the last one with every created pet counts: another may come from a replica that lacks some.
 */
export const listsAddUp = derived((facts: Facts): boolean => {
  const answers = closingLists(facts.contract).map((c) => {
    const whole = facts.all(c.step).findLast((e) => isList(e) && holdsCreated(e, facts));
    return { ...c, list: whole ?? facts.answer(c.step) };
  });
  const lists = answers.filter((a): a is typeof a & { list: Answered } => isList(a.list));
  if (lists.length < answers.length) return false;
  const whole = lists.find((l) => l.status === undefined);
  const filtered = lists.filter((l) => l.status !== undefined);
  if (whole === undefined || filtered.some((l) => isFull(l.list, facts))) return false;
  const all = petsIn(whole.list) ?? [];
  const statusless = all.filter((pet) => pet.status === undefined).length;
  const together = filtered.reduce((sum, l) => sum + (petsIn(l.list) ?? []).length, 0) + statusless;
  return isFull(whole.list, facts) ? all.length < together : all.length === together;
});
