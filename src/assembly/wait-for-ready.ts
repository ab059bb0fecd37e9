import type { RequestSpec } from "#core/exchange/exchange.ts";
import { requestTarget } from "#core/exchange/wire-request.ts";
import type { StartInput } from "#core/run/engine.ts";
import type { RunEvent } from "#core/run/result.ts";

interface ReadyInput extends Pick<StartInput, "transport" | "clock" | "baseUrl" | "extraHeaders" | "signal"> {
  /** What is asked for; it is sent without its credential. */
  readonly request: RequestSpec;
  /** 0: do not wait. */
  readonly mostMs: number;
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
  request,
  mostMs,
  signal,
  onEvent,
}: ReadyInput): Promise<boolean> {
  const untilMs = clock.now() + mostMs;
  for (let asked = false; mostMs > 0 && clock.now() < untilMs && !signal.aborted; asked = true) {
    if (!asked)
      onEvent({ kind: "waiting", cause: "ready", reason: "the target does not answer yet", untilMs });
    const { result } = await transport.send({
      method: request.method,
      target: requestTarget(request, baseUrl),
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
