import { type StepRef, stepRef } from "#core/check/case.ts";
import { type RefusalCase, refusal } from "#core/check/check.ts";
import { type Permission, refused } from "#core/check/expectation.ts";
import type { Depth, Step } from "#core/check/inputs/step.ts";
import type { Credential } from "#core/exchange/exchange.ts";
import { notApplicable } from "#suites/petstore/reasons.ts";
import { petstore } from "#suites/petstore/roles.ts";
import {
  answered,
  fixedBearer,
  listAnswered,
  listCase,
  other,
  wrongKey,
} from "#suites/petstore/shared/steps/controls.ts";
import { firstList, listSteps } from "#suites/petstore/shared/steps/named-steps.ts";
import { noKey } from "#suites/petstore/shared/steps/requests.ts";

/** Keys that only look like keys: what clients send when they have none, and tokens of other systems. */

/** Unsigned, and valid until 2100: it opens a service that decodes tokens and does not verify them (RFC 7519, 6). */
const unsignedToken = [{ alg: "none", typ: "JWT" }, { sub: "conformance", exp: 4_102_444_800 }, ""]
  .map((part) => (part === "" ? "" : Buffer.from(JSON.stringify(part)).toString("base64url")))
  .join(".");

const invalidKeys: readonly (readonly [what: string, token: string, profile: Depth])[] = [
  ["an unsigned JSON Web Token", unsignedToken, "extended"],
  ["the word undefined", "undefined", "extended"],
  // Many systems have tokens of this length: it exceeds no header limit.
  ["a key of 2,000 characters", "5f".repeat(1000), "extended"],
  ["a quote", "'", "extended"],
  ["a percent sign", "%", "thorough"],
  ["a letter beyond ASCII", "cl\u00e9", "thorough"],
  ["the word null", "null", "thorough"],
  ["the words [object Object]", "[object Object]", "thorough"],
];

/** What no bearer token can be (RFC 6750, 2.1) may be called malformed. */
function expectedFor(token: string): Permission {
  return /^[\w.~+/-]+=*$/.test(token) ? refused(401) : refused(401, 400);
}

const noKeys: readonly (readonly [
  path: string,
  label: string,
  profile: Depth,
  credential: Credential,
  expect?: Permission,
])[] = [
  ["empty", "an empty bearer token", "extended", other("Bearer", "the scheme without a key")],
  ["no-value", "an empty Authorization header", "thorough", other("", "an empty header"), refused(401, 400)],
  ["basic", "basic credentials", "extended", other("Basic cGV0OnN0b3Jl", "basic credentials of no one")],
];

/** AUTH-3. Subject: a list requested with something that is not a key. */
export const noRealKey = refusal("AUTH-3", (contract) => [
  ...noKeys.map(([path, label, profile, credential, expect = refused(401)]) =>
    listCase(stepRef(`key/${path}`, label), profile, credential, { expect }),
  ),
  ...invalidKeys.map(([what, token, profile]) =>
    listCase(stepRef(`key/${what}`, `${what} as key`), profile, fixedBearer(token, `${what} as key`), {
      expect: expectedFor(token),
    }),
  ),
  listCase(
    stepRef("wrong-key/listPets/filter", "wrong key, listPets with a filter"),
    "thorough",
    (facts) => wrongKey(facts, "filter"),
    { query: { status: petstore(contract).statuses[0], limit: petstore(contract).limit.minimum } },
  ),
]);

/** AUTH-2. Subject: the same request without a key, sent again: having seen it before does not replace the key. */
export const missingAgain = refusal("AUTH-2", () => [
  listCase(stepRef("no-key/listPets/again", "no key, listPets again"), "thorough", noKey, {
    requires: [listSteps.withoutKey],
    control: [listAnswered(firstList), answered(listSteps.withoutKey, 401)],
  }),
]);

/**
 * Replaces each letter and digit but those of a prefix like `sk_live_`: it is not similar to the key, only as long and of
 * the same alphabet.
 */
function inTheSameForm(key: string): string {
  const rest = /[^_]*_?$/.exec(key)?.[0] ?? key;
  if (!/[a-z\d]/i.test(rest)) return "x";
  const letters = /^[\da-f]+$/i.test(rest.replaceAll("-", "")) ? "abcdef" : "abcdefghijklmnopqrstuvwxyz";
  const shifted = rest.replace(/[a-z\d]/gi, (sign) => {
    const signs = [letters, letters.toUpperCase(), "0123456789"].find((some) => some.includes(sign)) ?? sign;
    return signs.charAt((signs.indexOf(sign) + signs.length / 2) % signs.length);
  });
  return key.slice(0, key.length - rest.length) + shifted;
}

/** A key made of the valid one; redacted like it. */
function derivedKey(
  step: StepRef,
  profile: Depth,
  derive: (key: string) => string,
  more: Partial<Step> = {},
): RefusalCase {
  const credential: Credential = {
    ...other("Bearer {near-miss}", step.label, true),
    derive: (key) => `Bearer ${derive(key)}`,
  };
  return listCase(step, profile, credential, more);
}

/** AUTH-3. Subject: a list requested with a key that has only the form of the valid one. */
export const otherKeyOfItsForm = refusal("AUTH-3", () => [
  derivedKey(
    stepRef("key/in-the-same-form", "a wrong key in the form of the valid one"),
    "extended",
    inTheSameForm,
  ),
]);

/** The valid key, changed a little: in thorough runs alone (ruling 14). */
const nearMiss = (step: StepRef, derive: (key: string) => string) =>
  derivedKey(step, "thorough", derive, { mayLockOut: true });

const withoutItsEnd = (key: string) => key.slice(0, -4) || (key === "x" ? "y" : "x");

const swapCase = (key: string) =>
  key.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

const inOtherCase = nearMiss(stepRef("key/other-case", "the key in another letter case"), swapCase);

/** Hex digits and UUIDs are the same in any case, so a key of them shows nothing (ruling 14). */
const keyInOtherCase: RefusalCase = {
  ...inOtherCase,
  step: {
    ...inOtherCase.step,
    request: (facts) =>
      facts.setting.keyHasCase ? inOtherCase.step.request(facts) : notApplicable("key-without-case"),
  },
};

/** AUTH-3. Subject: a list requested with almost the valid key. */
export const nearlyTheKey = refusal("AUTH-3", () => [
  nearMiss(stepRef("key/cut", "the key without its last four characters"), withoutItsEnd),
  nearMiss(stepRef("key/longer", "the key with four characters more"), (key) => `${key}x7Qz`),
  keyInOtherCase,
]);
