import { inconclusive } from "#core/check/results/core-reasons.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import type { Exchange } from "#core/exchange/exchange.ts";

/**
 * Holds `--max-creates` whatever the target does (ruling 28). What is stored, what may be stored, and the next write
 * stay within it together. Each write counts before it is sent, even a wrong one: the target might accept it.
 */
export class CreateCap {
  readonly #most: number;
  #stored = 0;
  #inFlight = 0;
  #planned = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  isFull(): boolean {
    return this.#stored + this.#inFlight >= this.#most;
  }

  /** Counts a write that is about to be sent; false where there is no place for it now. */
  take(): boolean {
    if (this.isFull()) return false;
    this.#inFlight += 1;
    return true;
  }

  /** The write has ended; `undefined` where it was never sent. */
  settle(exchange: Exchange | undefined): void {
    this.#inFlight -= 1;
    if (exchange !== undefined && mayHaveStored(exchange)) this.#stored += 1;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Resolves once there is a place, and with why there will be none. */
  async place(): Promise<Unresolved | undefined> {
    while (this.isFull()) {
      // A plan has no more creates than the cap: only a target that accepts wrong bodies leads here.
      if (this.#inFlight === 0)
        return inconclusive(
          "creates-used-up",
          { stored: this.#stored },
          { options: [{ option: "max-creates", value: Math.max(this.#planned, this.#most + 1) }] },
        );
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    return undefined;
  }

  /** How many writes are planned: the cap that would leave none of them out. */
  expect(writes: number): void {
    this.#planned = writes;
  }
}

/**
 * Only a 4xx, or a connection that was never opened, shows that a POST stored nothing: otherwise something may be
 * stored. Other methods change or delete what is there.
 */
export function mayHaveStored({ request, outcome }: Exchange): boolean {
  if (request.method !== "POST") return false;
  if (outcome.kind === "failure") return outcome.failure.phase !== "connect";
  const { status } = outcome.answer;
  return status < 400 || status >= 500;
}
