import type { StepRef } from "#core/check/case.ts";
import type { RefusalCase } from "#core/check/check.ts";
import { refused } from "#core/check/expectation.ts";
import type { Facts } from "#core/check/facts.ts";
import { hexDigits } from "#core/check/inputs/random.ts";
import type { Depth, Step } from "#core/check/inputs/step.ts";
import type { Credential } from "#core/exchange/exchange.ts";
import { listAnswered } from "./controls.ts";
import { firstList } from "./named-steps.ts";
import { type ListQuery, listPets } from "./requests.ts";

/** Credentials that are not the valid key in the bearer scheme, and the cases made of them. */

/** An invalid key: random, as long as keys are, and another one for each request. */
export function wrongKey(facts: Facts, purpose: string): Credential {
  return bearer(hexDigits(facts.random(purpose), 32), "a random key");
}

const bearer = (token: string, about: string) => other(`Bearer ${token}`, about);

/** The same for a text that may be the key itself, as any word may: then it is another one. */
export const fixedBearer = (token: string, about: string) => (facts: Facts) =>
  bearer(facts.setting.keyIsWord ? `${token}-${hexDigits(facts.random(token), 8)}` : token, about);

/** A credential in the Authorization header, written in full; `{key}` stands for the valid key. */
export const other = (value: string, about: string, secret = false) => ({
  kind: "other" as const,
  header: "Authorization",
  value,
  about,
  secret,
});

/** How a list that is asked for with such a credential differs from the most ordinary one, which is its control. */
interface ListCase extends Partial<Step> {
  readonly query?: ListQuery;
  readonly control?: RefusalCase["control"];
  readonly expect?: RefusalCase["expect"];
}

export function listCase(
  { id, label }: StepRef,
  profile: Depth,
  credential: Credential | ((facts: Facts) => Credential),
  { query = {}, control = listAnswered(firstList), expect = refused(401), ...more }: ListCase = {},
): RefusalCase {
  const step: Step = {
    ...{ id, label, profile, requires: [firstList] },
    request: (facts) => listPets(query, typeof credential === "function" ? credential(facts) : credential),
    ...more,
  };
  return { step, control, expect };
}
