import type { OperationId } from "../src/contract/contract.ts";
import type { Credential, RequestSpec } from "../src/exchange/exchange.ts";
import { headerValues } from "../src/exchange/headers.ts";
import { refused, served } from "../src/run/answers.ts";
import { invariant, type RefusalCase, refusal, scenario } from "../src/run/check.ts";
import { answeredWith, type Facts } from "../src/run/facts.ts";
import { hexDigits } from "../src/run/random.ts";
import type { Step } from "../src/run/step.ts";
import { answered, listAnswered, notRefusedWithKey } from "./controls.ts";
import { createdId } from "./creates.ts";
import { getCreated, getListed, getUnknown } from "./get-pet.ts";
import { markOf } from "./marks.ts";
import { getPet, listPets, newPetText, noKey, posting, postPet, reading } from "./requests.ts";
import { fewestStatus, listedPets, ordinaryCategory } from "./store.ts";
import { createLabel } from "./valid-bodies.ts";

type Row = Step["row"];

/** AUTH-1. Subject: every request with the valid key. */
export const keyAccepted = invariant(
  "AUTH-1",
  () => [{ case: "listPets", row: "quick", from: ["list"] }],
  (exchange, { contract }) => {
    const { operation } = contract.classify(exchange.request);
    const judged =
      operation !== undefined && operation !== "storeOrders" && exchange.request.credential.kind === "valid";
    // The first list refused with 401 stops the run: the key or the server (ruling 27).
    if (!judged || exchange.outcome.kind !== "answer") return undefined;
    if (!answeredWith(exchange, 401)) return { case: operation, held: true };
    if (exchange.id === 1)
      return { case: operation, untold: { untold: "the key or the server is wrong", why: "lost" } };
    return {
      case: operation,
      broken: { expected: "an answer other than 401 to the key that lists", seen: "401", where: "status" },
    };
  },
);

/** A key that is none: random, as long as keys are, and another one for each request. */
export function wrongKey(facts: Facts, label: string): Credential {
  const random = hexDigits(facts.random(label), 32);
  return {
    kind: "other",
    header: "Authorization",
    value: `Bearer ${random}`,
    about: "a random key",
    secret: false,
  };
}

const withoutKey = () => noKey;

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
      return getPet(createdId(facts, createLabel) ?? listedPets(facts)[0]?.pet.id ?? 1n, credential);
    default:
      return listPets({}, credential);
  }
}

function rightBody(facts: Facts, label: string): string {
  return newPetText(facts.contract, {
    name: markOf(facts, label),
    categoryId: ordinaryCategory(facts).id,
    status: fewestStatus(facts),
  });
}

const controlOf = {
  listPets: listAnswered("list"),
  createPet: notRefusedWithKey(createLabel),
  getPet: notRefusedWithKey([getListed.label, getCreated.label]),
} as const;

type PetOperation = keyof typeof controlOf;

function keyStep(
  prefix: string,
  operation: PetOperation,
  row: Row,
  value: number,
  credential: (facts: Facts, label: string) => Credential,
): Step {
  const label = `${prefix}, ${operation}`;
  const step: Step = {
    label,
    row,
    value,
    after: operation === "createPet" ? ["list", createLabel] : ["list"],
    request: (facts) => rightRequest(operation, facts, label, credential(facts, label)),
  };
  if (operation === "listPets") return step;
  return operation === "createPet" ? posting(step) : reading(step);
}

function keyCases(
  prefix: string,
  rows: Readonly<Record<PetOperation, Row>>,
  credential: (facts: Facts, label: string) => Credential,
): RefusalCase[] {
  return (["listPets", "createPet", "getPet"] as const).map((operation) => ({
    step: keyStep(prefix, operation, rows[operation], 9, credential),
    control: controlOf[operation],
    expect: refused(401),
  }));
}

/** AUTH-2. Subject: a request that the key alone lacks. Control: the same with the key. */
export const missingKey = refusal("AUTH-2", () =>
  keyCases("no key", { listPets: "quick", createPet: "standard", getPet: "quick" }, withoutKey),
);

const other = (value: string, about: string, secret = false) => ({
  kind: "other" as const,
  header: "Authorization",
  value,
  about,
  secret,
});

function oneCase(
  label: string,
  value: number,
  credential: Credential,
  row: Row = "thorough",
  control: RefusalCase["control"] = listAnswered("list"),
): RefusalCase {
  return {
    step: { label, row, value, after: ["list"], request: () => listPets({}, credential) },
    control,
    expect: refused(401),
  };
}

function nearMiss(label: string, derive: (key: string) => string): RefusalCase {
  const credential: Credential = {
    kind: "other",
    header: "Authorization",
    value: "Bearer {near-miss}",
    about: label,
    secret: true,
    derive: (key) => `Bearer ${derive(key)}`,
  };
  return oneCase(label, 0, credential);
}

const swapCase = (key: string) =>
  key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

const inOtherCase = nearMiss("the key in another letter case", swapCase);

