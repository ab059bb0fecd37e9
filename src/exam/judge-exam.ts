import { clientChecks } from "../../suites/clients/index.ts";
import { requestsIn } from "../../suites/clients/shared/requests.ts";
import { type CaseId, distinctCases } from "../core/check/case.ts";
import type { Evidence } from "../core/check/client-check.ts";
import type { Remedy } from "../core/check/remedy.ts";
import type { Requirement } from "../core/check/requirement.ts";
import type { EndReason, Session } from "../core/check/session.ts";
import type { Unresolved } from "../core/check/unresolved.ts";
import type { Observation, Verdict } from "../core/check/verdict.ts";
import { fold } from "../core/run/judging/fold.ts";
import type { Situation } from "./situation.ts";
import { situations } from "./situations.ts";

/** What shows a requirement that needs no situation, where not every request does. */
const otherNeeds: Readonly<Record<string, { readonly reason: string; readonly needs: string }>> = {
  "CLIENT-11": {
    reason: "the client sent no limit and no status",
    needs: "lists pets with a limit or a status",
  },
  "CLIENT-13": { reason: "the client created no pet", needs: "creates a pet" },
  "CLIENT-14": { reason: "the client created no pet", needs: "creates a pet" },
};

/** The verdict on each requirement of clients, by the fold of what the sessions show. Pure. */
export function judgeExam(
  given: Omit<Evidence, "situations">,
  requirements: readonly Requirement[],
): readonly Verdict[] {
  const evidence: Evidence = { ...given, situations };
  return requirements.map((requirement) => {
    const checks = clientChecks.filter(({ about }) => about === requirement.id);
    const observations: readonly Observation[] = checks.flatMap((check) => check.judge(evidence));
    return fold({
      requirement,
      rounds: [observations],
      run: [],
      promised: distinctCases(checks.flatMap(({ cases }) => cases)),
      takenOut: undefined,
      missingControl: undefined,
      missing: (of) => missing(requirement.id, of, evidence.sessions),
    });
  });
}

/** Why nothing shows a case of a requirement: its situation was not played, or not reached, or shows nothing there. */
function missing(id: string, of: CaseId, sessions: readonly Session[]): Unresolved {
  const untested = (reason: string, remedy?: Remedy): Unresolved => ({
    kind: "untested",
    reason,
    ...(remedy !== undefined && { remedy }),
  });
  if (sessions.some(({ isRecorded }) => isRecorded)) return untested("nothing in the recording shows it");
  if (sessions.every((session) => requestsIn(session).length === 0)) return untested("no request arrived");
  const showing = situations.filter(
    ({ shows, cases }) => shows.includes(id) && (cases?.[id]?.id ?? of) === of,
  );
  const playedIn = ({ name }: Situation) => sessions.filter((session) => isPlayedIn(name, session));
  const situation = showing.find((one) => playedIn(one).length > 0) ?? showing[0];
  const because = whyGivenUp(situation === undefined ? sessions : playedIn(situation), sessions);
  if (because !== undefined) return { kind: "inconclusive", reason: because };
  if (situation === undefined) {
    const { reason = "the client did nothing that shows it", needs } = otherNeeds[id] ?? {};
    return untested(reason, needs === undefined ? undefined : { change: `a client that ${needs}` });
  }
  const { name, needs, unmet } = situation;
  const played = playedIn(situation);
  if (played.length === 0)
    return untested(`the situation ${name} was not played`, {
      options: [{ option: "situation", value: name }],
    });
  if (played.some(({ waiting = [] }) => waiting.includes(name)))
    return untested(`the exam ended before the turn of the situation ${name}`, {
      change: "let the client go on for longer",
    });
  if (played.some(({ exchanges }) => exchanges.some((exchange) => exchange.situation === name)))
    return untested(`the client came to the situation ${name}, and what it sent there does not show it`);
  return untested(unmet ?? `the client did not come to the situation ${name}`, {
    change: `a client that ${needs}`,
  });
}

/** A client that hangs takes with it what had not been played to the end. */
function whyGivenUp(those: readonly Session[], sessions: readonly Session[]): string | undefined {
  const endedBy = (why: EndReason) => (session: Session) =>
    session.end.kind === "ended" && session.end.why === why;
  if (!those.some(endedBy("given-up"))) return undefined;
  const hung = sessions.filter(endedBy("hangs")).map(({ situation }) => situation);
  return `the exam ended early, because the client hung in the situation ${hung.join(", ")}`;
}

function isPlayedIn(name: string, { situation, situations: several }: Session): boolean {
  return situation === undefined ? several?.includes(name) !== false : situation === name;
}
