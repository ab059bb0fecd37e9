import type { StepRef } from "#core/check/case.ts";
import type { Control, RefusalCase } from "#core/check/check.ts";
import { type Expectation, refused, served } from "#core/check/expectation.ts";
import { answeredWith, type Facts, hasStatus } from "#core/check/facts.ts";
import { hexDigits } from "#core/check/inputs/random.ts";
import type { Depth, Step } from "#core/check/inputs/step.ts";
import type { Credential, StepId } from "#core/exchange/exchange.ts";
import { isCreated, isList } from "#suites/petstore/pets.ts";
import { firstCreate, firstList } from "./named-steps.ts";
import { type ListQuery, listPets, markedText, posting, postPet } from "./requests.ts";

/** The same list, asked for rightly, was answered. */
export function listAnswered(step: StepRef): Control {
  return { step, held: (answer) => isList(answer), words: "answered 200 with a list" };
}

/** The same request, but for the one thing judged, was answered with this status. */
export function answered(step: Control["step"], ...statuses: readonly number[]): Control {
  return {
    step,
    held: (answer) => answeredWith(answer, ...statuses),
    words: `answered ${statuses.join(" or ")}`,
  };
}

export function createAccepted(step: StepRef): Control {
  return { step, held: isCreated, words: "answered 201" };
}

/** Accepted with 201, or with whatever status every create gets, which is a finding of its own. */
export const createdAsUsual: Expectation<"served"> = {
  ...served(201),
  mismatch: (answer, facts) => {
    const usual = facts.answer(firstCreate);
    const { status } = answer.outcome.answer;
    const isUsual = isCreated(answer) && isCreated(usual) && usual.outcome.answer.status === status;
    return isUsual ? undefined : served(201).mismatch(answer, facts);
  },
};

/** The same request with the key was not answered 401, so without it the key is the reason. */
export function notRefusedWithKey(step: Control["step"]): Control {
  return { step, held: (answer) => !hasStatus(answer, 401), words: "let through with the key" };
}

/** The create that differs only in what is judged was accepted. */
export const created = createAccepted(firstCreate);

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

type AnyCredential = Credential | ((facts: Facts) => Credential);

const credentialIn = (facts: Facts, credential: AnyCredential) =>
  typeof credential === "function" ? credential(facts) : credential;

export function listCase(
  { id, label }: StepRef,
  profile: Depth,
  credential: AnyCredential,
  { query = {}, control = listAnswered(firstList), expect = refused(401), ...more }: ListCase = {},
): RefusalCase {
  const step: Step = {
    ...{ id, label, profile, requires: [firstList] },
    request: (facts) => listPets(query, credentialIn(facts, credential)),
    ...more,
  };
  return { step, control, expect };
}

/** How a create that is sent without a valid key differs from a right one, which is its control. */
interface CreateCase extends Partial<Step> {
  readonly text?: (facts: Facts, step: StepId) => string;
  readonly contentType?: string;
  readonly control?: RefusalCase["control"];
}

export function createCase(
  { id, label }: StepRef,
  profile: Depth,
  credential: AnyCredential,
  { text = markedText, contentType, control = notRefusedWithKey(firstCreate), ...more }: CreateCase = {},
): RefusalCase {
  const step = posting({
    ...{ id, label, profile, requires: [firstList, firstCreate], ...more },
    request: (facts) =>
      postPet(text(facts, id), { credential: credentialIn(facts, credential), contentType }),
  });
  return { step, control, expect: refused(401) };
}
