import { isFileError, whyUnreadable } from "../core/files/read-bounded.ts";
import type { RunOptions } from "../core/run/options.ts";
import { makeSetting } from "../core/run/setting.ts";
import { type Part, whole } from "./keys.ts";
import type { FileResult, PartResult } from "./part-result.ts";
import { readTraffic, TrafficError } from "./read-traffic.ts";
import { createTrafficJudge, type TrafficJudgeInput } from "./traffic-judge.ts";

/** What is to be judged of traffic, as plain data: a thread is given it. */
export interface TrafficTask {
  readonly files: readonly { readonly name: string; readonly path: string }[];
  /** Of the service, where it is known. */
  readonly baseUrl: string | undefined;
  readonly spec: string | undefined;
  readonly run: RunOptions;
  /** The instant that is today, for exchanges whose time was not recorded. */
  readonly nowMs: number;
  /** Default: all of it. */
  readonly part?: Part;
}

/** A file that cannot be read, or holds no traffic. Carries its name, across threads too. */
export class TrafficFileError extends Error {
  override readonly name = "TrafficFileError";
  readonly file: string;

  constructor(file: string, message: string) {
    super(message);
    this.file = file;
  }
}

/**
 * Judges a part of some files, each exchange once.
 * @param onRead is called with how many bytes of the files were read next
 * @throws TrafficFileError
 */
export async function judgeFiles(
  task: TrafficTask,
  prepared: Omit<TrafficJudgeInput, "setting">,
  onRead?: (bytes: number) => void,
): Promise<PartResult> {
  const { baseUrl: given, part } = task;
  const baseUrl = new URL("http://localhost/v1");
  const setting = makeSetting(task.run, prepared.contract, baseUrl, task.nowMs);
  const judge = createTrafficJudge({ ...prepared, setting });
  const files: FileResult[] = [];
  for (const [file, { name, path }] of task.files.entries()) {
    const { exchanges, notes } = readTraffic(path, prepared.contract, { baseUrl: given, part, onRead });
    let count = 0;
    try {
      for await (const exchange of exchanges) {
        count += 1;
        judge.judge(exchange, { file, line: exchange.line });
      }
    } catch (error) {
      const isKnown = error instanceof TrafficError || isFileError(error);
      throw isKnown ? new TrafficFileError(name, whyUnreadable(error)) : error;
    }
    const { source, base, leftOut, unreadable, tooLong, isCut } = notes;
    files.push({
      ...{ file: name, source, unreadable, tooLong, isCut, exchanges: count },
      base: { text: base.text, isGuessed: base.isGuessed },
      leftOut: [...leftOut],
    });
  }
  return { judged: judge.judged(), client: judge.client(), files };
}

/** The same task cut for so many threads, whose results add up. */
export function cutForThreads(task: TrafficTask, threads: number): readonly TrafficTask[] {
  const { part, of } = task.part ?? whole;
  return Array.from({ length: threads }, (_, i) => {
    const within = { part: i + 1, of: threads };
    return { ...task, part: { part, of, within } };
  });
}

/** @throws TrafficFileError for a file of which no part found an exchange */
export function checkFiles({ files }: PartResult): void {
  for (const { file, exchanges, leftOut, unreadable } of files)
    if (exchanges === 0 && leftOut.length === 0)
      throw new TrafficFileError(file, unreadable.first ?? "there is no exchange in it");
}
