import type { ClientSuite } from "#core/check/clients/client-suite.ts";
import type { HeaderLine } from "#core/exchange/exchange.ts";
import { headerValue } from "#core/exchange/headers.ts";
import { parseRetryAfter, rateHeaderNames } from "#core/exchange/pacing/rate-headers.ts";

/** Far more than a client that waits sends. */
const perMinute = 1_000;
const minuteMs = 60_000;

/** Every response of the service carries the three fields, and a client may rely on them; those of a 429 agree with its Retry-After. */
export const rateHeaders: NonNullable<ClientSuite["fieldsOfAnswers"]> = ({
  status,
  headers,
  nowMs,
  requests,
}) => {
  // Failures come from what is in front of the service. HTTP libraries that wait for Reset after a 503 would wait a minute.
  if (status >= 500) return [];
  const isRefused = status === 429;
  const resetMs =
    (isRefused ? retryAtMs(headers, nowMs) : undefined) ?? (Math.floor(nowMs / minuteMs) + 1) * minuteMs;
  return [
    [rateHeaderNames.limit, String(perMinute)],
    [rateHeaderNames.remaining, String(isRefused ? 0 : Math.max(1, perMinute - requests))],
    [rateHeaderNames.reset, String(Math.ceil(resetMs / 1000))],
  ];
};

function retryAtMs(headers: readonly HeaderLine[], nowMs: number): number | undefined {
  const asked = parseRetryAfter(headerValue(headers, "retry-after") ?? "");
  return asked?.kind === "seconds" ? nowMs + asked.seconds * 1000 : asked?.atMs;
}
