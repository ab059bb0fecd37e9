import { type CaseRef, caseRef } from "#core/check/case.ts";
import type { ClientCheck, Evidence } from "#core/check/clients/client-suite.ts";
import {
  type ClientExchange,
  endInWords,
  isSameRequest,
  type Session,
  statusOf,
} from "#core/check/clients/session.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import { beyondDoubles, isBeyondDoubles } from "../exact-integers/checks.ts";
import { answerHeader, codeOf, petsOf } from "../shared/answers.ts";
import { isStrange, unknownFields } from "../shared/cases.ts";
import { type Observing, ofSessions } from "../shared/client-checks.ts";
import { untested } from "../shared/reasons.ts";
import { refusalsIn } from "../shared/refusals.ts";
import { named, operationOf, requestsIn, sentAfter } from "../shared/requests.ts";
import { isForLater, isTriedAgain, stepLeftOut } from "../shared/steps.ts";

/** Something permitted but unusual that a client meets and that must not stop it. */
interface Unusual {
  /** It completes "… was answered". */
  readonly what: string;
  readonly holds: (exchange: ClientExchange) => boolean;
  /** By situation, another one that differs in what is judged alone, for a client that does not get through the control. */
  readonly otherControls?: Readonly<Record<string, string>>;
}

interface Met extends Unusual {
  readonly about: string;
  readonly case: CaseRef;
}

const met: readonly Met[] = [
  {
    about: "CLIENT-16",
    case: caseRef("pet-without-a-status", "a pet without a status"),
    what: "a pet without a status",
    holds: (exchange) => petsOf(exchange).some(({ hasStatus }) => !hasStatus),
  },
  {
    about: "CLIENT-17",
    case: caseRef("error-with-an-unknown-code", "an Error with an unknown code"),
    what: "an Error with a code that nobody knows",
    holds: (exchange) => isStrange(codeOf(exchange)),
    // No code is one that every client knows: that of the control may be unknown, too.
    otherControls: {
      "unknown-code": "limit-body-empty",
      "empty-code-400": "bad-request-in-capitals",
      "unknown-code-400": "bad-request-in-capitals",
      "unknown-code-404": "not-found-in-capitals",
    },
  },
  {
    about: "CLIENT-18",
    case: caseRef("429-without-an-error-body", "a 429 without an Error body"),
    what: "a 429 with another body than an Error",
    holds: (exchange) => statusOf(exchange) === 429 && codeOf(exchange) === undefined,
  },
  {
    about: "CLIENT-19",
    case: unknownFields.unnamed,
    what: "a pet with fields that the interface does not name",
    holds: (exchange) => petsOf(exchange).some(({ hasMore }) => hasMore),
  },
  {
    about: "CLIENT-19",
    case: unknownFields.unnamed,
    what: "the header fields Deprecation and Sunset",
    holds: (exchange) => answerHeader(exchange, "deprecation") !== undefined,
  },
  {
    about: "CLIENT-19",
    case: unknownFields.reordered,
    what: "a pet with its fields in another order",
    holds: (exchange) => petsOf(exchange).some(({ isReordered }) => isReordered),
  },
  {
    about: "CLIENT-20",
    case: caseRef("charset-and-chunks", "a charset and chunks"),
    what: "an answer in pieces, with a charset in its Content-Type",
    holds: (exchange) => {
      const type = answerHeader(exchange, "content-type") ?? "";
      return (
        petsOf(exchange).length > 0 &&
        /;\s*charset=/i.test(type) &&
        answerHeader(exchange, "content-length") === undefined
      );
    },
  },
];

/**
 * CLIENT-12. Subject: a pet with an id beyond 2^53. Whether a client that goes on sends it exactly is judged with its other
 * ids, so that here only one that ends with an error is found.
 */
const endsAtBigIds = ofSessions("CLIENT-12", beyondDoubles, (session, observe, evidence) =>
  session.end.kind === "exited" && !endsWell(session)
    ? reacted(bigId, session, observe, evidence).filter(({ kind }) => kind === "broken")
    : [],
);

const bigId: Unusual = {
  what: "a pet with an id beyond 2^53",
  holds: (exchange) => petsOf(exchange).some(({ id = "" }) => isBeyondDoubles(id)),
};

const reaction = (row: Met): ClientCheck =>
  ofSessions(row.about, row.case, (...given) => reacted(row, ...given));

/** A session of one situation is compared with its control; in one of many, a request that follows shows that it goes on. */
function reacted(
  row: Unusual,
  session: Session,
  observe: Observing,
  evidence: Evidence,
): readonly Observation[] {
  const { held, unresolved } = observe;
  const subjects = requestsIn(session).filter((exchange) => row.holds(exchange));
  const [first] = subjects;
  if (first === undefined) return [];
  if (session.situation !== undefined && session.end.kind !== "open") {
    const controls = controlsOf(row, session.situation, evidence);
    const all = controls.map((control) => besideControl(row, session, control, observe, first, subjects));
    const broken = all.filter(({ kind }) => kind === "broken");
    return [...broken, ...all].slice(0, 1);
  }
  const goesOn = subjects.filter((subject) =>
    sentAfter(subject, session).some((next) => isForLater(subject) || !isSameRequest(next, subject)),
  );
  if (goesOn.length > 0) return goesOn.map((subject) => held(subject));
  const why = subjects.some((subject) => sentAfter(subject, session).length > 0)
    ? untested("same-again", { what: row.what })
    : untested("last-answer", { what: row.what, end: endInWords(session) });
  return [unresolved(why, first)];
}

