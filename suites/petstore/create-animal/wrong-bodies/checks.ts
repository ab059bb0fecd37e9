import { caseRef, type StepRef } from "#core/check/case.ts";
import { type RefusalCase, refusal, type Scenario, traceCheck } from "#core/check/check.ts";
import { refused } from "#core/check/expectation.ts";
import { type Answered, type Facts, hasStatus, isAnswered } from "#core/check/facts.ts";
import { sentText } from "#suites/petstore/pets.ts";
import { notApplicable } from "#suites/petstore/reasons.ts";
import { serialMarkIn } from "#suites/petstore/shared/evidence/marks.ts";
import { judgeStored, type Marked, marked } from "#suites/petstore/shared/nothing-stored.ts";
import { created } from "#suites/petstore/shared/steps/controls.ts";
import { generatedWrongBodies, sentinel } from "#suites/petstore/shared/steps/named-steps.ts";
import {
  type WrongBodyRequirement,
  wrongBodies,
  wrongBodyStep,
} from "#suites/petstore/shared/steps/wrong-bodies.ts";

function wrongBodyCases(about: WrongBodyRequirement): Scenario {
  return refusal(about, (contract) =>
    wrongBodies(contract)
      .filter((body) => body.about === about)
      .map((body): RefusalCase => {
        const step = wrongBodyStep(body);
        const isRefused = (answer: Answered) => body.contentType !== undefined && hasStatus(answer, 415);
        return {
          step,
          // That a charset is rejected is CREATE-13's (ruling 8).
          precondition: (answer) => (isRefused(answer) ? notApplicable("charset-rejected") : undefined),
          control: created,
          expect: refused(400),
        };
      }),
  );
}

/** CREATE-5 to 9 and 11. Subject: an answer to a body that is wrong in one way. Control: the right one, accepted. */
export const missingField = wrongBodyCases("CREATE-5");
export const wrongType = wrongBodyCases("CREATE-6");
export const statusOutside = wrongBodyCases("CREATE-7");
export const categoryOutside = wrongBodyCases("CREATE-8");
export const noObject = wrongBodyCases("CREATE-9");
export const lenientParser = wrongBodyCases("CREATE-11");

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
  refusedBodies,
  (contract) => [
    {
      profile: "standard",
      from: [...wrongBodies(contract).filter(({ profile }) => profile === "standard"), sentinel],
    },
  ],
  (facts, observe) =>
    judgeStored(
      [
        ...marked(wrongBodies(facts.contract), facts),
        ...markedInSeries(Object.values(generatedWrongBodies), facts),
      ].filter(({ answer }) => answer.outcome.answer.status >= 400),
      facts,
      () => observe,
    ),
);
