import type { Contract } from "#core/contract/contract.ts";
import type { Credential, WholeExchange } from "#core/exchange/exchange.ts";
import { rateHeadersOf } from "#core/exchange/pacing/rate-headers.ts";
import type { Run } from "#core/run/result.ts";

/** How a run went about it: what a change of structure must leave as it is, besides the verdicts. */
export interface Conduct {
  readonly requests: number;
  /** Requests that may store something. */
  readonly creates: number;
  /**
   * Requests that were sent after a 429 had come, and before the moment that its Retry-After names, with the same key: how
   * many, by operation and key (`listPets valid`). What leaves at the instant at which a 429 comes was in flight.
   */
  readonly inBackOff: Readonly<Record<string, number>>;
  /** From the start to the end of the run, in milliseconds of its clock, rounded. */
  readonly ms: number;
  /** The root cause of the run, else the first cause of its failures: `key-stopped`, `LIST-3`. */
  readonly cause: string | null;
}

export function conductOf(run: Run, contract: Contract): Conduct {
  const { requests, startedAtMs, endedAtMs, rootCause, causes } = run;
  return {
    requests: requests.total,
    creates: requests.writes,
    inBackOff: requestsInBackOff(run.exchanges, contract),
    ms: Math.round(endedAtMs - startedAtMs),
    cause: rootCause?.kind ?? causes[0]?.leading ?? null,
  };
}

function requestsInBackOff(
  exchanges: readonly WholeExchange[],
  contract: Contract,
): Readonly<Record<string, number>> {
  const backOffs = exchanges.filter(isRefused).map((exchange) => ({
    key: keyOf(exchange.request.credential),
    fromMs: exchange.times.endedAtMs,
    untilMs: exchange.times.endedAtMs + (rateHeadersOf(exchange).retryAfterMs ?? 0),
  }));
  const counts: Record<string, number> = {};
  for (const { request, times } of exchanges) {
    const key = keyOf(request.credential);
    const isEarly = backOffs.some(
      (one) => one.key === key && one.fromMs < times.sentAtMs && times.sentAtMs < one.untilMs,
    );
    if (!isEarly) continue;
    const name = `${contract.operationAt(request) ?? "other"} ${key}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function isRefused({ outcome }: WholeExchange): boolean {
  return outcome.kind === "answer" && outcome.answer.status === 429;
}

function keyOf(credential: Credential): string {
  return credential.kind === "other" ? credential.about : credential.kind;
}
