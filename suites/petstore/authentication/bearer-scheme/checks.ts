import { caseRef, stepRef } from "#core/check/case.ts";
import { invariant, refusal } from "#core/check/check.ts";
import { refused, served } from "#core/check/expectation.ts";
import { answeredWith } from "#core/check/facts.ts";
import { inHeader } from "#core/check/results/verdict.ts";
import { type Credential, headerValues } from "#core/exchange/exchange.ts";
import { answered, listAnswered, listCase, other } from "#suites/petstore/shared/steps/controls.ts";
import { firstList, listSteps } from "#suites/petstore/shared/steps/named-steps.ts";
import { isOfAbsentOrders } from "#suites/petstore/shared/steps/store-orders.ts";

const every401 = caseRef("every-401", "every 401");
const withoutKey = { profile: "quick", from: [listSteps.withoutKey] } as const;

/** One of the challenges of a line is in the bearer scheme; what stands in a realm is no scheme. */
function namesBearer(value: string): boolean {
  return /(?:^|,)\s*bearer\b(?!\s*=)/i.test(value.replace(/"(?:[^"\\]|\\.)*"/g, '""'));
}

/** AUTH-6. Subject: every 401. */
export const challenge = invariant("AUTH-6", every401, withoutKey, (exchange, facts, observe) => {
  if (!answeredWith(exchange, 401) || isOfAbsentOrders(exchange, facts)) return undefined;
  const values = headerValues(exchange.outcome.answer.headers, "www-authenticate");
  if (values.some(namesBearer)) return observe.held(exchange);
  const seen = values.length === 0 ? "none" : "one without the bearer scheme";
  const place = inHeader("WWW-Authenticate");
  return observe.broken(exchange, "a WWW-Authenticate header with the scheme Bearer", { seen, place });
});

/** AUTH-7. Subject: the valid key with the scheme's name in lower case. */
export const schemeCase = refusal("AUTH-7", () => [
  listCase(
    stepRef("key/lower-case-scheme", "the scheme in lower case"),
    "thorough",
    other("bearer {key}", "the key with the scheme in lower case", true),
    { expect: served(200) },
  ),
]);

/** If a request with no key or a wrong one is served, too, the scheme is not the cause. */
const keyMatters = [
  listAnswered(firstList),
  answered(listSteps.withoutKey, 401),
  answered(listSteps.withWrongKey, 401),
];

/** AUTH-8. Subject: the valid key outside the bearer scheme. Control: the same key in it, and none. */
export const otherSchemes = refusal("AUTH-8", () =>
  keyElsewhere.map(([kind, label, credential]) =>
    // A header that is not in the bearer scheme may be called malformed.
    listCase(stepRef(`key/${kind}`, label), "thorough", credential, {
      control: keyMatters,
      expect: refused(401, 400),
    }),
  ),
);

const basic = {
  ...other("Basic {key}", "the key in the scheme Basic", true),
  derive: (key: string) => `Basic ${Buffer.from(`${key}:`).toString("base64")}`,
};

const keyElsewhere: readonly (readonly [kind: string, label: string, credential: Credential])[] = [
  ["bare", "the key bare", other("{key}", "the key without a scheme", true)],
  ["basic-scheme", "the key in the basic scheme", basic],
  ["other-scheme", "the key in another scheme", other("Token {key}", "the key in the scheme Token", true)],
  [
    "other-header",
    "the key in another header",
    { ...other("{key}", "the key in X-API-Key", true), header: "X-API-Key" },
  ],
  [
    "more-behind",
    "the key with more behind it",
    other("Bearer {key} more", "the key with a word behind it", true),
  ],
];
