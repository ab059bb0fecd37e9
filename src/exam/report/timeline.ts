import type { ClientSuite, Refusal, SessionReading } from "#core/check/clients/client-suite.ts";
import { type Session, statusOf } from "#core/check/clients/session.ts";
import type { ExamReport } from "../exam-report.ts";

/** A 429 and what the client did after it. Times are milliseconds since the 429 went out. */
export interface Timeline {
  readonly situation: string | null;
  /** The id of the exchange. */
  readonly refused: number;
  readonly request: string;
  /** How long nothing was to be sent; null where Retry-After said nothing usable. */
  readonly waitMs: number | null;
  readonly requests: readonly {
    readonly afterMs: number;
    readonly status: number | undefined;
    readonly isEarly: boolean;
  }[];
}

const mostRequests = 12;

/** Of one situation, so many are looked through. */
const mostRefusals = 50;

/** For every situation that answered 429, the first one that the client did not wait for, else the first, with what followed. */
export function timelinesOf({ sessions }: ExamReport, { reading }: ClientSuite): readonly Timeline[] {
  return sessions.flatMap((session) => {
    const bySituation = Map.groupBy(reading.refusalsIn(session), ({ exchange }) => exchange.situation);
    return [...bySituation.values()].flatMap((refusals) => {
      const all = refusals.slice(0, mostRefusals).map((refusal) => timelineOf(refusal, session, reading));
      return all.find(({ requests }) => requests.some(({ isEarly }) => isEarly)) ?? all[0] ?? [];
    });
  });
}

function timelineOf(
  { exchange, askedMs, untilMs }: Refusal,
  session: Session,
  { sentAfter }: SessionReading,
): Timeline {
  return {
    situation: session.situation ?? exchange.situation ?? null,
    refused: exchange.id,
    request: `${exchange.method} ${exchange.target}`,
    waitMs: askedMs === 0 ? null : Math.round(askedMs),
    requests: sentAfter(exchange, session)
      .slice(0, mostRequests)
      .map((one) => ({
        afterMs: Math.round(one.sentAtMs - exchange.endedAtMs),
        status: statusOf(one),
        isEarly: one.sentAtMs < untilMs,
      })),
  };
}
