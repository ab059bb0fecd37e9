import type { PreparedSuite } from "#core/check/suite.ts";
import { reading } from "#core/options/usage-error.ts";
import type { RunOptions } from "#core/run/options.ts";
import { type FileNotes, readTraffic } from "./files/read-traffic.ts";
import { type Judged, TrafficJudge } from "./traffic-judge.ts";

export interface TrafficResult {
  readonly judged: Judged;
  /** None where a proxy judged what passed. */
  readonly files: readonly FileResult[];
}

export interface FileResult extends FileNotes {
  readonly file: string;
}

interface TrafficTask {
  readonly files: readonly { readonly name: string; readonly path: string }[];
  readonly baseUrl?: string | undefined;
  readonly options?: RunOptions;
}

const remedy =
  "Give a file that `run --record`, `exam --record` or `proxy --record` wrote, or a HAR file. In place of an access log, record what passes with `proxy --record FILE`.";

/**
 * Judges files in their order and in one pass, each exchange once.
 * @throws UsageError for a file that cannot be read, or holds no traffic
 */
export async function judgeFiles(task: TrafficTask, prepared: PreparedSuite): Promise<TrafficResult> {
  const judge = new TrafficJudge({ ...prepared, ...task });
  const files: FileResult[] = [];
  for (const [file, { name, path }] of task.files.entries()) {
    const { exchanges, notes } = readTraffic(path, prepared.contract, task);
    await reading({ what: "the traffic", where: name, remedy }, async () => {
      for await (const exchange of exchanges) judge.judge(exchange, { file, line: exchange.line });
    });
    files.push({ ...notes, file: name });
  }
  return { judged: judge.judged(), files };
}
