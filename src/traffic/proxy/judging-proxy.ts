import { Room } from "#core/exchange/decoding/body-bytes.ts";
import type { WireExchange } from "#core/exchange/wire-exchange.ts";
import type { RecordPlace } from "#core/recording/recording-file.ts";
import { defaultOptions } from "#core/run/options.ts";
import { makeSetting } from "#core/run/setting.ts";
import { withPlainBodies } from "../credentials.ts";
import { recordTraffic } from "../files/record-traffic.ts";
import { createTrafficJudge, type TrafficJudgeInput, violationLines } from "../traffic-judge.ts";
import { type ProxyOptions, startProxy } from "./proxy.ts";

interface JudgingProxyInput extends Pick<ProxyOptions, "target" | "host" | "port" | "ca"> {
  /** What answers are judged by. */
  readonly prepared: Omit<TrafficJudgeInput, "setting">;
  /** Where what passes is kept; undefined: nowhere. */
  readonly record: RecordPlace | undefined;
  /** What one exchange broke, in lines for a terminal. */
  readonly onViolation: (lines: string) => void;
  /** How wide the lines may be. */
  readonly columns: () => number;
}

/** How much of one body is judged; a larger one is passed on all the same. */
const mostJudgedBytes = 1 << 20;

/** How much may wait, on all connections and until it is judged; what goes beyond passes and is not judged. */
const mostBytesWaiting = 64 << 20;

/**
 * Passes every request on, unchanged, and judges each exchange when nothing has to wait for it.
 * @throws ReportError where what passes cannot be recorded, and what Node throws where the port cannot be opened
 */
export async function startJudgingProxy({
  prepared,
  record,
  onViolation,
  columns,
  ...way
}: JudgingProxyInput) {
  const { target } = way;
  const drawn = { ...defaultOptions, seed: 1, runId: "" };
  const setting = makeSetting(drawn, prepared.contract, target, Date.now());
  const judge = createTrafficJudge({ ...prepared, setting });
  const recorder = record && (await recordTraffic(target, prepared.contract, record));
  const room = new Room(mostBytesWaiting);
  const backlog = createBacklog({
    room,
    take: (exchange) => {
      for (const violation of judge.judge(withPlainBodies(exchange)))
        onViolation(violationLines(violation, columns()));
    },
    nowMs: () => performance.now(),
    load: loopLoad(),
    later: (work, waitMs) => void (waitMs === 0 ? setImmediate(work) : setTimeout(work, waitMs)),
  });
  const notJudged = new Map<string, number>();
  const proxy = await startProxy({
    ...way,
    room,
    maxBodyBytes: mostJudgedBytes,
    now: () => Date.now(),
    onExchange: (exchange, bytes) => {
      recorder?.record(exchange);
      backlog.add(exchange, bytes);
    },
    onNotJudged: (what) => void notJudged.set(what, (notJudged.get(what) ?? 0) + 1),
  });
  return {
    /** The base address in place of the target's. */
    url: proxy.url,
    /** Ends every connection, and judges what waits. `notes`: what was not judged, and why, a sentence each. */
    end: async () => {
      await proxy.close();
      recorder?.close();
      backlog.drain();
      return {
        result: { judged: judge.judged(), client: judge.client(), files: [] },
        notes: notesOn(notJudged, backlog.leftOut, recorder !== undefined),
      };
    },
  };
}

function loopLoad(): () => number {
  let before = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}

/** A line for each kind of what nothing is known of. */
function notesOn(
  notJudged: ReadonlyMap<string, number>,
  late: number,
  isRecorded: boolean,
): readonly string[] {
  const how = isRecorded ? "`judge` judges them from the recording" : "--record keeps them for `judge`";
  return [
    ...(late === 0 ? [] : [`not judged: ${late} × an exchange that passed faster than it could be; ${how}`]),
    ...[...notJudged].map(([what, count]) => `not judged: ${count} × ${what}`),
  ];
}

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
