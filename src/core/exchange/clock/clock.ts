/** The only source of time in a run. Milliseconds since the Unix epoch. */
export abstract class Clock {
  abstract now(): number;
  /** Calls back once, when `ms` have passed, unless what it returns is called before. */
  abstract after(ms: number, wake: () => void): () => void;

  /** Resolves after `ms`; rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) reject(signal.reason);
      else startTimer(this, ms, signal, (why) => (why === "timeout" ? resolve() : reject(signal?.reason)));
    });
  }
}

/** Calls back when a signal is aborted, unless what it returns is called before. */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  signal.addEventListener("abort", listener);
  return () => signal.removeEventListener("abort", listener);
}

/** Calls back once: when `ms` have passed, or before, when the signal is aborted; unless what it returns is called before. */
function startTimer(
  clock: Clock,
  ms: number,
  signal: AbortSignal | undefined,
  onEnd: (why: "timeout" | "aborted") => void,
): () => void {
  const end = (why: "timeout" | "aborted") => {
    cancel();
    onEnd(why);
  };
  const stop = clock.after(ms, () => end("timeout"));
  const stopListening = signal && onAbort(signal, () => end("aborted"));
  const cancel = () => {
    stop();
    stopListening?.();
  };
  return cancel;
}

/** A timer that ends so much too late was held up by this machine: its process stood still. */
const stoodStillMs = 1000;

/**
 * As `startTimer`. If this process itself stood still at the end, it waits once more for as long, at most `timeoutMs`, so
 * that what has arrived is read first.
 */
export function startDeadline(
  clock: Clock,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  onEnd: (why: "timeout" | "aborted") => void,
): () => void {
  const dueMs = clock.now() + timeoutMs;
  let cancel = startTimer(clock, timeoutMs, signal, (why) => {
    const lateMs = clock.now() - dueMs;
    if (why === "aborted" || lateMs < stoodStillMs) onEnd(why);
    else cancel = startTimer(clock, Math.min(lateMs, timeoutMs), signal, onEnd);
  });
  return () => cancel();
}

/** Milliseconds since some instant. `performance` would load modules of Node's that nothing else here needs. */
function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}

/**
 * The time of day, as a run against a real target sees it. Read once at the start and counted on
 * from there, so that a correction of the machine's clock in mid-run moves no instant backwards.
 */
export class WallClock extends Clock {
  readonly #startMs = Date.now() - monotonicMs();

  now(): number {
    // To the microsecond: a request that was sent after an answer must not seem simultaneous.
    return Math.round((this.#startMs + monotonicMs()) * 1000) / 1000;
  }

  after(ms: number, wake: () => void): () => void {
    const untilMs = monotonicMs() + Math.max(0, ms);
    // Timers may fire a little early: another one is set for the rest.
    const wait = () =>
      setTimeout(
        () => {
          if (monotonicMs() < untilMs) timeout = wait();
          else wake();
        },
        Math.ceil(untilMs - monotonicMs()),
      );
    let timeout = wait();
    return () => clearTimeout(timeout);
  }
}
