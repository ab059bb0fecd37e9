import { type CaseRef, caseOfStep, type StepRef } from "#core/check/case.ts";
import { casesCheck } from "#core/check/check.ts";
import { answeredWith, type Facts } from "#core/check/facts.ts";
import type { Observer } from "#core/check/observe.ts";
import { inBody, type Observation } from "#core/check/results/verdict.ts";
import { inconclusive } from "#suites/petstore/reasons.ts";
import {
  type AcceptedCreate,
  acceptedCreates,
  whatCameOf,
} from "#suites/petstore/shared/evidence/accepted-creates.ts";
import { isAscii, isJudgedName, nameInWords } from "#suites/petstore/shared/evidence/marks.ts";
import { generatedNames } from "#suites/petstore/shared/generated/names.ts";
import { fragileNames, promisedBy, unusualNames } from "#suites/petstore/shared/steps/valid-bodies.ts";

/** CREATE-17. Subject: the name in the 201 of a create whose name is not plain ASCII. */
export const everyScript = casesCheck(
  "CREATE-17",
  (contract) => [...unusualNames(contract), generatedNames].map(promisedBy),
  (facts, observing) => [
    ...acceptedCreates(facts)
      .filter(
        ({ exchange, sent }) =>
          unusualNames(facts.contract).some((n) => n.id === exchange.step) || !isAscii(sent.name ?? ""),
      )
      .flatMap((accepted) => judgeName(observing, accepted, isFormOf)),
    ...unanswered(observing, unusualNames(facts.contract), facts),
  ],
);

/** CREATE-18. Subject: the same for names that some stores tidy up. */
export const allWhitespace = casesCheck("CREATE-18", fragileNames.map(promisedBy), (facts, observing) => [
  ...acceptedCreates(facts)
    .filter(({ exchange }) => fragileNames.some((step) => step.id === exchange.step))
    .flatMap((accepted) => judgeName(observing, accepted, (a, b) => a === b)),
  ...unanswered(observing, fragileNames, facts),
]);

type Observing = (of: CaseRef) => Observer;

function judgeName(
  observing: Observing,
  { exchange, sent, created }: AcceptedCreate,
  same: (a: string, b: string) => boolean,
): Observation[] {
  if (created?.name === undefined || !isJudgedName(sent.name)) return [];
  const observe = observing(caseOfStep(exchange));
  if (same(created.name, sent.name)) return [observe.held(exchange)];
  return [
    observe.broken(exchange, `name ${nameInWords(sent.name)}, as it was sent`, {
      seen: nameInWords(created.name),
      place: inBody("/name"),
    }),
  ];
}

/** The name as it was sent, but for whitespace around it, in one of Unicode's normal forms (ruling 11: those are a `should`). */
function isFormOf(created: string, sent: string): boolean {
  const forms = [sent, ...["NFC", "NFD", "NFKC", "NFKD"].map((form) => sent.normalize(form))];
  return forms.some((form) => form.trim() === created.trim());
}

function unanswered(observing: Observing, steps: readonly StepRef[], facts: Facts): Observation[] {
  return steps.flatMap((step) => {
    if (answeredWith(facts.answer(step), 201)) return [];
    const notSent = facts.notSent(step);
    if (notSent?.kind === "untested") return [observing(step).unresolved(notSent)];
    if (facts.all(step).length === 0) return [];
    return [observing(step).unresolved(inconclusive("create-refused", { came: whatCameOf(step, facts) }))];
  });
}
