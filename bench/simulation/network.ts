import type { ReferenceServer, ServerRequest, ServerResponse } from "../../reference-server/server.ts";
import { seededRandom } from "../../src/core/check/random.ts";
import type { Clock } from "../../src/core/exchange/clock/clock.ts";
import { headerValue } from "../../src/core/exchange/headers.ts";
import { parseRetryAfter } from "../../src/core/exchange/pacing/rate-headers.ts";

/** The ways between a run and a server, and who waited on them for what. */
interface Network {
  carry(request: ServerRequest): Promise<ServerResponse>;
  /** Requests that arrived within a back-off and were sent after its 429 had been received. */
  readonly impatient: number;
}

interface NetworkOptions {
  readonly server: ReferenceServer;
  readonly clock: Clock;
  /** The server's own time, in ms since the epoch. */
  readonly serverNow: () => number;
  readonly seed: number;
  /** The longest way there and back. */
  readonly latencyMs: number;
}

export function network({ server, clock, serverNow, seed, latencyMs }: NetworkOptions): Network {
  const random = seededRandom(seed, "network");
  // Never a whole number, so that no two requests arrive or leave at one instant.
  const wayMs = () => (random() * latencyMs) / 2;
  /** Of the 429s that were received: the latest time that they name, on the server's clock. */
  let toldUntilMs = 0;
  let impatient = 0;

  return {
    async carry(request) {
      const toldBeforeSending = toldUntilMs;
      await clock.sleep(wayMs());
      if (serverNow() < toldBeforeSending) impatient += 1;
      const answer = await server.handle(request);
      const untilMs = answer.status === 429 ? namedMs(answer, serverNow()) : 0;
      await clock.sleep(wayMs());
      toldUntilMs = Math.max(toldUntilMs, untilMs);
      return answer;
    },
    get impatient() {
      return impatient;
    },
  };
}

function namedMs({ headers }: ServerResponse, nowMs: number): number {
  const named = parseRetryAfter(headerValue(headers, "retry-after") ?? "");
  if (named === undefined) return 0;
  return named.kind === "seconds" ? nowMs + named.seconds * 1000 : named.atMs;
}
