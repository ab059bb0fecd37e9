import { caseOfStep, type StepRef, stepRef } from "#core/check/case.ts";
import { type Control, casesCheck, type PromisedCase, type RefusalCase, refusal } from "#core/check/check.ts";
import { refused } from "#core/check/expectation.ts";
import type { Facts } from "#core/check/facts.ts";
import type { Depth, Step } from "#core/check/inputs/step.ts";
import { isUnresolved } from "#core/check/results/unresolved.ts";
import type { Credential } from "#core/exchange/exchange.ts";
import { writeJson } from "#core/json/write.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { markOf } from "#suites/petstore/shared/evidence/marks.ts";
import { judgeStored, marked } from "#suites/petstore/shared/nothing-stored.ts";
import {
  answered,
  createCase,
  listCase,
  notRefusedWithKey,
  wrongKey,
} from "#suites/petstore/shared/steps/controls.ts";
import {
  bodySteps,
  firstCreate,
  firstList,
  limitOf,
  limitOfLetters,
  listSteps,
  readSteps,
  sentinel,
  unauthenticatedCreates,
  unknownStatusFilter,
} from "#suites/petstore/shared/steps/named-steps.ts";
import { getCreated, getUnknown } from "#suites/petstore/shared/steps/reads.ts";
import { getPet, noKey, reading } from "#suites/petstore/shared/steps/requests.ts";

/**
 * AUTH-4. Subject: a request without a valid key that is wrong in another way too. Control: with the key it is refused otherwise.
 * Some servers first check only that there is a key: they show with an invalid one alone.
 */
export const keyFirst = refusal("AUTH-4", (contract): readonly RefusalCase[] => {
  const { statuses, limit } = petstore(contract);
  return [
    createCase(unauthenticatedCreates.withWrongBody, "standard", noKey, {
      requires: [firstCreate],
      text: () => "{",
      control: answered(bodySteps.cutShort, 400),
    }),
    ...(limit.maximum === undefined
      ? []
      : [keyBeforeLimit(limit.maximum + 1), wrongKeyBeforeLimit(limit.maximum + 1)]),
    ...(limit.declared && statuses.length > 0 ? [keyBeforeEachParameter] : []),
    ...(statuses.length === 0 ? [] : [keyBeforeFilter]),
    ...wrongPosts,
    keyBeforeUnknownPet(
      "wrong key",
      "standard",
      (facts) => wrongKey(facts, listSteps.withWrongKey.id),
      answered(readSteps.withWrongKey, 401),
    ),
    keyBeforeUnknownPet("no key", "thorough", () => noKey),
  ];
});

/** Frameworks may bind the parameters before the key is checked. */
function keyBeforeLimit(limit: number): RefusalCase {
  const step = stepRef("no-key/listPets/wrong-limit", "no key, listPets with a wrong limit");
  const control = notRefusedWithKey(limitOf(limit));
  return listCase(step, "standard", noKey, { query: { limit }, control });
}

const wrongFilter = { status: "conformance-unknown" };

const keyBeforeFilter = listCase(
  stepRef("no-key/listPets/wrong-filter", "no key, listPets with a wrong filter"),
  "thorough",
  noKey,
  { query: wrongFilter, control: notRefusedWithKey(unknownStatusFilter) },
);

/** Wrong in each parameter, since each may be read by code of its own. */
const keyBeforeEachParameter = listCase(
  stepRef(
    "wrong-key/listPets/wrong-limit-and-filter",
    "wrong key, listPets with limit abc and a wrong filter",
  ),
  "extended",
  (facts) => wrongKey(facts, "wrong limit and filter"),
  {
    query: { limit: "abc", ...wrongFilter },
    control: [
      notRefusedWithKey(limitOfLetters),
      notRefusedWithKey(unknownStatusFilter),
      answered(listSteps.withWrongKey, 401),
    ],
  },
);

function wrongKeyBeforeLimit(limit: number): RefusalCase {
  const step = stepRef("wrong-key/listPets/wrong-limit", "wrong key, listPets with a wrong limit");
  const control = [notRefusedWithKey(limitOf(limit)), answered(listSteps.withWrongKey, 401)];
  return listCase(step, "thorough", (facts) => wrongKey(facts, "wrong limit"), { query: { limit }, control });
}

/** The same for the body, which is read by its Content-Type, as JSON, and by its fields. */
const wrongPosts: readonly RefusalCase[] = [
  createCase(unauthenticatedCreates.withOtherContentType, "extended", noKey, {
    contentType: "text/plain",
    control: notRefusedWithKey(bodySteps.asText),
  }),
  createCase(unauthenticatedCreates.withoutField, "thorough", noKey, {
    text: (facts, step) => writeJson({ name: markOf(facts, step) }),
    control: notRefusedWithKey(bodySteps.ofNothing),
  }),
  createCase(unauthenticatedCreates.withoutFields, "thorough", noKey, {
    text: () => "{}",
    control: notRefusedWithKey(bodySteps.ofNothing),
  }),
  createCase(unauthenticatedCreates.withoutBody, "thorough", noKey, {
    text: () => "",
    control: notRefusedWithKey(bodySteps.empty),
  }),
  wrongKeyOn(unauthenticatedCreates.wrongKeyAndBody, "{", bodySteps.cutShort),
  wrongKeyOn(unauthenticatedCreates.wrongKeyWithoutFields, "{}", bodySteps.ofNothing),
];

function wrongKeyOn(step: StepRef, text: string, withKey: StepRef): RefusalCase {
  return createCase(step, "thorough", (facts) => wrongKey(facts, step.label), {
    text: () => text,
    control: [notRefusedWithKey(withKey), answered(unauthenticatedCreates.withWrongKey, 401)],
  });
}

function keyBeforeUnknownPet(
  what: "no key" | "wrong key",
  profile: Depth,
  credentialOf: (facts: Facts) => Credential,
  ...control: readonly Control[]
): RefusalCase {
  const step = stepRef(`${what.replace(" ", "-")}/getPet/unknown-id`, `${what}, getPet of an unknown pet`);
  const request: Step["request"] = (facts) => {
    const asked = getUnknown.request(facts);
    return isUnresolved(asked) ? asked : { ...asked, credential: credentialOf(facts) };
  };
  return {
    step: { ...getUnknown, ...step, profile, request },
    control: [answered(getUnknown, 404), ...control],
    expect: refused(401),
  };
}

/** AUTH-9. Subject: a path without an integer, without a key: a router may not know it (ruling 14). */
export const keyBeforePath = refusal("AUTH-9", () => [
  {
    step: reading({
      ...stepRef("no-key/getPet/abc", "no key, getPet with abc"),
      profile: "extended",
      requires: [firstList],
      request: () => getPet("abc", noKey),
    }),
    control: [answered(readSteps.ofLetters, 400, 404), answered(getCreated, 200)],
    expect: refused(401),
  },
]);

/** AUTH-5. Subject: every create without a valid key, whatever it was answered. */
export const unauthenticatedStoresNothing = casesCheck(
  "AUTH-5",
  [unauthenticatedCreates.withoutKey, unauthenticatedCreates.withWrongKey].map(
    (step): PromisedCase => ({ case: step, profile: "standard", from: [step, sentinel] }),
  ),
  (facts, observing) =>
    judgeStored(marked(Object.values(unauthenticatedCreates), facts), facts, (sent) =>
      observing(caseOfStep(sent)),
    ),
);
