import type { RootCause } from "../../check/cause.ts";
import { isFailed, isFailedRead, requestName } from "../../check/sent-again.ts";
import type { Suite } from "../../check/suite.ts";
import { isUnresolved, type Unresolved } from "../../check/unresolved.ts";
import { type Exchange, isCutShort, type RequestSpec } from "../../exchange/exchange.ts";
import type { Gate } from "../../exchange/pacing/gate.ts";
import type { RunOptions } from "../options.ts";
import type { Trace } from "../trace.ts";

const mostSentAgain = 6;
/** What fails now and then may do so again. */
const mostTries = 2;

/**
 * Sends each read that was answered 5xx once more, so that the report can say whether it fails now and then. The answer
 * that failed stays a failure (ruling 30). Nothing is sent where that would cost a wait, or the probe its requests.
 */
export async function sendFailedReadsAgain({
  trace,
  sender,
  gate,
  options,
  suite,
}: {
  readonly trace: Trace;
  readonly sender: {
    readonly stopped: RootCause | undefined;
    sendAgain(spec: RequestSpec): Promise<Exchange | Unresolved>;
  };
  readonly gate: Gate;
  readonly options: RunOptions;
  readonly suite: Suite;
}): Promise<void> {
  const failed = new Map(
    trace.facts.exchanges.filter(isFailedRead).map(({ request }) => [requestName(request), request]),
  );
  for (const request of [...failed.values()].slice(0, mostSentAgain)) {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const left =
        gate.rate.lastAnnounced(suite.preflight.operation)?.rate.remaining ?? Number.POSITIVE_INFINITY;
      const hasRoom = left > mostSentAgain && trace.everything.length < options.maxRequests;
      if (sender.stopped !== undefined || !hasRoom) return;
      const answer = await sender.sendAgain(request);
      if (isUnresolved(answer) || !isFailed(answer)) break;
    }
  }
}

/** So many failures with no answer between them, and the target is given up: each may have taken the whole time-out. */
export const mostFailuresInARow = 12;

/**
 * Is given every exchange as it ends; true from the last of so many on. Where the target answers other requests whole, a
 * body that is cut short is no end of the run (ruling 26), and took no time-out.
 */
export function createFailuresInARow(): (made: Exchange) => boolean {
  let count = 0;
  let isAnswering = false;
  return ({ outcome }) => {
    if (outcome.kind !== "failure") {
      count = 0;
      isAnswering = true;
    } else if (!isAnswering || !isCutShort(outcome.failure)) count += 1;
    return count >= mostFailuresInARow;
  };
}
