import { clientChecks } from "../../suites/clients/index.ts";
import { inconclusive, untested } from "../../suites/clients/shared/reasons.ts";
import { requestsIn } from "../../suites/clients/shared/requests.ts";
import { type CaseId, distinctCases } from "../core/check/case.ts";
import type { Evidence } from "../core/check/client-check.ts";
import type { Requirement } from "../core/check/requirement.ts";
import type { EndReason, Session } from "../core/check/session.ts";
import type { Unresolved } from "../core/check/unresolved.ts";
import type { Observation, Verdict } from "../core/check/verdict.ts";
import { fold } from "../core/run/judging/fold.ts";
import type { Situation } from "./situation.ts";
import { situations } from "./situations.ts";

const noneCreated = untested("none-created", {}, { change: "a client that creates a pet" });

/** What shows a requirement that needs no situation, where not every request does. */
const otherNeeds: Readonly<Record<string, Unresolved>> = {
  "CLIENT-11": untested(
    "no-limit-no-status",
    {},
    { change: "a client that lists pets with a limit or a status" },
  ),
  "CLIENT-13": noneCreated,
  "CLIENT-14": noneCreated,
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
  if (sessions.some(({ isRecorded }) => isRecorded)) return untested("recording-shows-nothing");
  if (sessions.every((session) => requestsIn(session).length === 0)) return untested("no-request");
  const showing = situations.filter(
    ({ shows, cases }) => shows.includes(id) && (cases?.[id]?.id ?? of) === of,
  );
  const playedIn = ({ name }: Situation) => sessions.filter((session) => isPlayedIn(name, session));
  const situation = showing.find((one) => playedIn(one).length > 0) ?? showing[0];
  const givenUp = whyGivenUp(situation === undefined ? sessions : playedIn(situation), sessions);
  if (givenUp !== undefined) return givenUp;
  if (situation === undefined) return otherNeeds[id] ?? untested("client-shows-nothing");
  const { name, needs, unmet } = situation;
  const played = playedIn(situation);
  if (played.length === 0)
    return untested(
      "situation-not-played",
      { situation: name },
      { options: [{ option: "situation", value: name }] },
    );
  if (played.some(({ waiting = [] }) => waiting.includes(name)))
    return untested(
      "ended-before-situation",
      { situation: name },
      { change: "let the client go on for longer" },
    );
  if (played.some(({ exchanges }) => exchanges.some((exchange) => exchange.situation === name)))
    return untested("situation-shows-nothing", { situation: name });
  const remedy = { change: `a client that ${needs}` };
  return unmet === undefined
    ? untested("situation-not-met", { situation: name }, remedy)
    : untested(unmet, {}, remedy);
}

/** A client that hangs takes with it what had not been played to the end. */
function whyGivenUp(those: readonly Session[], sessions: readonly Session[]): Unresolved | undefined {
  const endedBy = (why: EndReason) => (session: Session) =>
    session.end.kind === "ended" && session.end.why === why;
  if (!those.some(endedBy("given-up"))) return undefined;
  const hung = sessions.filter(endedBy("hangs")).map(({ situation }) => situation);
  return inconclusive("hung-before", { situations: hung.join(", ") });
}

function isPlayedIn(name: string, { situation, situations: several }: Session): boolean {
  return situation === undefined ? several?.includes(name) !== false : situation === name;
}
