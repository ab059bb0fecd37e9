import { caseRef, type StepRef, stepRef } from "#core/check/case.ts";
import type { ProbePlan } from "#core/check/suite.ts";
import type { Contract } from "#core/contract/contract.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { pricingPlan } from "#suites/petstore/settings.ts";
import { firstBody, listing, listPets } from "./requests.ts";

/** The steps and cases that several groups refer to; where a step is only a reference, its own file makes it. */

/** The preflight: the most ordinary request of all. */
export const firstList = listing({ ...stepRef("list"), profile: "quick" });

export const firstCreate = firstBody.once;

/** What a check promises of every run. */
export const inEveryRun = { profile: "quick", from: [firstList] } as const;

/** What a check promises of a run that creates a pet. */
export const afterACreate = { profile: "standard", from: [firstCreate] } as const;

export const bodySteps = {
  cutShort: stepRef("body/cut short", "body cut short"),
  notJson: stepRef("body/not JSON", "body not JSON"),
  array: stepRef("body/an array", "body an array"),
  ofNothing: stepRef("body/an empty object", "body an empty object"),
  ofNothingAtLast: stepRef("body/an empty object/at-last", "body an empty object, at last"),
  ofNonsense: stepRef("content-type/nonsense", "body with a nonsense Content-Type"),
  empty: stepRef("body/empty", "body empty"),
  asText: stepRef("content-type/text/plain", "body with the Content-Type text/plain"),
} as const;

/** Created after every wrong request: a list that shows it would show what these stored. */
export const sentinel = stepRef("create/name/64-units", "create, name of 64 UTF-16 units");

export const readSteps = {
  withoutKey: stepRef("no-key/getPet", "no key, getPet"),
  withWrongKey: stepRef("wrong-key/getPet", "wrong key, getPet"),
  ofLetters: stepRef("get/abc", "get with abc"),
  ofZero: stepRef("get/0", "get the pet 0, or -1"),
  ofHighest: stepRef("get/highest", "get the pet of the highest id there is"),
  ofUnknownAgain: stepRef("get/unknown/again", "get an unknown pet again"),
  ofLastCreated: stepRef(`get/${sentinel.id}`, `get the pet of "${sentinel.label}"`),
  afterFilter: stepRef("get/listed/after-filter", "get a listed pet after a filter"),
} as const;

export const creates = {
  withoutStatus: stepRef("create/no-status", "create without a status"),
  ofStatus: (status: string) => stepRef(`create/${status}`, `create ${status}`),
  /** A name with every kind of character that stores spoil, and one of the greatest length, in more bytes. */
  everyKind: stepRef("create/name/of every kind", "create, name of every kind"),
  longName: stepRef("create/name/64-units-more-bytes", "create, name of 64 UTF-16 units and more bytes"),
  alike: firstBody.again,
  ofCategoryZero: stepRef("create/category/0", "create, category zero"),
  ofBigCategory: stepRef("create/category/beyond-2^53", "create, category beyond 2^53"),
  corrected: stepRef("create/corrected", "create, a rejected body corrected"),
  inOtherOrder: stepRef("create/spelling/other-order", "create, members in another order"),
  escaped: stepRef("create/spelling/escaped", "create, name escaped"),
} as const;

export const listSteps = {
  withoutKey: stepRef("no-key/listPets", "no key, listPets"),
  withWrongKey: stepRef("wrong-key/listPets", "wrong key, listPets"),
  /** The most ordinary list right after a limit that is wrong, and before the next one that is. */
  afterLimit: (limit: number | string) => stepRef(`list/after-limit/${limit}`, `list after limit ${limit}`),
  closingOf: (status: string) => stepRef(`status/${status}`, `status ${status}`),
  closing: stepRef("list/closing", "closing list"),
  afterMaximum: stepRef("list/after-maximum", "list after one with the maximum"),
  afterCreates: stepRef("list/after-creates", "list after the creates"),
  /** The list of a status without a limit, the last of the filtered ones. */
  ofStatusAlone: (status: string) => stepRef(`status/${status}/alone`, `status ${status} alone`),
} as const;

