import { counted } from "../../core/check/counted.ts";
import { createRoom } from "../../core/exchange/decoding/body-bytes.ts";
import type { RecordPlace } from "../../core/recording/recording-file.ts";
import { defaultOptions } from "../../core/run/options.ts";
import { makeSetting } from "../../core/run/setting.ts";
import { recordTraffic } from "../record-traffic.ts";
import { createTrafficJudge, type TrafficJudgeInput } from "../traffic-judge.ts";
import { violationLines } from "../violation-lines.ts";
import { createBacklog } from "./backlog.ts";
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
  const room = createRoom(mostBytesWaiting);
  const backlog = createBacklog({
    room,
    take: (exchange) => {
      for (const violation of judge.judge(exchange)) onViolation(violationLines(violation, columns()));
    },
    nowMs: () => performance.now(),
    load: loopLoad(),
    later: (work, waitMs) => void (waitMs === 0 ? setImmediate(work) : setTimeout(work, waitMs)),
  });
  const unread = { exchanges: 0, connections: 0 };
  const proxy = await startProxy({
    ...way,
    room,
    maxBodyBytes: mostJudgedBytes,
    now: () => Date.now(),
    onExchange: (passed) => {
      if (recorder === undefined) return backlog.add(passed);
      const exchange = passed.exchange();
      recorder.record(exchange);
      backlog.add({ exchange: () => exchange, bytes: passed.bytes });
    },
    onLeftOut: () => {
      unread.exchanges += 1;
    },
    onOpaque: () => {
      unread.connections += 1;
    },
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
        notes: notJudged({ ...unread, late: backlog.leftOut }, recorder !== undefined),
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

interface NotJudged {
  /** Passed while too much waited to be judged. */
  readonly late: number;
  /** Exchanges for which there was no room while they passed. */
  readonly exchanges: number;
  /** Connections that carried what cannot be read. */
  readonly connections: number;
}

function notJudged({ late, exchanges, connections }: NotJudged, isRecorded: boolean): readonly string[] {
  const how = isRecorded ? "`judge` judges them from the recording" : "--record keeps them for `judge`";
  return [
    ...(late === 0 ? [] : [`${late} more passed faster than they could be judged; ${how}`]),
    ...(exchanges === 0
      ? []
      : [
          `${exchanges} more passed on, and neither judged nor recorded: too much waited for an answer, or another protocol followed`,
        ]),
    ...(connections === 0
      ? []
      : [
          `${counted(connections, "connection")} carried what is not HTTP/1.1, or a head of more than 256 KiB: passed on as it came from there on, and not judged`,
        ]),
  ];
}
