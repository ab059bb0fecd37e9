import { connect } from "node:net";
import type { Clock } from "../../../core/exchange/clock/clock.ts";
import { isPrivateHost } from "../../../core/exchange/transport/private-host.ts";

/** Between two attempts: a server on this machine restarts in less than a second; a distant one is not pestered. */
const nearPauseMs = 100;
const farPauseMs = 2000;

/** A proxy that accepts connections for a server that is down closes them at once. */
const shortestMs = 30;

const timeoutMs = 5000;

interface ServerWatch {
  readonly target: URL;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The server went away at this time, and is back. */
  readonly onBack: (goneAtMs: number) => void;
}

/**
 * Notices that a server went away and came back: it opens a connection and closes it, again and again. No request is
 * sent, so no rate limit counts it, and no idle connection keeps a server busy that serves one at a time.
 * Ends when the signal is aborted; never rejects.
 */
export async function watchServer({ target, clock, signal, onBack }: ServerWatch): Promise<void> {
  const pauseMs = isPrivateHost(target.hostname) ? nearPauseMs : farPauseMs;
  let goneAtMs: number | undefined;
  while (!signal.aborted) {
    const found = await accepts(target, clock, signal);
    if (signal.aborted) return;
    if (found === "gone") goneAtMs ??= clock.now();
    if (found === "there" && goneAtMs !== undefined) {
      onBack(goneAtMs);
      goneAtMs = undefined;
    }
    await clock.sleep(pauseMs, signal).catch(() => undefined);
  }
}

/** `unknown`: it may be the network. */
function accepts(
  { hostname, port, protocol }: URL,
  clock: Clock,
  signal: AbortSignal,
): Promise<"there" | "gone" | "unknown"> {
  const found = Promise.withResolvers<"there" | "gone" | "unknown">();
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
    timeout: timeoutMs,
    signal,
  });
  socket.on("connect", () => {
    clock.sleep(shortestMs, signal).then(
      () => found.resolve("there"),
      () => found.resolve("unknown"),
    );
  });
  socket.on("timeout", () => found.resolve("unknown"));
  socket.on("error", (error: NodeJS.ErrnoException) => found.resolve(isGone(error) ? "gone" : "unknown"));
  socket.on("close", () => found.resolve("gone"));
  // Otherwise the end of the other side is not noticed.
  socket.resume();
  return found.promise.finally(() => socket.destroy());
}

/** A host of several addresses fails with one error for all of them. */
function isGone(error: NodeJS.ErrnoException): boolean {
  const { code } = error;
  return code === "ECONNREFUSED" || code === "ECONNRESET";
}
