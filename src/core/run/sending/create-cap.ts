import { inconclusive } from "#core/check/results/core-reasons.ts";
import type { Unresolved } from "#core/check/results/unresolved.ts";
import type { Exchange } from "#core/exchange/exchange.ts";

export type CreateCap = ReturnType<typeof createCreateCap>;

/**
 * Holds `--max-creates` whatever the target does (ruling 28). What is stored, what may be stored, and the next write
 * stay within it together. Each write counts before it is sent, even a wrong one: the target might accept it.
 */
export function createCreateCap(most: number) {
  let stored = 0;
  let inFlight = 0;
  let planned = 0;
  const waiting: (() => void)[] = [];

  const isFull = () => stored + inFlight >= most;

  return {
    /** Counts a write that is about to be sent; false where there is no place for it now. */
    take: (): boolean => {
      if (isFull()) return false;
      inFlight += 1;
      return true;
    },
    /** The write has ended; `undefined` where it was never sent. */
    settle: (exchange: Exchange | undefined): void => {
      inFlight -= 1;
      if (exchange !== undefined && mayHaveStored(exchange)) stored += 1;
      for (const wake of waiting.splice(0)) wake();
    },
    /** Resolves once there is a place, and with why there will be none. */
    place: async (): Promise<Unresolved | undefined> => {
      while (isFull()) {
        // A plan has no more creates than the cap: only a target that accepts wrong bodies leads here.
        if (inFlight === 0)
          return inconclusive(
            "creates-used-up",
            { stored },
            { options: [{ option: "max-creates", value: Math.max(planned, most + 1) }] },
          );
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
      return undefined;
    },
    /** How many writes are planned: the cap that would leave none of them out. */
    expect: (writes: number): void => {
      planned = writes;
    },
  };
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
