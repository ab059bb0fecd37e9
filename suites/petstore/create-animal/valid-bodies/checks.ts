import { type CaseRef, caseOfStep } from "#core/check/case.ts";
import { casesCheck } from "#core/check/check.ts";
import { wrongStatus } from "#core/check/expectation.ts";
import {
  type Answered,
  answeredWith,
  type Facts,
  findingsOn,
  hasStatus,
  isAnswered,
} from "#core/check/facts.ts";
import { jsonOf } from "#core/check/json-body.ts";
import type { Observer } from "#core/check/observe.ts";
import type { RootCause } from "#core/check/results/cause.ts";
import { causedBy, type Unresolved } from "#core/check/results/unresolved.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import { answerInWords } from "#core/check/results/words.ts";
import { shorten } from "#core/json/escape.ts";
import { member, stringOf } from "#core/json/read.ts";
import { isCreated } from "#suites/petstore/pets.ts";
import { acceptedCreates, isCreate, sentPet } from "#suites/petstore/shared/evidence/accepted-creates.ts";
import { categories, exactDoubles, isOrdinary } from "#suites/petstore/shared/evidence/store.ts";
import { generatedNames } from "#suites/petstore/shared/generated/names.ts";
import { sentinel } from "#suites/petstore/shared/steps/named-steps.ts";
import { promisedBy, validBodies } from "#suites/petstore/shared/steps/valid-bodies.ts";

const standardSentinel = { ...sentinel, profile: "standard" } as const;

/** CREATE-1. Subject: every create with a body that the interface allows (ruling 10: when all are refused). */
export const validCreates = casesCheck(
  "CREATE-1",
  (contract) => [...validBodies(contract), standardSentinel, generatedNames].map(promisedBy),
  (facts, observing) => {
    const all = validCreateAnswers(facts);
    const accepted = all.filter((answer) => answeredWith(answer, 201));
    const blamed =
      accepted.length > 0 ? all.filter((answer) => !accepted.includes(answer)) : blamedOfAll(all, facts);
    return [
      ...unsentCases(facts, observing),
      ...all.map((answer): Observation => {
        const observe = observing(caseOfStep(answer));
        if (accepted.includes(answer)) return observe.held(answer);
        if (!blamed.includes(answer)) return observe.unresolved(causedBy(allRefused(answer, facts)));
        return observe.broken(answer, "status 201", wrongStatus(answer), ...accepted.slice(0, 1));
      }),
    ];
  },
);

/** One cause on top where every valid create is rejected in a way that may be the service's right (ruling 10). */
export function createsRefused(facts: Facts): RootCause | undefined {
  const all = validCreateAnswers(facts);
  const [first] = all;
  if (first === undefined || all.some((a) => isCreated(a)) || blamedOfAll(all, facts).length > 0)
    return undefined;
  return allRefused(first, facts);
}

/**
 * Creates that the interface allows, in categories that may exist. A category that no pet was seen in may be refused
 * (ruling 9).
 */
function validCreateAnswers(facts: Facts): Answered[] {
  const known = categories(facts).map(({ id }) => id);
  const guesses = acceptedCreates(facts).length === 0 ? [1n] : [];
  return facts.exchanges
    .filter(isAnswered)
    .filter((exchange) => isCreate(exchange) && !hasStatus(exchange, 429))
    .filter((exchange) => {
      const { problems, open } = findingsOn(exchange, facts.contract);
      return problems.length === 0 && open.every(({ at }) => at === "/categoryId");
    })
    .filter((exchange) => {
      const sent = sentPet(exchange);
      const category = sent?.categoryId;
      if (sent === undefined || category === undefined || hasStatus(exchange, 201))
        return category !== undefined;
      const written = member(sent.node, "categoryId");
      // A service may want its digits, and not 1.0 (ruling 12).
      if (written?.kind === "number" && written.raw !== String(category)) return false;
      // One beyond 2^53 may be refused (ruling 12), and one that was only guessed where another is accepted.
      return isOrdinary(category) && [...known, ...guesses].includes(category);
    });
}

/** Of creates that were all refused, the one that no service may refuse so; at most one (ruling 10). */
function blamedOfAll(all: readonly Answered[], facts: Facts): readonly Answered[] {
  const listed = categories(facts).filter(({ id, known }) => known !== "guessed" && id < exactDoubles);
  const wrong = all.filter((answer) => {
    const { status } = answer.outcome.answer;
    if (status >= 500 || status < 400 || status === 401) return true;
    const category = sentPet(answer)?.categoryId;
    return status === 400 && listed.some(({ id }) => id === category);
  });
  return wrong.slice(0, 1);
}

function allRefused(answer: Answered, facts: Facts): RootCause {
  const message = stringOf(member(jsonOf(answer), "message")) ?? "";
  return {
    kind: "creates-refused",
    answer: answerInWords(answer),
    ...(message !== "" && { message: shorten(message, 160) }),
    ...(categories(facts)[0].known === "guessed" && {
      guessed: { what: "category 1", remedy: "if the category must exist, name one with --category-id" },
    }),
    exchange: answer.id,
  };
}

function unsentCases(facts: Facts, observing: (of: CaseRef) => Observer): Observation[] {
  return [...validBodies(facts.contract), sentinel].flatMap((step) => {
    const notSent = facts.notSent(step);
    if (notSent === undefined || facts.answer(step) !== undefined) return [];
    const why: Unresolved =
      notSent.kind === "not-applicable" ? { ...notSent, kind: "inconclusive" } : notSent;
    return [observing(step).unresolved(why)];
  });
}
