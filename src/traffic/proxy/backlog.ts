import type { Room } from "#core/exchange/decoding/body-bytes.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";

interface BacklogInput {
  /** For all that waits. */
  readonly room: Room;
  readonly take: (exchange: WireExchange) => void;
  /** Milliseconds of any clock that goes on steadily. */
  readonly nowMs: () => number;
  /** From 0 to 1: how busy the process was since this was last asked. */
  readonly load: () => number;
  readonly later: (work: () => void, waitMs: number) => void;
}

/** What is kept of a burst that comes faster than it can be judged. */
const most = 5000;

/** The longest time that passing bytes on has to wait. */
const workMs = 2;

/** For how much longer bytes are only passed on: if that needs all of the time, it gets nine tenths. */
const passingShare = (load: number): number => 1 + 8 * load;

/** Exchanges that have passed and are to be judged, one after the other, while nothing has to wait for it. */
export function createBacklog({ room, take, nowMs, load, later }: BacklogInput) {
  const waiting: (readonly [exchange: WireExchange, bytes: number])[] = [];
  let [first, leftOut] = [0, 0];
  let isScheduled = false;

  const takeNext = (): boolean => {
    const passed = waiting[first];
    if (passed === undefined) return false;
    first += 1;
    const [exchange, bytes] = passed;
    room.give(bytes);
    if (first === waiting.length) {
      waiting.length = 0;
      first = 0;
    } else if (first > most) {
      waiting.splice(0, first);
      first = 0;
    }
    take(exchange);
    return true;
  };
  const schedule = (waitMs: number): void => {
    isScheduled = true;
    later(work, waitMs);
  };
  const work = (): void => {
    isScheduled = false;
    const share = passingShare(load());
    const startedAt = nowMs();
    while (takeNext()) {
      const tookMs = nowMs() - startedAt;
      if (tookMs < workMs) continue;
      // What judging took is not passing.
      load();
      schedule(tookMs * share);
      return;
    }
  };

  return {
    add: (exchange: WireExchange, bytes: number): void => {
      if (waiting.length - first >= most || !room.take(bytes)) {
        leftOut += 1;
        return;
      }
      waiting.push([exchange, bytes]);
      if (!isScheduled) schedule(0);
    },
    /** Takes all that is left. */
    drain: (): void => {
      while (takeNext());
    },
    /** How many came while there was no room. */
    get leftOut() {
      return leftOut;
    },
  };
}
