import { type ClientExchange, isSameRequest, type Session, statusOf } from "../exchange.ts";
import { petsOf } from "./answers.ts";
import { requestsIn, sentAfter } from "./check.ts";

// A script may end with 0 whatever happened: whether a client went on with its work is seen by what it sent.

/** A step that the client came to in the control, and not here. */
export interface LeftOut {
  /** It completes "the client sent no". */
  readonly step: string;
  /** It cannot come of what the answers say: where they hold other values, another list or read may be right. */
  readonly isCertain: boolean;
}

/** A request of a program, whatever values it sends. */
function stepOf({ method, target }: ClientExchange): string {
  const [path = ""] = target.split("?");
  return `${method} ${path.replace(/^\/pets\/[^/]+$/, "/pets/{petId}")}`;
}

/** What a client that met something unusual in `first` no longer did; undefined where it went on as in the control. */
export function stepLeftOut(first: ClientExchange, session: Session, control: Session): LeftOut | undefined {
  if (statusOf(first) === 429) {
    const refused = requestsIn(control).find((one) => statusOf(one) === 429);
    const isDropped =
      refused !== undefined && isTriedAgain(refused, control) && !isTriedAgain(first, session);
    return isDropped ? { step: `${stepOf(first)} again`, isCertain: true } : undefined;
  }
  const steps = new Set(requestsIn(session).map(stepOf));
  const isLast = sentAfter(first, session).length === 0;
  // Of several requests of one kind, one is missed only where nothing at all was sent any more.
  const missed = requestsIn(control)
    .slice(1)
    .map(stepOf)
    .filter((step) => !steps.has(step) || (isLast && step === stepOf(first)));
  const step = missed.find((one) => one.startsWith("POST ")) ?? missed[0];
  if (step === undefined) return undefined;
  const hasOtherValues = petsOf(first).some(({ hasStatus }) => !hasStatus);
  return {
    step: steps.has(step) ? `${step} more` : step,
    isCertain: !hasOtherValues || step.startsWith("POST "),
  };
}

function isTriedAgain(refused: ClientExchange, session: Session): boolean {
  return sentAfter(refused, session).some((one) => isSameRequest(one, refused));
}