/** The steps that fill the store beyond so many pets, so that its default limit or its maximum shows (ruling 28). */
export function fills(contract: Contract, most = 0): readonly StepRef[] {
  const { maximum = 0 } = petstore(contract).limit;
  return Array.from({ length: Math.max(0, Math.min(most, maximum)) + 1 }, (_, i) =>
    stepRef(`fill/${i + 1}`, `create to fill the store, ${i + 1}`),
  );
}

/** Creates without a valid key; the sentinel comes after them. */
export const unauthenticatedCreates = {
  withoutKey: stepRef("no-key/createPet", "no key, createPet"),
  withWrongKey: stepRef("wrong-key/createPet", "wrong key, createPet"),
  withWrongBody: stepRef("no-key/createPet/wrong-body", "no key, createPet with a wrong body"),
  withOtherContentType: stepRef(
    "no-key/createPet/other-content-type",
    "no key, createPet with another Content-Type",
  ),
  withoutField: stepRef("no-key/createPet/no-field", "no key, createPet without a field"),
  withoutFields: stepRef("no-key/createPet/no-fields", "no key, createPet with an empty object"),
  withoutBody: stepRef("no-key/createPet/no-body", "no key, createPet without a body"),
  wrongKeyAndBody: stepRef("wrong-key/createPet/wrong-body", "wrong key, createPet with a wrong body"),
  wrongKeyWithoutFields: stepRef(
    "wrong-key/createPet/no-fields",
    "wrong key, createPet with an empty object",
  ),
};

export const limitOf = (limit: number | string) => stepRef(`limit/${limit}`, `limit ${limit}`);
export const limitOfLetters = limitOf("abc");
/** A limit below the bounds, one above them, and one that is no number: a list is asked for right after each. */
export const limitsBeforeLists = (contract: Contract): readonly string[] => {
  const { minimum, maximum, declared } = petstore(contract).limit;
  return [
    ...(minimum === undefined ? [] : [String(minimum - 1)]),
    ...(maximum === undefined ? [] : [String(maximum + 1)]),
    ...(declared ? ["abc"] : []),
  ];
};
export const filterAndLimit = (status: string, limit: number | string) =>
  stepRef(`status/${status}/limit/${limit}`, `status ${status} and limit ${limit}`);
export const statusOfNone = stepRef("status/unseen/of-one-pet", "status that the only pet does not have");
export const unknownStatusFilter = stepRef("status-filter/unknown", "status filter unknown");

/** Generated bodies that should be rejected with 400. */
export const generatedWrongBodies = {
  otherTypes: stepRef("generated values of another type"),
  statuses: stepRef("generated statuses"),
  categories: stepRef("generated categories"),
  truncated: stepRef("generated bodies cut off"),
};

/** Generated bodies that are, or may be, accepted: they count against the cap on created pets. */
export const generatedCreates = {
  names: stepRef("generated names"),
  oddities: stepRef("generated oddities"),
  contentTypes: stepRef("generated labels"),
};

/** How many names the step of generated names draws: as many pets are created if all are accepted. */
export const generatedPets = 6;

/** Cases that several files observe. */
export const everyList = caseRef("every-list", "every list");
export const withoutLimit = caseRef("limit/none", "no limit");
export const createdPet = caseRef("created-pet", "a created pet");
export const petOfThisRun = caseRef("pet-of-this-run", "a pet of this run");

/** What plans publish per day and never per minute (interface: Limits / Rate limits). */
const dailyFigures = [10_000, 100_000];

/** The over-limit probe: the smallest list, last and alone (ruling 29). */
export const probe: ProbePlan = {
  about: ["RATE-10", "RATE-11", "RATE-12", "RATE-13", "RATE-14", "RATE-15", "RATE-16"],
  request: listPets({ limit: 1 }),
  burst: stepRef("probe/burst", "over-limit probe"),
  recovery: stepRef("probe/recovery", "after Retry-After"),
  between: stepRef("probe/between", "another request, near the limit"),
  isDaily: (limit, setting) => dailyFigures.includes(limit) || limit === pricingPlan(setting)?.perDay,
};
