import { counted } from "#core/check/counted.ts";
import type { Answered, Facts } from "#core/check/facts.ts";
import { isList } from "#core/check/json-body.ts";
import { observer } from "#core/check/observe.ts";
import type { KeyCheck } from "#core/check/traffic-check.ts";
import { inBody } from "#core/check/verdict.ts";
import { asked, petsIn } from "#suites/petstore/pets.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { isServed, servedAnswers } from "#suites/petstore/shared/evidence/served-answers.ts";
import { askedLimit } from "#suites/petstore/shared/evidence/store.ts";
import { everyList } from "#suites/petstore/shared/steps/named-steps.ts";

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
