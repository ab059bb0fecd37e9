import { clientChecks } from "../../../suites/clients/index.ts";
import type { ClientExchange, Session } from "../../core/check/session.ts";
import type { Contract } from "../../core/contract/contract.ts";
import { matcherOf } from "../exam-recording.ts";
import { situations } from "../situations.ts";
import { type Form, forms, type Operation } from "./forms.ts";
import { playedKey } from "./play-client.ts";
import type { ProvedClient } from "./prove-clients.ts";

export interface CoverageRow {
  readonly ruling: number;
  readonly requirement: string;
  readonly form: string;
  /** The situations in which it was judged, by operation. */
  readonly situations: Readonly<Record<Operation, readonly string[]>>;
  /** Why there are none. */
  readonly without: Form["without"];
}

/** Where each requirement is judged with each form of answer, as the exams of the clients that are right show it. */
export function coverageOf(proved: readonly ProvedClient[], contract: Contract): readonly CoverageRow[] {
  const reports = proved.filter(({ kind }) => kind === "right").map(({ report }) => report);
  const judged = reports.flatMap(({ sessions }) => judgedIn(sessions, contract));
  return forms.flatMap(({ ruling, requirements, words, is, without }) =>
    requirements.map((requirement): CoverageRow => {
      const met = judged.filter((one) => one.requirement === requirement && is(one.exchange, one.session));
      const of = (operation: Operation) => [
        ...new Set(
          met
            .filter((one) => operationOf(one.exchange) === operation)
            .flatMap((one) => one.session.situation ?? []),
        ),
      ];
      const situations = { list: of("list"), create: of("create"), read: of("read") };
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
function judgedIn(sessions: readonly Session[], contract: Contract): readonly Judged[] {
  const places = new Map<number, Omit<Judged, "requirement">>();
  for (const session of sessions)
    for (const exchange of session.exchanges) places.set(exchange.id, { exchange, session });
  const observations = clientChecks.flatMap(({ judge }) =>
    judge({ sessions, contract, key: matcherOf(playedKey), situations }),
  );
  return observations.flatMap(({ kind, requirement, ...one }) => {
    if (kind !== "held" || !("subjects" in one)) return [];
    return one.subjects.flatMap((id) => {
      const place = places.get(id);
      return place === undefined ? [] : [{ requirement, ...place }];
    });
  });
}

function operationOf({ method, target }: ClientExchange): Operation | undefined {
  if (method === "POST") return "create";
  return method !== "GET" ? undefined : /^\/pets\/[^/]+$/.test(target) ? "read" : "list";
}
