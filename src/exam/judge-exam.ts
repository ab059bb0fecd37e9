import type { Remedy } from "../check/remedy.ts";
import type { Requirement } from "../check/requirement.ts";
import type { Unresolved } from "../check/unresolved.ts";
import type { Observation, Verdict } from "../check/verdict.ts";
import { fold } from "../run/judging/fold.ts";
import { after429Checks } from "./checks/after-429.ts";
import { backoffChecks } from "./checks/backoff.ts";
import type { ClientCheck, Evidence } from "./checks/check.ts";
import { credentialChecks } from "./checks/credential.ts";
import { idChecks } from "./checks/ids.ts";
import { reactionChecks } from "./checks/reactions.ts";
import { repeatChecks } from "./checks/repeats.ts";
import { requestChecks } from "./checks/requests.ts";
import type { Session } from "./exchange.ts";
import { situations } from "./situations.ts";

/** Every check of clients. */
export const clientChecks: readonly ClientCheck[] = [
  ...credentialChecks,
  ...after429Checks,
  ...backoffChecks,
  ...requestChecks,
  ...idChecks,
  ...reactionChecks,
  ...repeatChecks,
];

/** What a client that nothing is known of would have to do, by requirement; the situations say the rest. */
const otherNeeds: Readonly<Record<string, string>> = {
  "CLIENT-11": "lists pets with a limit or a status",
  "CLIENT-13": "creates a pet",
  "CLIENT-14": "creates a pet",
};

/** The verdict on each requirement of clients, by the fold of what the sessions show. Pure. */
export function judgeExam(evidence: Evidence, requirements: readonly Requirement[]): readonly Verdict[] {
  return requirements.map((requirement) => {
    const checks = clientChecks.filter(({ about }) => about === requirement.id);
    const observations: readonly Observation[] = checks.flatMap((check) => check.judge(evidence));
    return fold({
      requirement,
      rounds: [observations],
      run: [],
      promised: checks.flatMap(({ cases }) => cases),
      takenOut: undefined,
      missingControl: undefined,
      missing: () => missing(requirement.id, evidence.sessions),
    });
  });
}

/** Why nothing shows a requirement: its situation was not played, or not reached. */
function missing(id: string, sessions: readonly Session[]): Unresolved {
  const untested = (reason: string, remedy?: Remedy): Unresolved => ({
    kind: "untested",
    reason,
    ...(remedy !== undefined && { remedy }),
  });
  if (sessions.some(({ isRecorded }) => isRecorded)) return untested("nothing in the recording shows it");
  const [situation] = situations.filter(({ shows }) => shows.includes(id));
  if (situation === undefined)
    return untested("the client did not do what shows it", {
      change: `a client that ${otherNeeds[id] ?? "sends a request"}`,
    });
  const { name, needs } = situation;
  const isPlayed = sessions.some((session) => session.situation === undefined || session.situation === name);
  return isPlayed
    ? untested(`the client did not come to the situation ${name}`, { change: `a client that ${needs}` })
    : untested(`the situation ${name} was not played`, { options: [{ option: "situation", value: name }] });
}
