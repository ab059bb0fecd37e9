import { caseRef, type StepRef, stepRef } from "#core/check/case.ts";
import { invariant, refusal, traceCheck } from "#core/check/check.ts";
import { byStatus, wrongStatus } from "#core/check/expectation.ts";
import { type Answered, answeredWith, type Facts, isAnswered, statusClass } from "#core/check/facts.ts";
import type { Step } from "#core/check/inputs/step.ts";
import { jsonOf } from "#core/check/json-body.ts";
import { observer } from "#core/check/observe.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import { inHeader } from "#core/check/results/verdict.ts";
import { answerInWords } from "#core/check/results/words.ts";
import type { KeyCheck, KeyedAnswer, KeyWatch } from "#core/check/traffic-check.ts";
import { calendarDaySpan } from "#core/contract/validation/days.ts";
import { type Exchange, headerValues } from "#core/exchange/exchange.ts";
import { parseHttpDate } from "#core/exchange/http-date.ts";
import { type JsonNode, member, valuesIn } from "#core/json/read.ts";
import { BoundedMap } from "#core/memory/bounded-map.ts";
import { hasKey, idAsked, isList, petIn, petsIn } from "../pets.ts";
import { inconclusive, notApplicable, untested } from "../reasons.ts";
import { petstore } from "../roles.ts";
import { createdId, noIdOf } from "../shared/evidence/accepted-creates.ts";
import { listedPets } from "../shared/evidence/store.ts";
import { createAccepted } from "../shared/steps/controls.ts";
import { creates, firstCreate, firstList, inEveryRun } from "../shared/steps/named-steps.ts";
import { getAnother, getCreated, getListed, mayBeDeleted } from "../shared/steps/reads.ts";
import { getKnown, type ReadStep } from "../shared/steps/requests.ts";

const everyRead = caseRef("every-read", "every read");
const reads = { profile: "quick", from: [getListed] } as const;

/** DEPR-1. Subject: all reads of pets that exist. getPet is gone when none is served; GET-1 judges each read alone. */
export const stillWorks = traceCheck("DEPR-1", everyRead, reads, (facts, observe) => {
  const answers = [getCreated, getListed, getAnother].flatMap((step) => facts.answer(step) ?? []);
  const served = answers.filter((answer) => answeredWith(answer, 200));
  const [first] = answers;
  if (served.length > 0) return observe.held(...served);
  if (first === undefined) return noRead(facts);
  const gone = answers.every((answer) =>
    [301, 302, 303, 307, 308, 404, 405, 410, 501].includes(answer.outcome.answer.status),
  );
  if (!gone) return inconclusive("read-undecided", { got: answerInWords(first) });
  const deleted = answers.map((answer) => mayBeDeleted(answer, facts));
  const [why] = deleted;
  // Nobody else deletes the run's own pet; and without a list since, 404s say that the operation is gone.
  const isOwn = facts.answer(getCreated) !== undefined;
  if (!isOwn && why !== undefined && deleted.every((one) => one?.kind === "untested")) return why;
  const expected = `an operation that exists until ${removalInWords(facts)}`;
  return observe.broken(first, expected, wrongStatus(first));
});

function noRead(facts: Facts): Unresolved {
  const sent = [getCreated, getListed, getAnother].flatMap((step) => facts.all(step));
  return sent.length === 0
    ? untested("none-to-read")
    : inconclusive("no-read-answered", { reads: sent.length });
}

function removalInWords({ contract }: Facts): string {
  const { removalDay } = petstore(contract);
  return removalDay === undefined ? "the removal" : `the removal on ${removalDay}`;
}

function isOfGetPet(exchange: Exchange, { contract }: Facts): exchange is Answered {
  return contract.classify(exchange.request).operation === "getPet" && isAnswered(exchange);
}