/** The session in which everything else was the same, and the other one that differs in what is judged alone. */
function controlsOf(row: Unusual, situation: string, { sessions, situations }: Evidence): readonly Session[] {
  const { control } = situations.find(({ name }) => name === situation) ?? {};
  const names = [control, row.otherControls?.[situation]];
  return names.flatMap((name) => sessions.find((one) => name !== undefined && one.situation === name) ?? []);
}

function besideControl(
  row: Unusual,
  session: Session,
  control: Session,
  { held, broken, unresolved }: Observing,
  first: ClientExchange,
  subjects: readonly ClientExchange[],
): Observation {
  if (isEndedByExam(session))
    return unresolved(untested("going-on-unknown", { end: endInWords(session) }), first);
  // A script may exit with 0 whatever happened: what it sent shows more.
  const left = endsWell(session) && endsWell(control) ? stepLeftOut(subjects, session, control) : undefined;
  if (endsWell(session) && left === undefined) return held(...subjects);
  if (left?.isCertain === false)
    return unresolved(untested("may-be-a-failure", { what: row.what, notSent: left.notSent }), left.after);
  const other = left === undefined ? otherReason(row, session, control, first) : undefined;
  if (other !== undefined) return unresolved(...other);
  if (endsWell(control)) {
    const [did, didNot] = left === undefined ? ["", ""] : [`${left.sent} and `, `${left.notSent} and `];
    const expected = `the same as in the situation ${control.situation}, where the client ${did}${endInWords(control)}`;
    const seen = `${row.what}, after which the client ${didNot}${endInWords(session)}`;
    return broken(left?.after ?? first, expected, seen, ...requestsIn(control).slice(0, 1));
  }
  // Where the control fails for good, the first new try shows whether the client goes on.
  const failed = requestsIn(control).find((one) => one.situation === control.situation);
  const isTried = failed !== undefined && isForLater(failed) && isTriedAgain(failed, control);
  const subject = subjects.find((one) => failed !== undefined && operationOf(one) === operationOf(failed));
  const given = { situation: control.situation ?? "", end: endInWords(control) };
  if (!isTried || subject === undefined) return unresolved(untested("control-not-passed", given), first);
  if (isTriedAgain(subject, session)) return held(subject);
  const expected = `another try, as in the situation ${control.situation}`;
  return broken(subject, expected, `${row.what}, after which the client ${endInWords(session)}`, failed);
}

/** What else may be why the client ended, and the request that shows it. */
function otherReason(
  { what }: Unusual,
  session: Session,
  control: Session,
  first: ClientExchange,
): Parameters<Observing["unresolved"]> | undefined {
  const rejected = ownRejection(session, control);
  if (rejected !== undefined) {
    const status = String(statusOf(rejected));
    return [untested("own-request-rejected", { what, request: named(rejected), status }), rejected];
  }
  const unanswered = leftUnanswered(first, session);
  if (unanswered !== undefined)
    return [untested("left-unanswered", { what, request: named(unanswered) }), unanswered];
  return isTriedAgain(first, session) && hurries(control)
    ? [untested("comes-too-early", { what, situation: control.situation ?? "" }), first]
    : undefined;
}

/**
 * A request that the service itself rejected, as it rejected none in the control: what is wrong with it explains why
 * the client ended, and another requirement says it.
 */
function ownRejection(session: Session, control: Session): ClientExchange | undefined {
  const isRejected = (one: ClientExchange) => {
    const status = statusOf(one) ?? 0;
    return one.situation === undefined && status >= 400 && status < 500;
  };
  return requestsIn(control).some(isRejected) ? undefined : requestsIn(session).find(isRejected);
}

/** A program that ends with an error leaves what it has under way, which was not so long ago. */
const shortestLimitMs = 80;

/** The last request, sent later than the unusual answer, if the client left before anything of its answer came. */
function leftUnanswered(first: ClientExchange, session: Session): ClientExchange | undefined {
  const last = sentAfter(first, session).at(-1);
  if (last?.outcome.kind !== "failure" || last.endedAtMs - last.sentAtMs < shortestLimitMs) return undefined;
  const { kind, phase } = last.outcome.failure;
  return kind === "aborted" && phase === "headers" ? last : undefined;
}

/** Whether it tries again before the time in Retry-After: then it may have given up since it was refused too often. */
function hurries(control: Session): boolean {
  return refusalsIn(control).some(({ exchange, untilMs }) =>
    sentAfter(exchange, control).some((one) => one.sentAtMs < untilMs && isSameRequest(one, exchange)),
  );
}

/** The reason has nothing to do with how the client handled this answer. */
function isEndedByExam({ end }: Session): boolean {
  return end.kind === "ended" && ["interrupted", "given-up", "time"].includes(end.why);
}

function endsWell({ end }: Session): boolean {
  return end.kind === "exited" && end.code === 0;
}

export const checks: readonly ClientCheck[] = [...met.map(reaction), endsAtBigIds];
