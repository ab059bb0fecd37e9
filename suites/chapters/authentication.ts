import { refused } from "../../src/core/check/answers.ts";
import { type Invariant, invariant, type RefusalCase, refusal } from "../../src/core/check/check.ts";
import { answeredWith, type Facts } from "../../src/core/check/facts.ts";
import { inStatus } from "../../src/core/check/place.ts";
import type { Priority } from "../../src/core/check/priority.ts";
import { type Step, type StepRef, stepRef } from "../../src/core/check/step.ts";
import { isUnresolved } from "../../src/core/check/unresolved.ts";
import type { OperationId } from "../../src/core/contract/contract.ts";
import type { Credential, RequestSpec } from "../../src/core/exchange/exchange.ts";
import { writeJson } from "../../src/core/json/write.ts";
import { createdId } from "../evidence/accepted-creates.ts";
import { markOf } from "../evidence/marks.ts";
import { fewestStatus, listedPets, ordinaryCategory } from "../evidence/store.ts";
import { petstore } from "../petstore/roles.ts";
import { answered, listAnswered, notRefusedWithKey } from "../steps/controls.ts";
import { bearer, wrongKey } from "../steps/credentials.ts";
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
  readWithWrongKey,
  unauthenticatedCreates,
  unknownStatusFilter,
} from "../steps/named-steps.ts";
import {
  getPet,
  type ListQuery,
  listPets,
  newPetText,
  noKey,
  posting,
  postPet,
  reading,
} from "../steps/requests.ts";
import { getCreated, getListed } from "./get-pet.ts";
import { getUnknown } from "./unknown-ids.ts";

type Profile = Step["profile"];

/** AUTH-1. Subject: every request with the valid key. */
export const keyAccepted: Invariant = {
  ...invariant(
    "AUTH-1",
    () => [{ case: "listPets", profile: "quick", from: [firstList] }],
    (exchange, { contract }) => {
      const { operation } = contract.classify(exchange.request);
      const judged =
        operation !== undefined &&
        operation !== "storeOrders" &&
        exchange.request.credential.kind === "valid";
      // The first list refused with 401 stops the run: the key or the server (ruling 27).
      if (!judged || exchange.outcome.kind !== "answer") return undefined;
      if (!answeredWith(exchange, 401)) return { case: operation, held: true };
      if (exchange.id === 1)
        return {
          case: operation,
          unresolved: { reason: "the key or the server is wrong", kind: "inconclusive" },
        };
      return {
        case: operation,
        broken: {
          expected: "an answer other than 401, since the list was served with this key",
          seen: "401",
          place: inStatus,
        },
      };
    },
  ),
  needsOwnKey: true,
};

const withoutKey = () => noKey;
const neverAKey = { listPets: withoutKey, createPet: withoutKey, getPet: withoutKey } as const;

/** The request of an operation that would be served with the key. */
function rightRequest(
  operation: OperationId,
  facts: Facts,
  label: string,
  credential: Credential,
): RequestSpec {
  switch (operation) {
    case "createPet":
      return postPet(rightBody(facts, label), { credential });
    case "getPet":
      return getPet(createdId(facts, firstCreate) ?? listedPets(facts)[0]?.pet.id ?? 1n, credential);
    default:
      return listPets({}, credential);
  }
}

function rightBody(facts: Facts, label: string): string {
  return newPetText(petstore(facts.contract), {
    name: markOf(facts, label),
    categoryId: ordinaryCategory(facts).id,
    status: fewestStatus(facts),
  });
}

const controlOf = {
  listPets: listAnswered(firstList),
  createPet: notRefusedWithKey(firstCreate),
  getPet: notRefusedWithKey([getListed, getCreated]),
} as const;

type PetOperation = keyof typeof controlOf;
type CredentialOf = (facts: Facts, label: string) => Credential;

function keyStep(prefix: string, operation: PetOperation, profile: Profile, credential: CredentialOf): Step {
  const label = `${prefix}, ${operation}`;
  const step: Step = {
    label,
    profile,
    priority: "essential",
    requires: operation === "createPet" ? [firstList, firstCreate] : [firstList],
    request: (facts) => rightRequest(operation, facts, label, credential(facts, label)),
  };
  if (operation === "listPets") return step;
  if (operation === "createPet") return posting(step);
  return reading({ ...step, waitsFor: [stepRef(`${prefix}, listPets`)] });
}

function keyCases(
  prefix: string,
  profiles: Readonly<Record<PetOperation, Profile>>,
  credentials: Readonly<Record<PetOperation, CredentialOf>>,
): RefusalCase[] {
  return (["listPets", "createPet", "getPet"] as const).map((operation) => ({
    step: keyStep(prefix, operation, profiles[operation], credentials[operation]),
    control: controlOf[operation],
    expect: refused(401),
  }));
}

