import { caseRef, type StepRef } from "#core/check/case.ts";
import { casesCheck, type PromisedCase, type TraceCheck } from "#core/check/check.ts";
import type { Answered, Facts } from "#core/check/facts.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import type { Contract } from "#core/contract/contract.ts";
import { asked, isList } from "#suites/petstore/pets.ts";
import { inconclusive, untested } from "#suites/petstore/reasons.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { firstCreate, listSteps } from "../steps/named-steps.ts";

const all = caseRef("in-lists", "in lists of all pets");
const filtered = caseRef("in-filtered-lists", "in lists of a status");

/** Lists of all pets and lists of a status may have code of their own, and reads another. */
function kindsOfLists(contract: Contract) {
  const [status] = petstore(contract).statuses;
  const isFiltered = (list: Answered) => asked(list, "status") !== undefined;
  return [
    { of: all, closing: listSteps.closing, isOne: (list: Answered) => !isFiltered(list) },
    ...(status === undefined
      ? []
      : [{ of: filtered, closing: listSteps.closingOf(status), isOne: isFiltered }]),
  ];
}

interface PetsInLists {
  /** The create of the pets that it is about, or the read of one. */
  readonly from: StepRef;
  readonly lists: (facts: Facts) => readonly Answered[];
  /** Completes "no unfiltered list, or no filtered one, shows …". */
  readonly what: string;
  readonly none: (facts: Facts) => Unresolved | undefined;
}

/**
 * Two cases of a requirement on what answers show of pets: each kind of list showed one, so that what it spoils was seen. Whether
 * it is right there, the requirement's own check says.
 */
export function shownInLists(about: string, { from, lists, what, none }: PetsInLists): TraceCheck {
  const promises = (contract: Contract): readonly PromisedCase[] =>
    kindsOfLists(contract).map((kind) => ({
      case: kind.of,
      profile: "standard",
      from: [firstCreate, from, kind.closing],
    }));
  return casesCheck(about, promises, (facts, observing) => {
    const showing = lists(facts);
    const remedy = { change: "a store in which lists show the pets that were created" };
    const missing = none(facts);
    return kindsOfLists(facts.contract).map(({ of, closing, isOne }) => {
      const list = showing.find(isOne);
      if (list !== undefined) return observing(of).held(list);
      const answer = facts.answer(closing);
      // An answer that is no list may show the pet all the same: LIST-1 judges its form.
      const notShown =
        answer !== undefined && !isList(answer)
          ? inconclusive("step-without-list", { step: closing.label })
          : untested("not-in-such-lists", { what }, remedy);
      return observing(of).unresolved(missing ?? notShown);
    });
  });
}
