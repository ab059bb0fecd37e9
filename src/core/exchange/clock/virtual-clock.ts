import { Clock } from "./clock.ts";

interface Timer {
  readonly dueMs: number;
  readonly wake: () => void;
}

/**
 * A clock that stands still while anything can run, and jumps to the next timer when everything waits.
 * "Everything waits" is: a whole turn of the event loop passed (setImmediate).
 * Timers due at one instant wake in the order in which they were set, so equal runs run equally.
 */
export class VirtualClock extends Clock {
  #nowMs: number;
  #turnComes = false;
  /** By due instant, then by the order of setting. */
  readonly #timers: Timer[] = [];

  constructor(startMs: number) {
    super();
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  after(ms: number, wake: () => void): () => void {
    const timers = this.#timers;
    const timer: Timer = { dueMs: this.#nowMs + Math.max(0, ms), wake };
    timers.splice(timers.findLastIndex((other) => other.dueMs <= timer.dueMs) + 1, 0, timer);
    this.#waitForTurn();
    return () => {
      const index = timers.indexOf(timer);
      if (index !== -1) timers.splice(index, 1);
    };
  }

  #waitForTurn(): void {
    if (this.#turnComes || this.#timers.length === 0) return;
    this.#turnComes = true;
    setImmediate(() => {
      this.#turnComes = false;
      this.#jump();
    });
  }

  #jump(): void {
    const timers = this.#timers;
    const first = timers[0];
    if (first === undefined) return;
    this.#nowMs = first.dueMs;
    const later = timers.findIndex((timer) => timer.dueMs > this.#nowMs);
    for (const timer of timers.splice(0, later === -1 ? timers.length : later)) timer.wake();
    this.#waitForTurn();
  }
}
