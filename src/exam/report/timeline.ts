import { refusalsIn } from "../checks/after-429.ts";
import { requestsIn, sentAfter } from "../checks/check.ts";
import type { ExamReport } from "../exam-report.ts";
import { statusOf } from "../exchange.ts";

/** A 429 and what the client did after it. Times are milliseconds since the 429 went out. */
export interface Timeline {
  readonly situation: string | null;
  /** The id of the exchange. */
  readonly refused: number;
  readonly request: string;
  /** Until when nothing was to be sent; null where Retry-After said nothing usable. */
  readonly waitMs: number | null;
  readonly requests: readonly {
    readonly id: number;
    readonly afterMs: number;
    readonly request: string;
    readonly status: number | null;
    readonly isEarly: boolean;
  }[];
}

/** The most requests of one picture. */
const mostRequests = 12;

/** The first 429 of every session that has one, with what followed. */
export function timelinesOf({ sessions }: Pick<ExamReport, "sessions">): readonly Timeline[] {
  return sessions.flatMap((session): Timeline[] => {
    const [refusal] = refusalsIn(session);
    if (refusal === undefined) return [];
    const { exchange, form, untilMs } = refusal;
    const later = sentAfter(exchange, session).filter((one) => requestsIn(session).includes(one));
    return [
      {
        situation: session.situation ?? exchange.situation ?? null,
        refused: exchange.id,
        request: `${exchange.method} ${exchange.target}`,
        waitMs: form === undefined ? null : Math.round(untilMs - exchange.endedAtMs),
        requests: later.slice(0, mostRequests).map((one) => ({
          id: one.id,
          afterMs: Math.round(one.sentAtMs - exchange.endedAtMs),
          request: `${one.method} ${one.target}`,
          status: statusOf(one) ?? null,
          isEarly: form !== undefined && one.sentAtMs < untilMs,
        })),
      },
    ];
  });
}
