import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { removalsOf } from "../core/contract/contract.ts";
import { removalPhase } from "../core/contract/days.ts";
import { judgedBy } from "../core/recording/recording.ts";
import { cutForThreads, judgeFiles, TrafficFileError, type TrafficTask } from "../traffic/judge-files.ts";
import { type PartResult, sumOfParts, type Work } from "../traffic/part-result.ts";
import { prepare } from "./assemble.ts";
import { startTrafficThread } from "./traffic-thread.ts";
import type { FromThread } from "./traffic-thread-code.ts";

/** A thread takes as long to start as this much traffic takes to judge. */
const bytesWorthAThread = 1 << 24;

/**
 * Judges files of traffic, or a part of them, in threads: each reads all of the files and judges the keys that are its own.
 * What comes out does not depend on their number.
 * @param asked how many threads; undefined: as many as there are cores, where there is enough to do
 * @param onRead is called with how many bytes of the files were read next
 * @throws TrafficFileError
 */
export async function judgeTraffic(
  task: TrafficTask,
  asked: number | undefined,
  onRead: (bytes: number) => void = () => undefined,
): Promise<PartResult> {
  const worthwhile = await threadsFor(task);
  const threads = asked ?? Math.min(availableParallelism(), worthwhile);
  if (threads <= 1 && worthwhile <= 1) {
    const prepared = await prepare({ spec: task.spec, declared: task.run.declared });
    return judgeFiles(task, prepared, onRead);
  }
  // Most of the heap is garbage: it is collected when the heap has doubled, not when it has grown fourfold.
  setFlagsFromString("--heap-growing-percent=100");
  if (threads <= 1) return inThread(task, onRead);
  const results = await Promise.all(
    // Each thread reads all of the files, so one of them reports the progress.
    cutForThreads(task, threads).map((one, i) => inThread(one, i === 0 ? onRead : () => undefined)),
  );
  return sumOfParts(results);
}

async function threadsFor({ files }: TrafficTask): Promise<number> {
  const sizes = await Promise.all(files.map(({ path }) => stat(path).catch(() => ({ size: 0 }))));
  return Math.ceil(sizes.reduce((sum, { size }) => sum + size, 0) / bytesWorthAThread);
}

async function inThread(task: TrafficTask, onRead: (bytes: number) => void): Promise<PartResult> {
  const thread = startTrafficThread();
  try {
    const answer = await new Promise<Exclude<FromThread, { read: number }>>((resolve, reject) => {
      thread.on("message", (message: FromThread) =>
        "read" in message ? onRead(message.read) : resolve(message),
      );
      thread.once("error", reject);
      thread.postMessage(task);
    });
    if ("result" in answer) return answer.result;
    if ("unreadable" in answer) throw new TrafficFileError(answer.unreadable.file, answer.unreadable.message);
    throw answer.error;
  } finally {
    await thread.terminate();
  }
}

/** What the parts of one work have in common: what they were judged by, files and options. */
export async function workOf({ files, part: _, nowMs, run, ...others }: TrafficTask): Promise<Work> {
  const { contract, requirements } = await prepare({ spec: others.spec, declared: run.declared });
  const sized = files.map(async ({ name, path }) => ({ name, size: (await stat(path)).size }));
  return {
    ...{ ...others, run, files: await Promise.all(sized) },
    judgedBy: judgedBy(contract, requirements),
    removals: removalsOf(contract, (sunset) => removalPhase(sunset, nowMs)),
  };
}
