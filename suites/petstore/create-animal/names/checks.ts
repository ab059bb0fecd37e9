import { caseOfStep, type StepRef } from "../../../../src/core/check/case.ts";
import { type PromisedCase, traceCheck } from "../../../../src/core/check/check.ts";
import type { Facts } from "../../../../src/core/check/facts.ts";
import { observer } from "../../../../src/core/check/observe.ts";
import { inBody, type Observation } from "../../../../src/core/check/verdict.ts";
import { inconclusive } from "../../reasons.ts";
import { type AcceptedCreate, acceptedCreates, whatCameOf } from "../../shared/evidence/accepted-creates.ts";
import { isAscii, isJudgedName, nameInWords } from "../../shared/evidence/marks.ts";
import { generatedNames } from "../../shared/generated/names.ts";
import { fragileNames, unusualNames } from "../../shared/steps/valid-bodies.ts";

/** CREATE-17. Subject: the name in the 201 of a create whose name is not plain ASCII. */
export const everyScript = traceCheck(
  "CREATE-17",
  (contract) =>
    [...unusualNames(contract), generatedNames].map(
      (step): PromisedCase => ({ case: step, profile: step.profile, from: [step] }),
    ),
  (facts) => [
    ...acceptedCreates(facts)
      .filter(
        ({ exchange, sent }) =>
          unusualNames(facts.contract).some((n) => n.id === exchange.step) || !isAscii(sent.name ?? ""),
      )
      .flatMap((accepted) => judgeName("CREATE-17", accepted, isFormOf)),
    ...unanswered("CREATE-17", unusualNames(facts.contract), facts),
  ],
);

/** CREATE-18. Subject: the same for names that some stores tidy up. */
export const allWhitespace = traceCheck(
  "CREATE-18",
  fragileNames.map((step): PromisedCase => ({ case: step, profile: step.profile, from: [step] })),
  (facts) => [
    ...acceptedCreates(facts)
      .filter(({ exchange }) => fragileNames.some((step) => step.id === exchange.step))
      .flatMap((accepted) => judgeName("CREATE-18", accepted, (a, b) => a === b)),
    ...unanswered("CREATE-18", fragileNames, facts),
  ],
);

function judgeName(
  about: string,
  { exchange, sent, created }: AcceptedCreate,
  same: (a: string, b: string) => boolean,
): Observation[] {
  if (created?.name === undefined || !isJudgedName(sent.name)) return [];
  const observe = observer(about, caseOfStep(exchange));
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

function unanswered(about: string, steps: readonly StepRef[], facts: Facts): Observation[] {
  return steps.flatMap((step) => {
    const notSent = facts.notSent(step);
    if (facts.all(step).length > 0 && facts.answer(step)?.outcome.answer.status === 201) return [];
    if (notSent?.kind === "untested") return [observer(about, step).unresolved(notSent)];
    return facts.all(step).length > 0
      ? [observer(about, step).unresolved(inconclusive("create-refused", { came: whatCameOf(step, facts) }))]
      : [];
  });
}
