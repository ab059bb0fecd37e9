import type { CaseRef } from "#core/check/case.ts";
import { type ClientCheck, type Evidence, observing } from "#core/check/clients/client-suite.ts";
import type { ClientExchange, Session } from "#core/check/clients/session.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import { requestsIn } from "./requests.ts";

export type Observing = ReturnType<typeof observing>;

/** A check of one case, of all that the client did. */
export function ofEvidence(
  about: string,
  of: CaseRef,
  judge: (evidence: Evidence, observe: Observing) => readonly Observation[],
): ClientCheck {
  const observe = observing(about, of);
  return { about, cases: [of], judge: (evidence) => judge(evidence, observe) };
}

export function ofSessions(
  about: string,
  of: CaseRef,
  judge: (session: Session, observe: Observing, evidence: Evidence) => readonly Observation[],
): ClientCheck {
  return ofEvidence(about, of, (evidence, observe) =>
    evidence.sessions.flatMap((session) => judge(session, observe, evidence)),
  );
}

export function ofRequests(
  about: string,
  of: CaseRef,
  judge: (request: ClientExchange, observe: Observing, evidence: Evidence) => Observation | [],
): ClientCheck {
  return ofSessions(about, of, (session, observe, evidence) =>
    requestsIn(session).flatMap((request) => judge(request, observe, evidence)),
  );
}
