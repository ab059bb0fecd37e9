import { caseRef, type StepRef } from "../../../../src/core/check/case.ts";
import { traceCheck } from "../../../../src/core/check/check.ts";
import { type Facts, hasStatus, isAnswered } from "../../../../src/core/check/facts.ts";
import type { Contract } from "../../../../src/core/contract/contract.ts";
import { sentText } from "../../asked.ts";
import { serialMarkIn } from "../../shared/evidence/marks.ts";
import { judgeStored, type Marked, marked } from "../../shared/nothing-stored.ts";
import { generatedWrongBodies, sentinel } from "../../shared/steps/named-steps.ts";
import { wrongBodies } from "../../shared/steps/wrong-bodies.ts";

const refusedBodies = caseRef("refused-bodies", "rejected bodies");

/** Every generated body that bears its mark. */
function markedInSeries(series: readonly StepRef[], facts: Facts): readonly Marked[] {
  return series
    .flatMap((step) => facts.all(step))
    .filter(isAnswered)
    .filter((answer) => !hasStatus(answer, 429))
    .flatMap((answer) => {
      const mark = serialMarkIn(sentText(answer), facts);
      return mark === undefined ? [] : [{ answer, marks: [mark] }];
    });
}

/** CREATE-10. Subject: every wrong body that was refused and bears a mark. */
export const refusedStoresNothing = traceCheck(
  "CREATE-10",
  (contract) => [{ case: refusedBodies, profile: "standard", from: [...promisedBodies(contract), sentinel] }],
  (facts) =>
    judgeStored(
      "CREATE-10",
      () => refusedBodies,
      [
        ...marked(wrongBodies(facts.contract), facts),
        ...markedInSeries(Object.values(generatedWrongBodies), facts),
      ].filter(({ answer }) => answer.outcome.answer.status >= 400),
      facts,
    ),
);

function promisedBodies(contract: Contract): StepRef[] {
  return wrongBodies(contract).filter((body) => body.profile === "standard");
}
