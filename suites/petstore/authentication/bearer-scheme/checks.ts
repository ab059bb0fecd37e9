import { caseRef } from "../../../../src/core/check/case.ts";
import { invariant, refusal } from "../../../../src/core/check/check.ts";
import { refused, served } from "../../../../src/core/check/expectation.ts";
import { answeredWith } from "../../../../src/core/check/facts.ts";
import { judging } from "../../../../src/core/check/judging.ts";
import { type Priority, type StepRef, stepRef } from "../../../../src/core/check/step.ts";
import { inHeader } from "../../../../src/core/check/verdict.ts";
import type { Credential } from "../../../../src/core/exchange/exchange.ts";
import { headerValues } from "../../../../src/core/exchange/headers.ts";
import { answered, listAnswered } from "../../shared/steps/controls.ts";
import { listCase, other } from "../../shared/steps/credentials.ts";
import { firstList, listWithoutKey, listWithWrongKey } from "../../shared/steps/named-steps.ts";
import { listPets } from "../../shared/steps/requests.ts";

const every401 = caseRef("every-401", "every 401");

/** AUTH-6. Subject: every 401. */
export const challenge = invariant(
  "AUTH-6",
  [{ case: every401, profile: "quick", from: [listWithoutKey] }],
  (exchange) => {
    if (!answeredWith(exchange, 401)) return undefined;
    const { held, broken } = judging(every401);
    const values = headerValues(exchange.outcome.answer.headers, "www-authenticate");
    if (values.some((value) => /\bbearer\b/i.test(value))) return held;
    const seen = values.length === 0 ? "none" : "one without the bearer scheme";
    return broken("a WWW-Authenticate header with the scheme Bearer", seen, inHeader("WWW-Authenticate"));
  },
);

/** AUTH-7. Subject: the valid key with the scheme's name in lower case. */
export const schemeCase = refusal("AUTH-7", () => [
  {
    step: {
      ...stepRef("key/lower-case-scheme", "the scheme in lower case"),
      profile: "thorough",
      priority: "occasional",
      requires: [firstList],
      request: () => listPets({}, other("bearer {key}", "the key with the scheme in lower case", true)),
    },
    control: listAnswered(firstList),
    expect: served(200),
  },
]);

/** If a request with no key or a wrong one is served, too, the scheme is not the cause. */
const keyMatters = [listAnswered(firstList), answered(listWithoutKey, 401), answered(listWithWrongKey, 401)];

/** AUTH-8. Subject: the valid key outside the bearer scheme. Control: the same key in it, and none. */
export const otherSchemes = refusal("AUTH-8", () =>
  keyElsewhere.map(({ id, label, priority, credential }) => ({
    ...listCase({ id, label }, priority, credential, "thorough", keyMatters),
    // A header that is not in the bearer scheme may be called malformed.
    expect: refused(401, 400),
  })),
);

const keyElsewhere: readonly (StepRef & {
  readonly priority: Priority;
  readonly credential: Credential;
})[] = [
  {
    ...stepRef("key/bare", "the key bare"),
    priority: "occasional",
    credential: other("{key}", "the key without a scheme", true),
  },
  {
    ...stepRef("key/basic-scheme", "the key in the basic scheme"),
    priority: "unusual",
    credential: {
      ...other("Basic {key}", "the key in the scheme Basic", true),
      derive: (key: string) => `Basic ${Buffer.from(`${key}:`).toString("base64")}`,
    },
  },
  {
    ...stepRef("key/other-scheme", "the key in another scheme"),
    priority: "occasional",
    credential: other("Token {key}", "the key in the scheme Token", true),
  },
  {
    ...stepRef("key/other-header", "the key in another header"),
    priority: "occasional",
    credential: { ...other("{key}", "the key in X-API-Key", true), header: "X-API-Key" },
  },
  {
    ...stepRef("key/more-behind", "the key with more behind it"),
    priority: "occasional",
    credential: other("Bearer {key} more", "the key with a word behind it", true),
  },
];
