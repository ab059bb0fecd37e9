import { setTimeout as pause } from "node:timers/promises";
import { Clock } from "#core/exchange/clock/clock.ts";

/** Turns of the event loop, each with a pause: what the kernel still has to hand over comes within them. */
const quietTurns = 100;

/** Enough where a step too early does no harm: for a jump that is shorter than any time-out. */
const shortlyQuietTurns = 5;
const longestStepMs = 100;

/** What each thing that comes by a socket takes, by the clock: a target that never stops sending has its time-out too. */
const msOfAComing = 0.5;

/** Counts the turns in which nothing came to this thread: no byte, no connection, no end of one. Timers do not count. */
function countQuietTurns(): { next(): Promise<number> } {
  let seen = comings();
  let turns = 0;
  return {
    async next() {
      await pause(1);
      const now = comings();
      turns = now === seen ? turns + 1 : 0;
      seen = now;
      return turns;
    },
  };
}

function comings(): number {
  return performance.nodeTiming.uvMetricsInfo.events;
}

/** Resolves when nothing has come for a while, or what is waited for is there. */
export async function quiet(isThere = () => false): Promise<void> {
  const quietly = countQuietTurns();
  while (!isThere() && (await quietly.next()) < quietTurns);
}

/**
 * A clock for a run and a server that speak over sockets in this process, and both sleep by it. What comes by a socket
 * moves it a little, however long the machine takes for it; when both sides wait, it jumps to the next timer. So a
 * time-out costs no time, and passes only where the target does not answer.
 */
export class QuietClock extends Clock {
  readonly #startMs = Date.now();
  readonly #before = comings();
  readonly #timers = new Map<() => void, number>();
  #jumpedMs = 0;
  #readings = 0;

  now(): number {
    // What was sent after an answer must not seem to be sent with it.
    this.#readings += 1;
    return this.#nowMs();
  }

  after(ms: number, wake: () => void): () => void {
    const timers = this.#timers;
    const waiting = () => {
      timers.delete(waiting);
      wake();
    };
    timers.set(waiting, this.#nowMs() + Math.max(0, ms));
    if (timers.size === 1) void this.#watch();
    return () => timers.delete(waiting);
  }

  #nowMs(): number {
    return this.#startMs + this.#jumpedMs + (comings() - this.#before) * msOfAComing + this.#readings / 1000;
  }

  async #watch(): Promise<void> {
    const timers = this.#timers;
    let quietly = countQuietTurns();
    while (timers.size > 0) {
      const turns = await quietly.next();
      const jumpMs = Math.min(...timers.values()) - this.#nowMs();
      const enough = jumpMs > longestStepMs ? quietTurns : shortlyQuietTurns;
      if (jumpMs > 0 && turns >= enough) {
        this.#jumpedMs += jumpMs;
        quietly = countQuietTurns();
      }
      const dueMs = this.#nowMs();
      for (const [wake, atMs] of [...timers].sort(([, one], [, other]) => one - other))
        if (atMs <= dueMs) wake();
    }
  }
}