/** AUTH-2. Subject: a request that the key alone lacks. Control: the same with the key. */
export const missingKey = refusal("AUTH-2", (contract) => [
  ...keyCases("no key", { listPets: "quick", createPet: "standard", getPet: "quick" }, neverAKey),
  {
    step: {
      label: "no key, listPets with a filter",
      profile: "thorough",
      priority: "occasional",
      requires: [firstList],
      request: () =>
        listPets({ status: petstore(contract).statuses[0], limit: petstore(contract).limit.minimum }, noKey),
    },
    control: listAnswered(firstList),
    expect: refused(401),
  },
]);

/** An object that holds the keys by their names has this one too. */
const inheritedName = () => bearer("constructor", "the word constructor as key");

/** A server may refuse a key the first time only (ruling 14). */
const keyAgain: RefusalCase = {
  step: {
    label: "the same wrong key, listPets",
    profile: "standard",
    priority: "essential",
    requires: [firstList, listWithWrongKey],
    request: (facts) => listPets({}, wrongKey(facts, listWithWrongKey.label)),
  },
  control: listAnswered(firstList),
  expect: refused(401),
};

/** AUTH-3. Subject: a request with an invalid key. A read has the one of the list: a server may remember it as seen. */
export const invalidKey = refusal("AUTH-3", () => [
  ...keyCases(
    "wrong key",
    { listPets: "quick", createPet: "standard", getPet: "standard" },
    {
      listPets: wrongKey,
      createPet: inheritedName,
      getPet: (facts) => wrongKey(facts, listWithWrongKey.label),
    },
  ),
  keyAgain,
]);

/** AUTH-4. Subject: a request without a key that is wrong in another way too. Control: with the key it is refused otherwise. */
export const keyFirst = refusal("AUTH-4", (contract): readonly RefusalCase[] => {
  const { statuses, limit } = petstore(contract);
  return [
    {
      step: posting({
        label: "no key, createPet with a wrong body",
        profile: "standard",
        priority: "essential",
        requires: [firstCreate],
        request: () => postPet("{", { credential: noKey }),
      }),
      control: answered(bodyCutShort, 400),
      expect: refused(401),
    },
    ...(limit.maximum === undefined
      ? []
      : [keyBefore("wrong limit", "typical", limitOf(limit.maximum + 1), { limit: limit.maximum + 1 })]),
    ...(limit.declared ? [keyBefore("limit of letters", "regular", limitOfLetters, { limit: "abc" })] : []),
    ...(statuses.length === 0 ? [] : [wrongKeyBeforeFilter]),
    ...wrongPosts,
    {
      step: {
        ...getUnknown,
        label: "no key, getPet of an unknown pet",
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
        label: "wrong key, getPet of an unknown pet",
        profile: "thorough",
        priority: "unusual",
        request: (facts) => withCredential(getUnknown, wrongKey(facts, "unknown pet"))(facts),
      },
      control: [answered(getUnknown, 404), answered(readWithWrongKey, 401)],
      expect: refused(401),
    },
  ];
});

/** What binds the parameters may come before what looks at the key. */
function keyBefore(what: string, priority: Priority, withKey: StepRef, query: ListQuery): RefusalCase {
  return {
    step: {
      label: `no key, listPets with a ${what}`,
      profile: priority === "typical" ? "standard" : "thorough",
      priority,
      requires: [firstList],
      request: () => listPets(query, noKey),
    },
    control: notRefusedWithKey(withKey),
    expect: refused(401),
  };
}

/** With a key that is none: some look only whether there is one before the rest. */
const wrongKeyBeforeFilter: RefusalCase = {
  step: {
    label: "wrong key, listPets with a wrong filter",
    profile: "thorough",
    priority: "occasional",
    requires: [firstList],
    request: (facts) => listPets({ status: "conformance-unknown" }, wrongKey(facts, "wrong filter")),
  },
  control: [notRefusedWithKey(unknownStatusFilter), answered(listWithWrongKey, 401)],
  expect: refused(401),
};

/** The same of what reads the body: by its label, and by its fields. */
const wrongPosts: readonly RefusalCase[] = [
  {
    label: unauthenticatedCreates.withOtherContentType.label,
    control: bodyAsText,
    contentType: "text/plain",
    text: rightBody,
  },
  {
    label: unauthenticatedCreates.withoutField.label,
    control: bodyWithoutFields,
    contentType: "application/json",
    text: (facts: Facts, label: string) => writeJson({ name: markOf(facts, label) }),
  },
  {
    label: unauthenticatedCreates.withoutBody.label,
    control: bodyEmpty,
    contentType: "application/json",
    text: () => "",
  },
].map(({ label, control, contentType, text }) => ({
  step: posting({
    label,
    profile: "thorough",
    priority: "occasional",
    requires: [firstList, firstCreate],
    request: (facts) => postPet(text(facts, label), { credential: noKey, contentType }),
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
