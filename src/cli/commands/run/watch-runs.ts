import type { Clock } from "../../../core/exchange/clock/clock.ts";
import { restAfter } from "../../../core/exchange/pacing/pause.ts";
import { escapeForTerminal } from "../../../core/json/escape.ts";
import type { Run } from "../../../core/run/result.ts";
import type { Redacted } from "../../../core/secrets/redacted.ts";
import { wrap } from "../../../report/console/wrap.ts";
import { durationInWords } from "../../../report/live/live-state.ts";
import type { Io } from "../../io.ts";

/** Something that another run is for. */
export interface Trigger {
  /** The same for the same server or path. */
  readonly key: string;
  /** A clause: what happened. */
  readonly happened: string;
  /** When it began, on the clock. */
  readonly sinceMs: number;
}

/** A finished run that was printed, and the exit code that belongs to it. */
interface PrintedRun {
  readonly run: Redacted<Run>;
  readonly code: number;
}

interface WatchInput {
  readonly clock: Clock;
  /** What is watched, as a clause that completes "Watching …". */
  readonly watched: string;
  readonly runOnce: (before: Redacted<Run> | undefined) => Promise<PrintedRun>;
  /** Starts watching until the signal is aborted. */
  readonly watch: (onTrigger: (trigger: Trigger) => void, signal: AbortSignal) => void;
}

/**
 * Runs once, and again after each trigger, until Ctrl-C; gives the exit code of the last run. Between two runs it keeps
 * the pause that the last one was asked for. What happens during each of two runs in a row, as the runs themselves may
 * cause it, starts no third one.
 */
export async function watchRuns(
  { clock, watched, runOnce, watch }: WatchInput,
  { err, onInterrupt, columns = 80 }: Pick<Io, "err" | "onInterrupt" | "columns">,
): Promise<number> {
  const ended = new AbortController();
  const stopListening = onInterrupt(() => ended.abort());
  const triggers = createQueue();
  const print = (sentence: string): void => err(`${wrap(escapeForTerminal(sentence), columns).join("\n")}\n`);
  watch(triggers.add, ended.signal);
  ended.signal.addEventListener("abort", triggers.end);
  try {
    let last = await timed(runOnce(undefined), clock);
    let duringLast: ReadonlySet<string> = new Set();
    while (!ended.signal.aborted) {
      const { rootCause } = last.run;
      if (rootCause?.kind === "key-stopped") {
        print("The watch ends: the key stopped working, and another run could prolong a ban.");
        break;
      }
      print(`Watching ${watched}; Ctrl-C ends it.`);
      const during = new Set<string>();
      const isRepeated = ({ key, sinceMs }: Trigger): boolean => {
        if (sinceMs > last.overMs) return false;
        during.add(key);
        return duringLast.has(key);
      };
      const trigger = await nextTrigger(triggers, isRepeated, print);
      if (trigger === undefined) break;
      if (!(await rested(last.run, clock, ended.signal, print))) break;
      // What came meanwhile is what this run is for.
      for (const { key, sinceMs } of triggers.take()) if (sinceMs <= last.overMs) during.add(key);
      duringLast = during;
      err("\n");
      print(`${trigger.happened}: running again`);
      last = await timed(runOnce(last.run), clock);
    }
    return last.code;
  } finally {
    ended.abort();
    stopListening();
  }
}

/** A change of a file that a run made itself is noticed a little after it. */
const noticeMs = 500;

async function timed(
  running: Promise<PrintedRun>,
  clock: Clock,
): Promise<PrintedRun & { readonly overMs: number }> {
  return { ...(await running), overMs: clock.now() + noticeMs };
}

/** Undefined when the watch was ended. */
async function nextTrigger(
  triggers: ReturnType<typeof createQueue>,
  isRepeated: (trigger: Trigger) => boolean,
  print: (sentence: string) => void,
): Promise<Trigger | undefined> {
  for (;;) {
    if (!(await triggers.some())) return undefined;
    const all = triggers.take();
    const [first] = all.filter((trigger) => !isRepeated(trigger));
    if (first !== undefined) return first;
    for (const { happened } of all)
      print(
        `${happened}, but that began during the run, as in the run before: the runs may cause it, so no other is started for it.`,
      );
  }
}

/** False when the watch was ended meanwhile. */
async function rested(
  { exchanges, requests }: Redacted<Run>,
  clock: Clock,
  signal: AbortSignal,
  print: (sentence: string) => void,
): Promise<boolean> {
  const rest = restAfter(exchanges, requests.total - requests.probe, clock.now());
  if (rest === undefined) return !signal.aborted;
  const waitMs = rest.untilMs - clock.now();
  print(`waiting ${durationInWords(waitMs)} before the next run: ${rest.reason}`);
  return clock.sleep(waitMs, signal).then(
    () => true,
    () => false,
  );
}

function createQueue() {
  const waiting = new Map<string, Trigger>();
  let changed = Promise.withResolvers<void>();
  let isEnded = false;
  const wake = (): void => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  return {
    add: (trigger: Trigger): void => {
      if (!waiting.has(trigger.key)) waiting.set(trigger.key, trigger);
      wake();
    },
    /** All that have come, each key once. */
    take: (): readonly Trigger[] => {
      const all = [...waiting.values()];
      waiting.clear();
      return all;
    },
    /** Resolves as soon as there is one; to false at the end. */
    some: async (): Promise<boolean> => {
      while (waiting.size === 0 && !isEnded) await changed.promise;
      return !isEnded;
    },
    end: (): void => {
      isEnded = true;
      wake();
    },
  };
}
