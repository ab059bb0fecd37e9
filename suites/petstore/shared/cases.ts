import { caseRef } from "../../../src/core/check/case.ts";

/** Cases that several files observe. */
export const everyList = caseRef("every-list", "every list");
export const withoutLimit = caseRef("limit/none", "no limit");
export const createdPet = caseRef("created-pet", "a created pet");
export const petOfThisRun = caseRef("pet-of-this-run", "a pet of this run");