function headerInvariant(
  about: string,
  name: string,
  judge: (values: readonly string[], facts: Facts) => { expected: string; seen: string } | undefined,
  mayBreak = (answer: Answered) => answeredWith(answer, 200),
) {
  return invariant(about, everyRead, reads, (exchange, facts, observe) => {
    if (!isOfGetPet(exchange, facts) || !mayBreak(exchange)) return undefined;
    const wrong = judge(headerValues(exchange.outcome.answer.headers, name), facts);
    if (wrong === undefined) return answeredWith(exchange, 200) ? observe.held(exchange) : undefined;
    return observe.broken(exchange, wrong.expected, { seen: wrong.seen, place: inHeader(name) });
  });
}

/** Undefined where there is one value, and it is right. */
function oneValue(values: readonly string[], expected: string, isRight: (value: string) => boolean) {
  const [value] = values;
  if (values.length !== 1 || value === undefined)
    return { expected, seen: values.length === 0 ? "none" : `${values.length} of them` };
  return isRight(value) ? undefined : { expected, seen: value.slice(0, 100) };
}

/**
 * DEPR-2. Subject: every 200 of getPet. RFC 9745, section 2: a Date of structured fields, such as `@1688169599`; section 4:
 * Sunset is not earlier.
 */
export const deprecation = headerInvariant("DEPR-2", "Deprecation", (values, facts) => {
  const { removalDay } = petstore(facts.contract);
  const latest = removalDay === undefined ? Number.POSITIVE_INFINITY : calendarDaySpan(removalDay).endsMs;
  const form = "one Deprecation header with @ and a Unix timestamp in seconds, such as @1688169599";
  const expected = removalDay === undefined ? form : `${form}, not later than ${removalInWords(facts)}`;
  return oneValue(values, expected, (value) => {
    const seconds = /^@(-?[0-9]{1,15})\s*(?:;.*)?$/.exec(value.trim())?.[1];
    return seconds !== undefined && Number(seconds) * 1000 <= latest;
  });
});

/** DEPR-3. Subject: every 200 of getPet. RFC 8594, section 3: an HTTP date. */
export const sunset = headerInvariant("DEPR-3", "Sunset", (values, facts) => {
  const { removalDay } = petstore(facts.contract);
  const expected = `one Sunset header with an HTTP date, not later than ${removalInWords(facts)}`;
  return oneValue(values, expected, (value) => {
    const at = parseHttpDate(value);
    return at !== undefined && (removalDay === undefined || at <= calendarDaySpan(removalDay).endsMs);
  });
});

/** DEPR-4. Subject: every 200 of getPet, and what else names a day. A Sunset that cannot be read names none. */
export const notTooEarly = headerInvariant(
  "DEPR-4",
  "Sunset",
  (values, { contract }) => {
    const { removalDay } = petstore(contract);
    if (removalDay === undefined) return undefined;
    const early = values.find(
      (value) => (parseHttpDate(value) ?? Number.POSITIVE_INFINITY) < calendarDaySpan(removalDay).beginsMs,
    );
    return early === undefined ? undefined : { expected: `no Sunset before ${removalDay}`, seen: early };
  },
  () => true,
);

const everyOther = caseRef("every-list-and-create", "every list and every create");

/** DEPR-6. Subject: every 200 and 201 of the other operations. */
export const nothingElse = invariant("DEPR-6", everyOther, inEveryRun, (exchange, { contract }, observe) => {
  const { operation = "" } = contract.classify(exchange.request);
  const isOther = operation === "listPets" || operation === "createPet";
  if (!isOther || contract.operations.get(operation)?.deprecated || !answeredWith(exchange, 200, 201))
    return undefined;
  const { headers } = exchange.outcome.answer;
  const name = ["Deprecation", "Sunset"].find((one) => headerValues(headers, one).length > 0);
  if (name === undefined) return observe.held(exchange);
  const [seen = ""] = headerValues(headers, name);
  return observe.broken(exchange, `no ${name}, since getPet alone is deprecated`, {
    seen,
    place: inHeader(name),
  });
});

function readAfterRemoval({ petId, ...step }: ReadStep): Step {
  return {
    ...step,
    request: (facts) =>
      facts.setting.removals.getPet === "after" ? getKnown(petId(facts)) : notApplicable("still-there"),
  };
}

