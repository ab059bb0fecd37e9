import type { OperationId } from "../../contract/operations.ts";
import type { Exchange } from "../exchange.ts";
import { type Announcement, announcementOf, isPlausible } from "./announcement.ts";
import { resetWatchOfRun } from "./reset-watch.ts";

/** What the gate lets others read. */
export type RateState = Pick<
  ReturnType<typeof createRateState>,
  "roundsOf429" | "resetMoves" | "lastAnnounced"
>;

/**
 * What the answers so far show of the target's rate limit.
 * @param operationOf the operation whose limit an exchange announces; undefined if it announces none
 */
export function createRateState(operationOf: (exchange: Exchange) => OperationId | undefined) {
  const watch = resetWatchOfRun();
  const last = new Map<OperationId, Announcement>();
  let roundsOf429 = 0;
  let round = 0;

  const hear = (exchange: Exchange) => {
    const operation = operationOf(exchange);
    const announced = operation === undefined ? undefined : announcementOf(exchange, operation);
    if (announced === undefined) return;
    if (isPlausible(announced)) watch.add(announced);
    const known = last.get(announced.operation);
    if (known === undefined || known.answer.id < exchange.id) last.set(announced.operation, announced);
  };

  return {
    /** Takes in an exchange when it has ended, in the order of answers. True where it was sent in this round. */
    record: (exchange: Exchange, sentInRound: number): boolean => {
      const isOfRound = sentInRound === round;
      if (exchange.outcome.kind === "failure") return isOfRound;
      hear(exchange);
      if (!isOfRound) return false;
      if (exchange.outcome.answer.status === 429) {
        round += 1;
        roundsOf429 += 1;
      } else roundsOf429 = 0;
      return true;
    },
    /** Of the answers on this operation to the valid key, the last sent that announces a limit in three well-formed headers. */
    lastAnnounced: (operation: OperationId) => last.get(operation),
    /** 429s in a row, to whatever request. Those of requests that were in flight together count as one. */
    get roundsOf429() {
      return roundsOf429;
    },
    /** Whether Reset moves with the clock, by the same watch as the checks. */
    get resetMoves() {
      return watch.moves;
    },
    /** Grows with each round of 429s: a 429 to a request of an earlier round is no new wait. */
    get round() {
      return round;
    },
  };
}
