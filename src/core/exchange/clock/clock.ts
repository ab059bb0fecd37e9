/** The only source of time in a run. Milliseconds since the Unix epoch. */
export interface Clock {
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

interface Deadline {
  /** The work is done: drops the timer and the signal. */
  cancel(): void;
}

/** Our own reason, since the standard one captures a stack each time. */
const cancelled = "the deadline was cancelled";

/** Calls back once: when `timeoutMs` of the clock have passed, or when the signal is aborted before. */
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
  clock.sleep(timeoutMs, timer.signal).then(
    () => {
      cancel();
      onEnd("timeout");
    },
    () => undefined, // cancelled
  );
  return { cancel };
}
