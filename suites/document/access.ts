import { type StepRef, stepRef } from "#core/check/case.ts";
import { type Invariant, invariant, type RefusalCase, refusal, scenario } from "#core/check/check.ts";
import { byStatus, type Permission, wrongStatus } from "#core/check/expectation.ts";
import { type Answered, type Facts, hasStatus, isAnswered, statusClass } from "#core/check/facts.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import type { Credential } from "#core/exchange/exchange.ts";
import { everyAnswer, inWords, isOf, isServed, type Made, type Subject } from "./family.ts";
import { inconclusive } from "./reasons.ts";
import { noKey, requestOf, stepBeside, variantOf, wrongKey } from "./requests.ts";
import { isWriting } from "./sources.ts";

/** What the document's security asks for: the key is accepted, and nothing else is. */
export function accessFamily(subject: Subject): Made {
  const { operation, base } = subject;
  if (operation.access.kind === "public")
    return operation.access.stated && !isWriting(operation)
      ? openFamily(subject)
      : { name: "auth", why: "the document asks for no credential" };
  const rejection = rejectionOf(subject);
  if (rejection === undefined)
    return { name: "auth", why: "the document gives no status for a missing key, nor for a success" };
  return {
    name: "auth",
    text: `${inWords(subject)} accepts the valid key, and rejects a request without a key, or with a wrong one, with ${rejection.words}.`,
    place: operation.place("responses"),
    checks: (about) => [
      scenario(about, () => [{ step: base, expect: accepted, precondition: servedElsewhere }]),
      refusal(about, () => [
        keyCase(subject, rejection, stepRef("no-key", "no key"), () => noKey),
        keyCase(subject, rejection, stepRef("wrong-key", "wrong key"), (facts) => wrongKey(subject, facts)),
      ]),
      ...(operation.access.kind === "bearer" && operation.access.alone
        ? [servedWithoutKey(about, subject, rejection)]
        : []),
    ],
  };
}

function openFamily(subject: Subject): Made {
  const step = stepBeside(subject, stepRef("no-key", "no key"), "standard", (facts) =>
    variantOf(subject, facts, { credential: noKey }),
  );
  return {
    name: "auth",
    text: `${inWords(subject)} needs no key: a request without one is not rejected with 401 or 403.`,
    place: subject.operation.place("security"),
    checks: (about) => [scenario(about, () => [{ step, expect: open }])],
  };
}

const open = byStatus(
  "served",
  "a status other than 401 and 403, since the document asks for no key",
  (answer) => !hasStatus(answer, 401, 403),
);

/** Subject: in the traffic of others, a request of which it is known that it had no credential. */
function servedWithoutKey(about: string, subject: Subject, rejection: Permission): Invariant {
  return invariant(about, everyAnswer, [], (exchange, { contract }, observe) => {
    const { step, request } = exchange;
    if (step !== undefined || request.credential.kind !== "none" || !isAnswered(exchange)) return undefined;
    if (!isOf(exchange, subject, contract)) return undefined;
    if (hasStatus(exchange, 401)) return observe.held(exchange);
    return isServed(exchange)
      ? observe.broken(exchange, `${rejection.words}, since there was no key`, wrongStatus(exchange))
      : undefined;
  });
}

/**
 * 401 where the document has it; where it has 4XX or `default` alone, any 4xx; else whatever is no success, since the key is
 * asked for all the same. By status alone: its body is judged by what the document says of it.
 */
function rejectionOf({ operation: { response, success } }: Subject): Permission | undefined {
  const documented = response(401)?.name;
  if (documented === "401") return byStatus("rejected", "status 401", (answer) => hasStatus(answer, 401));
  if (documented !== undefined) return byStatus("rejected", "a 4xx", (answer) => statusClass(answer) === 4);
  if (success === undefined) return undefined;
  return byStatus("rejected", "a status other than 2xx", (answer) => statusClass(answer) !== 2);
}

const accepted = byStatus(
  "served",
  "a status other than 401, since the key is accepted elsewhere",
  (answer) => !hasStatus(answer, 401),
);

/** Where nothing is served with the key, the key may be what is wrong. */
function servedElsewhere(_: Answered, { exchanges }: Facts): Unresolved | undefined {
  return exchanges.some((e) => e.request.credential.kind === "valid" && isServed(e))
    ? undefined
    : inconclusive("nothing-served");
}

function keyCase(
  subject: Subject,
  expect: Permission,
  ref: StepRef,
  credentialOf: (facts: Facts) => Credential,
): RefusalCase {
  const { base } = subject;
  const step = stepBeside(
    subject,
    ref,
    "standard",
    (facts) => facts.notSent(base) ?? requestOf(subject, facts, { credential: credentialOf(facts) }),
  );
  return {
    step,
    control: { step: base, words: "accepted with the key", held: (answer) => !hasStatus(answer, 401, 403) },
    expect,
  };
}
