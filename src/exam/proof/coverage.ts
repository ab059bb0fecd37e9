import type { Session } from "#core/check/clients/session.ts";
import type { Situation } from "#core/check/clients/situation.ts";
import { matcherOf } from "../exam-recording.ts";
import type { PreparedExam } from "../exam-report.ts";
import { playedKey } from "./play-client.ts";
import type { ProvedClient } from "./prove-clients.ts";

/** By requirement, then by what a request asks for: the situations in which it was judged and held. */
export type Coverage = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** Where each requirement is judged, as the exams of the unusual but correct clients show it. */
export async function coverageOf(
  proved: readonly ProvedClient[],
  { suite, contract, requirements }: PreparedExam,
): Promise<Coverage> {
  const { roles } = await suite.proof();
  const coverage = new Map(
    requirements.map(({ id }) => [id, new Map(roles.map((role) => [role, new Set<string>()]))]),
  );
  const add = (sessions: readonly Session[]) => {
    const places = new Map(
      sessions.flatMap(({ exchanges, situation = "" }) =>
        exchanges.map((one) => [one.id, { role: suite.roleOf(one) ?? "", situation }] as const),
      ),
    );
    const evidence = { sessions, contract, key: matcherOf(playedKey), situations: suite.situations };
    for (const observation of suite.checks.flatMap(({ judge }) => judge(evidence))) {
      if (observation.kind !== "held") continue;
      for (const id of observation.subjects) {
        const { role = "", situation = "" } = places.get(id) ?? {};
        coverage.get(observation.requirement)?.get(role)?.add(situation);
      }
    }
  };
  for (const { declared, report } of proved) if (declared.length === 0) add(report.sessions);
  return coverage;
}

/** What a situation answers in place of the service: the lists, the creates, the reads. None where it only changes answers. */
export function answeredIn({ lessons = [] }: Situation, roles: readonly string[]): readonly string[] {
  return roles.filter((role) => lessons.some(({ asked }) => asked.includes(role)));
}