const readOfListed = readAfterRemoval({
  ...stepRef("get/listed/after-removal", "get a listed pet after the removal"),
  profile: "quick",
  requires: [firstList],
  petId: (facts) => listedPets(facts)[0]?.pet.id ?? untested("no-id-listed"),
});

function readOfCreated(created: StepRef): Step {
  const isFirst = created.id === firstCreate.id;
  const [path, what] = isFirst
    ? ["get/created", "get the created pet"]
    : [`get/${created.id}`, `get the pet of "${created.label}"`];
  const step = stepRef(`${path}/after-removal`, `${what} after the removal`);
  return readAfterRemoval({
    ...step,
    profile: isFirst ? "standard" : "extended",
    requires: [created],
    petId: (facts) =>
      createdId(facts, created) ??
      noIdOf(created, facts, facts.setting.readOnly ? "untested" : "inconclusive"),
  });
}

export const notServed = byStatus(
  "rejected",
  "neither a pet nor a redirect, since getPet is removed",
  (answer) => {
    const body = jsonOf(answer);
    const serves = statusClass(answer) === 2 && body !== undefined && valuesIn(body).some(isPet);
    return !serves && statusClass(answer) !== 3;
  },
);

/** Valid or not. A notice and an empty array hold none. */
function isPet(node: JsonNode): boolean {
  return ["id", "name", "categoryId"].filter((name) => member(node, name) !== undefined).length > 1;
}

/**
 * DEPR-5. Subject: a read, after the removal, of a pet that is still listed, and of the run's own: a service may go on to
 * serve some pets only, new ones, those of one status, or those of one of its nodes. Control: what shows the pet.
 */
export const isRemoved = refusal("DEPR-5", (contract) => {
  const [, ...others] = petstore(contract).statuses;
  const listed = {
    step: readOfListed,
    control: {
      step: firstList,
      held: (answer: Answered) =>
        isList(answer) && (petsIn(answer) ?? []).some((pet) => pet.id !== undefined),
      words: "answered 200 with a list that shows the id of a pet",
    },
    expect: notServed,
  };
  const own = [firstCreate, ...others.map(creates.ofStatus), creates.withoutStatus].map((created) => ({
    step: readOfCreated(created),
    control: createAccepted(created),
    expect: notServed,
  }));
  return [listed, ...own];
});

const readOfShown = caseRef("read-of-listed", "a read of a pet that was listed");

/** So many pets of one key are remembered: those that its answers showed last. */
const mostPets = 1024;

/**
 * DEPR-5. Subject: a read, after the removal, of a pet that an earlier list or create showed to the same key. Whether
 * a pet that was not shown is still there is not known.
 */
export const readsAfterRemoval: KeyCheck = { kind: "keyed", about: ["DEPR-5"], watch };

function watch(): KeyWatch {
  const observe = observer("DEPR-5", readOfShown);
  const shown = new BoundedMap<bigint, true>(mostPets);
  return {
    // A pet that is forgotten leaves a read untested, and nothing that was reported depends on it.
    next: ({ answer, operation }, facts) => {
      for (const id of idsShownBy(answer, operation)) shown.set(id, true);
      if (operation !== "getPet" || facts.setting.removals.getPet !== "after") return [];
      const id = idAsked(answer);
      if (!hasKey(answer) || id === undefined || !shown.get(id)) return [];
      const mismatch = notServed.mismatch(answer, facts);
      return [
        mismatch === undefined ? observe.held(answer) : observe.broken(answer, notServed.words, mismatch),
      ];
    },
  };
}

function idsShownBy(answer: KeyedAnswer["answer"], operation: KeyedAnswer["operation"]): readonly bigint[] {
  const pets =
    operation === "createPet" && answeredWith(answer, 201)
      ? [petIn(answer)]
      : operation === "listPets" && isList(answer)
        ? (petsIn(answer) ?? [])
        : [];
  return pets.flatMap((pet) => pet?.id ?? []);
}
