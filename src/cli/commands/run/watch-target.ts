import { resolve, sep } from "node:path";
import { createWallClock } from "../../../core/exchange/clock/wall-clock.ts";
import { codeOf } from "../../../core/exchange/own-machine.ts";
import { proxyFor } from "../../../core/exchange/transport/proxy.ts";
import { UsageError } from "../../../core/options/usage-error.ts";
import type { Io } from "../../io.ts";
import type { RunCommandOptions } from "../../published/run-options.ts";
import { watchPaths } from "./path-watch.ts";
import { watchServer } from "./server-watch.ts";
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
