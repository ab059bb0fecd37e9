import type { Unresolved } from "../../check/unresolved.ts";
import type { Exchange } from "../../exchange/exchange.ts";

/**
 * Holds `--max-creates` whatever the target does (ruling 28): the pets that are stored, those that may be, and the next
 * POST stay within it together. Each POST counts before it is sent, a wrong one too: the target might accept it.
 */
export interface CreateCap {
  /** Counts a POST that is about to be sent; false where there is no place for it now. */
  take(): boolean;
  /** The POST has ended; without an exchange none came about. */
  settle(exchange: Exchange | undefined): void;
  /** Resolves once there is a place, and with why there will be none. */
  place(): Promise<Unresolved | undefined>;
  /** At most so many POSTs are planned: a cap as large as that leaves none of them out. */
  expect(posts: number): void;
}

export function createCreateCap(most: number): CreateCap {
  let stored = 0;
  let inFlight = 0;
  let planned = 0;
  const waiting: (() => void)[] = [];

  const isFull = () => stored + inFlight >= most;

  return {
    take: () => {
      if (isFull()) return false;
      inFlight += 1;
      return true;
    },
    settle: (exchange) => {
      inFlight -= 1;
      if (exchange !== undefined && mayHaveStored(exchange)) stored += 1;
      for (const wake of waiting.splice(0)) wake();
    },
    place: async () => {
      while (isFull()) {
        // A plan has no more creates than the cap: only what nobody expects of a target brings it here.
        if (inFlight === 0)
          return {
            kind: "inconclusive",
            reason: `${stored} of this run's pets are stored, or may be, and no more may follow`,
            remedy: { options: [{ option: "max-creates", value: Math.max(planned, most + 1) }] },
          };
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
        });
      }
      return undefined;
    },
    expect: (posts) => {
      planned = posts;
    },
  };
}

/** Of a POST only a 4xx, and a connection that never came about, say that nothing was stored: else there may be a pet. */
export function mayHaveStored({ request, outcome }: Exchange): boolean {
  if (request.method !== "POST") return false;
  if (outcome.kind === "failure") return outcome.failure.phase !== "connect";
  const { status } = outcome.answer;
  return status < 400 || status >= 500;
}
