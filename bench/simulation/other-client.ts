import { integerBetween, seededRandom } from "../../src/core/check/random.ts";
import type { Circumstances } from "./circumstances.ts";

/** Another client with the same key: requests at random instants, so many on average in a window. */
export interface OtherClient {
  /** Lets it send all that it would have sent by now. */
  catchUp(nowMs: number): void;
}

const operations = ["listPets", "createPet", "getPet", "storeOrders"] as const;

export function otherClient(
  { seed, limit, windowMs, othersShare }: Circumstances,
  startMs: number,
  use: (operation: string, nowMs: number) => void,
): OtherClient {
  const random = seededRandom(seed, "other client");
  const betweenMs = windowMs / (limit * othersShare);
  // Exponential gaps: arrivals without memory.
  const gapMs = () => -Math.log(1 - random()) * betweenMs;
  // It was there before the run.
  let nextMs = startMs - windowMs + gapMs();
  return {
    catchUp(nowMs) {
      for (; nextMs <= nowMs; nextMs += gapMs()) {
        use(operations[integerBetween(random, 0, operations.length - 1)] ?? "listPets", Math.floor(nextMs));
      }
    },
  };
}
