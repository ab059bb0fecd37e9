import { type Exchange, timesOf } from "#core/exchange/exchange.ts";
import { rateHeadersOf } from "#core/exchange/pacing/rate-headers.ts";
import type { TargetResult } from "./results.ts";

/** After a last 429 that names no time. */
const unnamedRestMs = 60_000;

/** Of what a Date can hold. */
const lastInstantMs = 8.64e15;

/** How long to wait before the next run: until every Retry-After has passed. Null where the next may start at once. */
export function restAfter(exchanges: readonly Exchange[], nowMs: number): TargetResult["rest"] {
  const [latest] = afterRefusals(exchanges)
    .filter(({ untilMs }) => untilMs > nowMs)
    .toSorted((a, b) => b.untilMs - a.untilMs);
  if (latest === undefined) return null;
  const { untilMs, reason } = latest;
  return { until: new Date(Math.min(untilMs, lastInstantMs)).toISOString(), reason };
}

function afterRefusals(exchanges: readonly Exchange[]) {
  const last = exchanges.findLast(({ outcome }) => outcome.kind === "answer");
  return exchanges.flatMap((exchange) => {
    if (exchange.outcome.kind !== "answer" || exchange.outcome.answer.status !== 429) return [];
    const { endedAtMs } = timesOf(exchange);
    const { retryAfterMs = 0 } = rateHeadersOf(exchange);
    if (retryAfterMs > 0)
      return [{ untilMs: endedAtMs + retryAfterMs, reason: "the target named this time in a 429" }];
    const reason = "the last answer was a 429 without a time in Retry-After that lies ahead";
    return exchange === last ? [{ untilMs: endedAtMs + unnamedRestMs, reason }] : [];
  });
}
