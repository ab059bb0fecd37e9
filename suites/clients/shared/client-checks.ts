import type { CaseRef } from "#core/check/case.ts";
import { type ClientCheck, type Evidence, observing } from "#core/check/clients/client-suite.ts";
import type { ClientExchange, Session } from "#core/check/clients/session.ts";
import type { Advice } from "#core/check/results/defect.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import { requestsIn } from "./requests.ts";

export type Observing = ReturnType<typeof observing>;

/** One case, session by session. */
export function ofSessions(
  about: string,
  of: CaseRef,
  judge: (session: Session, observe: Observing, evidence: Evidence) => readonly Observation[],
): ClientCheck {
  const observe = observing(about, of);
  return {
    about,
    cases: [of],
    judge: (evidence) => evidence.sessions.flatMap((session) => judge(session, observe, evidence)),
  };
}

/** One case, request by request. */
export function ofRequests(
  about: string,
  of: CaseRef,
  judge: (request: ClientExchange, observe: Observing, evidence: Evidence) => Observation | [],
): ClientCheck {
  return ofSessions(about, of, (session, observe, evidence) =>
    requestsIn(session).flatMap((request) => judge(request, observe, evidence)),
  );
}

/** What one request by which a requirement fails gives away of the mistake behind it, where that is more than the requirement says. */
export type AdviceOf = (
  request: ClientExchange,
  session: Session,
  related: readonly number[],
) => Advice | undefined;

/** By requirement; the first that says something counts. */
export type AdviceTable = Readonly<Record<string, readonly AdviceOf[]>>;

/** Mistakes, each with what shows it. */
export type Mistakes<Seen> = readonly (readonly [
  isShownBy: (seen: Seen) => boolean,
  likelyCause: string,
  howToFix: string,
])[];

/** Advice for the first of these mistakes that is shown. */
export function adviceAmong<Seen>(mistakes: Mistakes<Seen>, seen: Seen): Advice | undefined {
  const [, likelyCause, howToFix] = mistakes.find(([isShownBy]) => isShownBy(seen)) ?? [];
  return likelyCause === undefined || howToFix === undefined ? undefined : { likelyCause, howToFix };
}
