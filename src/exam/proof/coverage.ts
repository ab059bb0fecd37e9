import type { ClientExchange, Session } from "#core/check/clients/session.ts";
import { matcherOf } from "../exam-recording.ts";
import type { PreparedExam } from "../exam-report.ts";
import { playedKey } from "./play-client.ts";
import type { ProvedClient } from "./prove-clients.ts";

export interface CoverageRow {
  readonly ruling: number;
  readonly requirement: string;
  readonly form: string;
  /** The situations in which it was judged, by what was asked for. */
  readonly situations: ReadonlyMap<string, readonly string[]>;
  /** Why there are none. */
  readonly without: ReadonlyMap<string, string>;
}

/** Where each requirement is judged with each form of answer, as the exams of the unusual but correct clients show it. */
export async function coverageOf(
  proved: readonly ProvedClient[],
  judgedBy: PreparedExam,
): Promise<readonly CoverageRow[]> {
  const { suite } = judgedBy;
  const { roles, forms } = await suite.proof();
  const reports = proved.filter(({ kind }) => kind === "variant").map(({ report }) => report);
  const judged = reports.flatMap(({ sessions }) => judgedIn(sessions, judgedBy));
  return forms.flatMap(({ ruling, requirements, words, is, without }) =>
    requirements.map((requirement): CoverageRow => {
      const met = judged.filter((one) => one.requirement === requirement && is(one.exchange, one.session));
      const inRole = (role: string) => met.filter(({ exchange }) => suite.roleOf(exchange) === role);
      const situationsOf = (role: string) => [
        ...new Set(inRole(role).flatMap(({ session }) => session.situation ?? [])),
      ];
      const situations = new Map(roles.map((role) => [role, situationsOf(role)]));
      return { ruling, requirement, form: words, situations, without };
    }),
  );
}

interface Judged {
  readonly requirement: string;
  readonly exchange: ClientExchange;
  readonly session: Session;
}

/** What was judged and held, exchange by exchange. */
function judgedIn(sessions: readonly Session[], { suite, contract }: PreparedExam): readonly Judged[] {
  const places = new Map<number, Omit<Judged, "requirement">>();
  for (const session of sessions)
    for (const exchange of session.exchanges) places.set(exchange.id, { exchange, session });
  const evidence = { sessions, contract, key: matcherOf(playedKey), situations: suite.situations };
  const observations = suite.checks.flatMap(({ judge }) => judge(evidence));
  return observations.flatMap(({ kind, requirement, ...one }) => {
    if (kind !== "held" || !("subjects" in one)) return [];
    return one.subjects.flatMap((id) => {
      const place = places.get(id);
      return place === undefined ? [] : [{ requirement, ...place }];
    });
  });
}
