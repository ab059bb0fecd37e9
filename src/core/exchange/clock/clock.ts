/** The only source of time in a run. Milliseconds since the Unix epoch. */
export interface Clock {
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * A sleep.
 * @param start sets a timer, and gives what takes it back
 */
export function sleeping(
  signal: AbortSignal | undefined,
  start: (wake: () => void) => () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      stop();
      reject(signal?.reason);
    };
    const stop = start(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

interface Deadline {
  /** The work is done: drops the timer and the signal. */
  cancel(): void;
}

/** Our own reason, since the standard one captures a stack each time. */
const cancelled = "the deadline was cancelled";

/** A timer that ends so much too late was held up by this machine: its process stood still. */
const stoodStillMs = 1000;

/**
 * Calls back once: when `timeoutMs` of the clock have passed, or when the signal is aborted before. Where this process stood
 * still at the end, it waits once more for as long, but no longer than `timeoutMs`: what has come is read first.
 */
export function startDeadline(
  clock: Clock,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  onEnd: (why: "timeout" | "aborted") => void,
): Deadline {
  const timer = new AbortController();
  const cancel = () => {
    timer.abort(cancelled);
    signal?.removeEventListener("abort", onAbort);
  };
  const onAbort = () => {
    cancel();
    onEnd("aborted");
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  const dueMs = clock.now() + timeoutMs;
  clock
    .sleep(timeoutMs, timer.signal)
    .then(async () => {
      const lateMs = clock.now() - dueMs;
      if (lateMs >= stoodStillMs) await clock.sleep(Math.min(lateMs, timeoutMs), timer.signal);
    })
    .then(
      () => {
        cancel();
        onEnd("timeout");
      },
      () => undefined, // cancelled
    );
  return { cancel };
}
