import { type ClientExchange, isSameRequest, type Session, statusOf } from "#core/check/clients/session.ts";
import { petsOf } from "./answers.ts";
import { operationOf, requestsIn, sentAfter } from "./requests.ts";

/** A step that the client reached in the control, but not here. */
interface LeftOut {
  /** It completes "the client". */
  readonly sent: string;
  /** The same for a client that did not. */
  readonly notSent: string;
  /** The answer after which it is missing. */
  readonly after: ClientExchange;
  /** It cannot be due to the content of the answers: if they hold other values, another list or read may be right. */
  readonly isCertain: boolean;
}

/**
 * What a client no longer did after it met something unusual in the subjects; undefined where it went on as in the control.
 */
export function stepLeftOut(
  subjects: readonly ClientExchange[],
  session: Session,
  control: Session,
): LeftOut | undefined {
  const dropped = firstFailures(subjects).find((subject) => isDropped(subject, session, control));
  if (dropped !== undefined)
    return {
      sent: `sent ${operationOf(dropped)} again`,
      notSent: `did not send ${operationOf(dropped)} again`,
      after: dropped,
      isCertain: true,
    };
  const after = subjects.find((subject) => (statusOf(subject) ?? 500) < 300);
  if (after === undefined) return undefined;
  const requests = requestsIn(session);
  const sent = new Set(requests.map(operationOf));
  // What came after the same request in the control and is not here at all, or, if this answer was the last, not as often:
  // what was under way with it had been sent.
  const steps = requestsIn(control).map(operationOf);
  const isLast = sentAfter(after, session).length === 0;
  const missed = isLast
    ? leftOf(steps, requests.map(operationOf))
    : steps.slice(requests.indexOf(after) + 1).filter((step) => !sent.has(step));
  const step = missed.find((one) => one.startsWith("POST ")) ?? missed[0];
  if (step === undefined) return undefined;
  const hasOtherValues = petsOf(after).some(({ hasStatus }) => !hasStatus);
  return {
    ...(sent.has(step)
      ? { sent: `sent a further ${step}`, notSent: `sent no further ${step}` }
      : { sent: `sent ${step}`, notSent: `sent no ${step}` }),
    after,
    isCertain: !hasOtherValues || step.startsWith("POST "),
  };
}

/** What is left of some if each of the others takes one like itself away. */
function leftOf(some: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...some];
  for (const one of others) {
    const at = left.indexOf(one);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** The first of each operation: a program that works in rounds sends the last of them once. */
function firstFailures(exchanges: readonly ClientExchange[]): readonly ClientExchange[] {
  const byOperation = Map.groupBy(exchanges.filter(isForLater), operationOf);
  return [...byOperation.values()].flatMap((some) => some.slice(0, 1));
}

/** Whether a request that failed temporarily was tried again in the control, but not here. */
function isDropped(failed: ClientExchange, session: Session, control: Session): boolean {
  return (
    !isTriedAgain(failed, session) &&
    firstFailures(requestsIn(control)).some(
      (one) => operationOf(one) === operationOf(failed) && isTriedAgain(one, control),
    )
  );
}

/** Whether the same request may succeed later: then its return shows that the client goes on. */
export function isForLater(exchange: ClientExchange): boolean {
  const status = statusOf(exchange) ?? 0;
  return status === 429 || status >= 500;
}

export function isTriedAgain(failed: ClientExchange, session: Session): boolean {
  return sentAfter(failed, session).some((one) => isSameRequest(one, failed));
}
