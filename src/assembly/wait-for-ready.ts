import type { Clock } from "../core/exchange/clock/clock.ts";
import type { HeaderLine } from "../core/exchange/exchange.ts";
import type { Transport } from "../core/exchange/transport/transport.ts";
import type { RunEvent } from "../core/run/result.ts";

export interface ReadyInput {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly baseUrl: URL;
  readonly extraHeaders: readonly HeaderLine[];
  /** 0: do not wait. */
  readonly mostMs: number;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/** What a proxy answers while nothing stands behind it. */
const notReady: readonly number[] = [502, 503, 504];

const pauseMs = 1000;

/**
 * Asks once a second, without the key, until the target answers at all: any status but that of a proxy without
 * a server. These requests are no evidence. Returns whether it answered; the run starts in any case and says what it finds.
 */
export async function waitUntilReady({
  transport,
  clock,
  baseUrl,
  extraHeaders,
  mostMs,
  signal,
  onEvent,
}: ReadyInput): Promise<boolean> {
  const untilMs = clock.now() + mostMs;
  for (let asked = false; mostMs > 0 && clock.now() < untilMs && !signal.aborted; asked = true) {
    if (!asked)
      onEvent({ kind: "waiting", cause: "ready", reason: "the target does not answer yet", untilMs });
    const { result } = await transport.send({
      method: "GET",
      target: `${baseUrl.pathname.replace(/\/+$/, "")}/pets?limit=1`,
      headers: [["Accept", "application/json"], ...extraHeaders],
      body: undefined,
      newConnection: true,
      mostKeptBytes: 0,
      timeoutMs: Math.max(1, Math.min(5000, untilMs - clock.now())),
      signal,
    });
    if (result.kind === "response" && !notReady.includes(result.status)) return true;
    await clock.sleep(Math.max(0, Math.min(pauseMs, untilMs - clock.now())), signal).catch(() => undefined);
  }
  return false;
}
