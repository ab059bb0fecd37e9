import { isFailed, isFailedRead, requestName } from "../../check/sent-again.ts";
import { isUnresolved } from "../../check/unresolved.ts";
import type { Driving } from "../driving.ts";

const mostSentAgain = 6;
/** What fails now and then may do so again. */
const mostTries = 2;

/**
 * Sends each read that was answered 5xx once more, so that the report can say whether it fails now and then. The answer
 * that failed stays a failure (ruling 30). Nothing is sent where that would cost a wait, or the probe its requests.
 */
export async function sendFailedReadsAgain(driving: Driving): Promise<void> {
  const { trace, sender, gate, options, suite } = driving;
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
