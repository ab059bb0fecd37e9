import type { ClientCheck } from "#core/check/clients/client-suite.ts";
import type { ClientExchange, Session } from "#core/check/clients/session.ts";
import type { Situation } from "#core/check/clients/situation.ts";
import type { Observation } from "#core/check/results/verdict.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";

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

/** A request of a client, answered 200 with an empty body within a millisecond, unless another thing is given. */
export function sampleRequest({ text = "", ...given }: GivenRequest = {}): ClientExchange {
  return {
    ...{ id: 1, method: "GET", target: "/pets", headers: [], sentAtMs: 0, endedAtMs: 1 },
    ...{ body: Buffer.from(text), bodyBytes: Buffer.byteLength(text), outcome: sampleAnswer(200) },
    ...{ origin: "service", connection: 1, situation: undefined },
    ...given,
  };
}

type GivenRequest = Partial<ClientExchange> & { readonly text?: string };

export function sampleAnswer(status: number, text = "", headers: readonly HeaderLine[] = []) {
  return { kind: "answer", status, headers, body: Buffer.from(text) } as const;
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
      ...sampleRequest({ id: index + 1, method, target, sentAtMs, endedAtMs: nowMs }),
      ...{ body: undefined, situation: more.situation, outcome: sampleAnswer(status, body) },
    };
  });
  return sessionOf(exchanges, { endedAtMs: nowMs, ...more });
}

/** A session of these requests, which ended well. */
export function sessionOf(exchanges: readonly ClientExchange[], given: Partial<Session> = {}): Session {
  const end = { kind: "exited", code: 0 } as const;
  return { situation: undefined, exchanges, end, endedAtMs: 99_000, requests: exchanges.length, ...given };
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
