import type { Late, Misfit } from "#core/check/clients/session.ts";
import type { Clock } from "#core/exchange/clock/clock.ts";

/** How often a session is looked at, for what ends it. */
export const lookEveryMs = 100;

/** Connections without a request, after which the client is taken for one that cannot come to the service. */
const mostMisfits = 3;

/** Counts what came in place of requests. */
export function countMisfits() {
  const seen: Misfit[] = [];
  return {
    onMisfit: (what: Misfit): void => void seen.push(what),
    get any() {
      return seen.at(-1);
    },
    get many() {
      return seen.length >= mostMisfits ? seen.at(-1) : undefined;
    },
  };
}

/** A smaller delay is the ordinary inaccuracy of timers. */
const leastLateMs = 10;

const mostLate = 1_000;

/** How late the looks at a session come, which says how busy this machine is. */
export function watchLateness(clock: Clock): { look(): void; readonly late: readonly Late[] } {
  let dueMs = clock.now() + lookEveryMs;
  const late: Late[] = [];
  return {
    late,
    look: () => {
      const atMs = clock.now();
      const ms = Math.ceil(atMs - dueMs);
      if (ms >= leastLateMs && late.length < mostLate) late.push({ atMs, ms });
      dueMs = atMs + lookEveryMs;
    },
  };
}
