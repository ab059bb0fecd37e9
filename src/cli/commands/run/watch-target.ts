import { connect } from "node:net";
import { resolve, sep } from "node:path";
import { type Clock, createWallClock } from "../../../core/exchange/clock/clock.ts";
import { codeOf } from "../../../core/exchange/own-machine.ts";
import { isPrivateHost } from "../../../core/exchange/transport/private-host.ts";
import { proxyFor } from "../../../core/exchange/transport/proxy.ts";
import { UsageError } from "../../../core/options/usage-error.ts";
import type { Io } from "../../io.ts";
import type { RunCommandOptions } from "../../published/run-options.ts";
import { watchPaths } from "./path-watch.ts";
import { type Trigger, watchRuns } from "./watch-runs.ts";

/** `run --watch`: runs, and again when the server is back or a watched path changed. Gives the exit code of the last run. */
export function watchTarget(
  target: URL,
  options: RunCommandOptions,
  io: Io,
  runOnce: Parameters<typeof watchRuns>[0]["runOnce"],
): Promise<number> {
  const clock = createWallClock();
  const { watchPath: paths } = options;
  const server = proxyFor(target, io.env) === undefined ? "the server" : undefined;
  if (server === undefined && paths.length === 0)
    throw new UsageError({
      what: "the server is behind a proxy, so --watch cannot notice that it restarts",
      where: "environment",
      remedy: "Name what to watch with --watch-path, or the target in NO_PROXY.",
    });
  const watch = (onTrigger: (trigger: Trigger) => void, signal: AbortSignal): void => {
    const stop = watchPathsOf(options, io.folder, (path) =>
      onTrigger({ key: path, happened: `${path} changed`, sinceMs: clock.now() }),
    );
    signal.addEventListener("abort", stop, { once: true });
    if (server === undefined) return;
    const onBack = (sinceMs: number): void =>
      onTrigger({ key: "", happened: "The server went away and is back", sinceMs });
    void watchServer({ target, clock, signal, onBack });
  };
  const watched = [...(server === undefined ? [] : [server]), ...paths].join(" and ");
  return watchRuns({ clock, watched, runOnce, watch }, io);
}

function watchPathsOf(
  { watchPath, reports, events }: RunCommandOptions,
  folder: string,
  onChange: (path: string) => void,
): () => void {
  // What a run writes itself must not start the next one.
  const own = [
    ...reports.map(({ path }) => path ?? "reports"),
    ...(events === undefined ? [] : [events]),
  ].map((path) => resolve(folder, path));
  const isOwn = (path: string): boolean => {
    const whole = resolve(folder, path);
    // A report is first written beside its place, as `report.json.123.part`.
    return own.some((one) => whole === one || whole.startsWith(one + sep) || whole.startsWith(`${one}.`));
  };
  try {
    return watchPaths(watchPath, folder, onChange, isOwn);
  } catch (error) {
    const why = codeOf(error) === "ENOENT" ? "does not exist" : "cannot be watched";
    throw new UsageError({
      what: `a path to watch ${why}`,
      where: "--watch-path",
      remedy: "Give files and folders that exist.",
    });
  }
}

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
