import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { removalPhase } from "../core/contract/days.ts";
import { removalsOf } from "../core/contract/removals.ts";
import { judgedBy } from "../core/recording/recording.ts";
import { type PartResult, sumOfParts, type Work } from "../traffic/part-result.ts";
import { prepare } from "./assemble.ts";
import { judgePart, TrafficFileError, type TrafficTask } from "./judge-traffic-part.ts";
import { startTrafficThread } from "./traffic-thread.ts";
import type { FromThread } from "./traffic-thread-code.ts";

/** A thread takes as long to start as this much traffic takes to judge. */
const bytesWorthAThread = 1 << 24;

/**
 * Judges files of traffic, or a part of them, in threads: each reads all of the files and judges the keys that are its own.
 * What comes out does not depend on their number.
 * @param asked how many threads; undefined: as many as there are cores, where there is enough to do
 * @throws TrafficFileError
 */
export async function judgeTraffic(task: TrafficTask, asked: number | undefined): Promise<PartResult> {
  const threads = asked ?? Math.min(availableParallelism(), await threadsFor(task));
  if (threads <= 1) return judgePart(task);
  const { part, of } = task.part;
  const results = await Promise.all(
    Array.from({ length: threads }, (_, i) => {
      const within = { part: i + 1, of: threads };
      return inThread({ ...task, part: { part, of, within } });
    }),
  );
  return sumOfParts(results);
}

/** Most of the time of a HAR file is spent on reading it, which threads cannot share. */
async function threadsFor({ files }: TrafficTask): Promise<number> {
  if (files.some(({ name }) => /\.har(\.gz|\.zst)?$/i.test(name))) return 1;
  const sizes = await Promise.all(files.map(({ path }) => stat(path).catch(() => ({ size: 0 }))));
  return Math.ceil(sizes.reduce((sum, { size }) => sum + size, 0) / bytesWorthAThread);
}

async function inThread(task: TrafficTask): Promise<PartResult> {
  const thread = startTrafficThread();
  try {
    const answer = await new Promise<FromThread>((resolve, reject) => {
      thread.once("message", resolve);
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
