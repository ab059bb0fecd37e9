import type { CaseRef } from "#core/check/case.ts";
import { type ClientCheck, type Evidence, observing } from "#core/check/clients/client-suite.ts";
import type { ClientExchange, Session } from "#core/check/clients/session.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import { requestsIn } from "./requests.ts";

export type Observing = ReturnType<typeof observing>;

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

export function ofRequests(
  about: string,
  of: CaseRef,
  judge: (request: ClientExchange, observe: Observing, evidence: Evidence) => Observation | [],
): ClientCheck {
  return ofSessions(about, of, (session, observe, evidence) =>
    requestsIn(session).flatMap((request) => judge(request, observe, evidence)),
  );
}

/** A mistake behind a failure, by its name in the `requirements.yaml`, and what its words name. */
export type Mistake = readonly [name: string, values?: Readonly<Record<string, string>>];

/** Which mistake one request by which a requirement fails gives away, where that is more than the requirement says. */
export type MistakeOf = (
  request: ClientExchange,
  session: Session,
  related: readonly number[],
) => Mistake | undefined;

/** By requirement; the first that finds one counts. */
export type MistakeTable = Readonly<Record<string, readonly MistakeOf[]>>;

/** Names of mistakes, each with what shows it. */
export type Signs<Seen> = readonly (readonly [name: string, isShownBy: (seen: Seen) => boolean])[];

export function mistakeAmong<Seen>(signs: Signs<Seen>, seen: Seen): Mistake | undefined {
  const [name] = signs.find(([, isShownBy]) => isShownBy(seen)) ?? [];
  return name === undefined ? undefined : [name];
}