/** Hex digits and UUIDs are the same in any case, so a key of them shows nothing (ruling 14). */
const keyInOtherCase: RefusalCase = {
  ...inOtherCase,
  step: {
    ...inOtherCase.step,
    request: (facts) =>
      facts.setting.keyHasCase
        ? inOtherCase.step.request(facts)
        : { omitted: "the key is the same in any letter case", why: "needless" },
  },
};

/** AUTH-3. Subject: a request whose key is none, or whose credential is malformed. Near-misses in thorough runs alone (ruling 14). */
export const invalidKey = refusal("AUTH-3", () => [
  ...keyCases("wrong key", { listPets: "quick", createPet: "standard", getPet: "standard" }, wrongKey),
  oneCase("an empty bearer token", 8, other("Bearer", "the scheme without a key")),
  oneCase("basic credentials", 7, other("Basic cGV0OnN0b3Jl", "basic credentials of no one")),
  nearMiss("the key without its last four characters", (key) => key.slice(0, -4) || "x"),
  nearMiss("the key with four characters more", (key) => `${key}x7Qz`),
  keyInOtherCase,
]);

/** AUTH-4. Subject: a request without a key that is wrong in another way too. Control: with the key it is refused otherwise. */
export const keyFirst = refusal("AUTH-4", ({ limit: { maximum } }): readonly RefusalCase[] => [
  {
    step: posting({
      label: "no key, createPet with a wrong body",
      row: "standard",
      value: 9,
      after: ["create"],
      request: () => postPet("{", { credential: noKey }),
    }),
    control: answered("body cut short", 400),
    expect: refused(401),
  },
  ...(maximum === undefined ? [] : [keyBeforeLimit(maximum + 1)]),
  {
    step: {
      ...getUnknown,
      label: "no key, getPet of an unknown pet",
      row: "standard",
      value: 8,
      request: withCredential(getUnknown, noKey),
    },
    control: answered(getUnknown.label, 404),
    expect: refused(401),
  },
]);

function keyBeforeLimit(limit: number): RefusalCase {
  return {
    step: {
      label: "no key, listPets with a wrong limit",
      row: "standard",
      value: 8,
      after: ["list"],
      request: () => listPets({ limit }, noKey),
    },
    control: notRefusedWithKey(`limit ${limit}`),
    expect: refused(401),
  };
}

function withCredential(step: Step, credential: Credential): Step["request"] {
  return (facts) => {
    const asked = step.request(facts);
    return "omitted" in asked ? asked : { ...asked, credential };
  };
}

/** AUTH-6. Subject: every 401. */
export const challenge = invariant(
  "AUTH-6",
  () => [{ case: "every 401", row: "quick", from: ["no key, listPets"] }],
  (exchange) => {
    if (!answeredWith(exchange, 401)) return undefined;
    const values = headerValues(exchange.outcome.answer.headers, "www-authenticate");
    if (values.some((value) => /\bbearer\b/i.test(value))) return { case: "every 401", held: true };
    const seen = values.length === 0 ? "none" : "one without the bearer scheme";
    return {
      case: "every 401",
      broken: {
        expected: "a WWW-Authenticate header with the scheme Bearer",
        seen,
        where: "header WWW-Authenticate",
      },
    };
  },
);

/** AUTH-7. Subject: the valid key with the scheme's name in lower case. */
export const schemeCase = scenario("AUTH-7", () => [
  {
    step: {
      label: "the scheme in lower case",
      row: "thorough",
      value: 7,
      after: ["list"],
      request: () => listPets({}, other("bearer {key}", "the key with the scheme in lower case", true)),
    },
    expect: served(200),
  },
]);

/** Where no key, or a wrong one, is not refused either, the scheme is not what matters. */
const keyMatters = [
  listAnswered("list"),
  answered("no key, listPets", 401),
  answered("wrong key, listPets", 401),
];

/** AUTH-8. Subject: the valid key outside the bearer scheme. Control: the same key in it, and none. */
export const otherSchemes = refusal("AUTH-8", () =>
  [
    { label: "the key bare", value: 6, credential: other("{key}", "the key without a scheme", true) },
    {
      label: "the key in the basic scheme",
      value: 5,
      credential: {
        ...other("Basic {key}", "the key in the scheme Basic", true),
        derive: (key: string) => `Basic ${Buffer.from(`${key}:`).toString("base64")}`,
      },
    },
    {
      label: "the key in another scheme",
      value: 4,
      credential: other("Token {key}", "the key in the scheme Token", true),
    },
    {
      label: "the key in another header",
      value: 5,
      credential: { ...other("{key}", "the key in X-API-Key", true), header: "X-API-Key" },
    },
    {
      label: "the key with more behind it",
      value: 6,
      credential: other("Bearer {key} more", "the key with a word behind it", true),
    },
  ].map(({ label, value, credential }) => oneCase(label, value, credential, "thorough", keyMatters)),
);

/** AUTH-9. Subject: a path without an integer, without a key: a router may not know it (ruling 14). */
export const keyBeforePath = refusal("AUTH-9", () => [
  {
    step: reading({
      label: "no key, getPet with abc",
      row: "thorough",
      value: 6,
      after: ["list"],
      request: () => getPet("abc", noKey),
    }),
    control: [answered("get with abc", 400, 404), answered(getCreated.label, 200)],
    expect: refused(401),
  },
]);
