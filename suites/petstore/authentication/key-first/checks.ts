import { caseOfStep, stepRef } from "#core/check/case.ts";
import { casesCheck, type PromisedCase, type RefusalCase, refusal } from "#core/check/check.ts";
import { refused } from "#core/check/expectation.ts";
import type { Facts } from "#core/check/facts.ts";
import type { Step } from "#core/check/inputs/step.ts";
import { isUnresolved } from "#core/check/results/unresolved.ts";
import type { Credential, StepId } from "#core/exchange/exchange.ts";
import { writeJson } from "#core/json/write.ts";
import { petstore } from "#suites/petstore/roles.ts";
import { markOf } from "#suites/petstore/shared/evidence/marks.ts";
import { judgeStored, marked } from "#suites/petstore/shared/nothing-stored.ts";
import { answered, notRefusedWithKey } from "#suites/petstore/shared/steps/controls.ts";
import { listCase, rightBody, wrongKey } from "#suites/petstore/shared/steps/credentials.ts";
import {
  bodyAsText,
  bodyCutShort,
  bodyEmpty,
  bodyWithoutFields,
  firstCreate,
  firstList,
  limitOf,
  limitOfLetters,
  listWithWrongKey,
  readOfLetters,
  readWithWrongKey,
  sentinel,
  unauthenticatedCreates,
  unknownStatusFilter,
} from "#suites/petstore/shared/steps/named-steps.ts";
import { getCreated, getUnknown } from "#suites/petstore/shared/steps/reads.ts";
import { getPet, noKey, posting, postPet, reading } from "#suites/petstore/shared/steps/requests.ts";

/** AUTH-4. Subject: a request without a key that is wrong in another way too. Control: with the key it is refused otherwise. */
export const keyFirst = refusal("AUTH-4", (contract): readonly RefusalCase[] => {
  const { statuses, limit } = petstore(contract);
  return [
    {
      step: posting({
        ...unauthenticatedCreates.withWrongBody,
        profile: "standard",
        priority: "essential",
        requires: [firstCreate],
        request: () => postPet("{", { credential: noKey }),
      }),
      control: answered(bodyCutShort, 400),
      expect: refused(401),
    },
    ...(limit.maximum === undefined ? [] : [keyBeforeLimit(limit.maximum + 1)]),
    ...(limit.declared && statuses.length > 0 ? [keyBeforeEachParameter] : []),
    ...(statuses.length === 0 ? [] : [wrongKeyBeforeFilter]),
    ...wrongPosts,
    {
      step: {
        ...getUnknown,
        ...stepRef("no-key/getPet/unknown-id", "no key, getPet of an unknown pet"),
        profile: "standard",
        priority: "typical",
        request: withCredential(getUnknown, noKey),
      },
      control: answered(getUnknown, 404),
      expect: refused(401),
    },
    {
      step: {
        ...getUnknown,
        ...stepRef("wrong-key/getPet/unknown-id", "wrong key, getPet of an unknown pet"),
        profile: "thorough",
        priority: "unusual",
        request: (facts) => withCredential(getUnknown, wrongKey(facts, "unknown pet"))(facts),
      },
      control: [answered(getUnknown, 404), answered(readWithWrongKey, 401)],
      expect: refused(401),
    },
  ];
});

/** Frameworks may bind the parameters before the key is checked. */
function keyBeforeLimit(limit: number): RefusalCase {
  const step = stepRef("no-key/listPets/wrong-limit", "no key, listPets with a wrong limit");
  const control = notRefusedWithKey(limitOf(limit));
  return listCase(step, "typical", noKey, { profile: "standard", query: { limit }, control });
}

/** Wrong in each parameter, since each may be read by code of its own. */
const keyBeforeEachParameter = listCase(
  stepRef(
    "no-key/listPets/wrong-limit-and-filter",
    "no key, listPets with a limit of letters and a wrong filter",
  ),
  "regular",
  noKey,
  {
    query: { limit: "abc", status: "conformance-unknown" },
    control: [notRefusedWithKey(limitOfLetters), notRefusedWithKey(unknownStatusFilter)],
  },
);

/** With an invalid key: some servers first check only that there is a key. */
const wrongKeyBeforeFilter = listCase(
  stepRef("wrong-key/listPets/wrong-filter", "wrong key, listPets with a wrong filter"),
  "occasional",
  (facts) => wrongKey(facts, "wrong filter"),
  {
    query: { status: "conformance-unknown" },
    control: [notRefusedWithKey(unknownStatusFilter), answered(listWithWrongKey, 401)],
  },
);

/** The same for the body: by its Content-Type, and by its fields. */
const wrongPosts: readonly RefusalCase[] = [
  {
    step: unauthenticatedCreates.withOtherContentType,
    priority: "regular" as const,
    control: bodyAsText,
    contentType: "text/plain",
    text: rightBody,
  },
  {
    step: unauthenticatedCreates.withoutField,
    priority: "occasional" as const,
    control: bodyWithoutFields,
    contentType: "application/json",
    text: (facts: Facts, step: StepId) => writeJson({ name: markOf(facts, step) }),
  },
  {
    step: unauthenticatedCreates.withoutBody,
    priority: "occasional" as const,
    control: bodyEmpty,
    contentType: "application/json",
    text: () => "",
  },
].map(({ step, priority, control, contentType, text }) => ({
  step: posting({
    ...step,
    profile: "thorough",
    priority,
    requires: [firstList, firstCreate],
    request: (facts) => postPet(text(facts, step.id), { credential: noKey, contentType }),
  }),
  control: notRefusedWithKey(control),
  expect: refused(401),
}));

function withCredential(step: Step, credential: Credential): Step["request"] {
  return (facts) => {
    const asked = step.request(facts);
    return isUnresolved(asked) ? asked : { ...asked, credential };
  };
}

/** AUTH-9. Subject: a path without an integer, without a key: a router may not know it (ruling 14). */
export const keyBeforePath = refusal("AUTH-9", () => [
  {
    step: reading({
      ...stepRef("no-key/getPet/abc", "no key, getPet with abc"),
      profile: "thorough",
      priority: "frequent",
      requires: [firstList],
      request: () => getPet("abc", noKey),
    }),
    control: [answered(readOfLetters, 400, 404), answered(getCreated, 200)],
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
