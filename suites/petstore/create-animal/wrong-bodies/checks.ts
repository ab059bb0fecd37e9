import { type RefusalCase, refusal, type Scenario } from "../../../../src/core/check/check.ts";
import { refused } from "../../../../src/core/check/expectation.ts";
import { created } from "../../shared/steps/controls.ts";
import { type WrongBodyRequirement, wrongBodies, wrongBodyStep } from "../../shared/steps/wrong-bodies.ts";

function wrongBodyCases(about: WrongBodyRequirement): Scenario {
  return refusal(about, (contract) =>
    wrongBodies(contract)
      .filter((body) => body.about === about)
      .map((body): RefusalCase => ({ step: wrongBodyStep(body), control: created, expect: refused(400) })),
  );
}

/** CREATE-5 to 9 and 11. Subject: an answer to a body that is wrong in one way. Control: the right one, accepted. */
export const missingField = wrongBodyCases("CREATE-5");
export const wrongType = wrongBodyCases("CREATE-6");
export const statusOutside = wrongBodyCases("CREATE-7");
export const categoryOutside = wrongBodyCases("CREATE-8");
export const noObject = wrongBodyCases("CREATE-9");
export const lenientParser = wrongBodyCases("CREATE-11");
