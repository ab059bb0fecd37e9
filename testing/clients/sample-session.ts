import type { ClientCheck } from "../../src/core/check/client-suite.ts";
import type { ClientExchange, Session } from "../../src/core/check/session.ts";
import type { Situation } from "../../src/core/check/situation.ts";
import type { Observation } from "../../src/core/check/verdict.ts";

/** One request of a client, in the test of a check; what it leaves out has a default. */
export interface SampleRequest {
  readonly method?: string;
  readonly target?: string;
  readonly status?: number;
  /** Of the answer. */
  readonly body?: string;
  /** From the answer before; default 1. */
  readonly waitMs?: number;
}

/** What one client sent, request by request, each answered after `tookMs`. */
export function sampleSession(
  samples: readonly SampleRequest[],
  { tookMs = 1, ...more }: Partial<Session> & { readonly tookMs?: number } = {},
): Session {
  let nowMs = 0;
  const exchanges = samples.map((sample, index): ClientExchange => {
    const { method = "GET", target = "/pets", status = 200, body = "", waitMs = 1 } = sample;
    const sentAtMs = nowMs + waitMs;
    nowMs = sentAtMs + tookMs;
    return {
      ...{ id: index + 1, method, target, headers: [], body: undefined, bodyBytes: 0 },
      ...{ sentAtMs, endedAtMs: nowMs, origin: "service", connection: 1, situation: more.situation },
      outcome: { kind: "answer", status, headers: [], body: Buffer.from(body) },
    };
  });
  const end = { kind: "exited", code: 0 } as const;
  return { situation: undefined, exchanges, end, endedAtMs: nowMs, requests: samples.length, ...more };
}

/** What checks of waits and tries say of these sessions; they read neither the contract nor the key. */
export function observedBy(
  checks: readonly ClientCheck[],
  sessions: readonly Session[],
  situations: readonly Situation[] = [],
): readonly Observation[] {
  const unread = undefined as never;
  return checks.flatMap(({ judge }) => judge({ sessions, contract: unread, key: unread, situations }));
}
