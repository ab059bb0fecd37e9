import { spawn } from "node:child_process";

/** By then an opener that fails has said so; one that still runs is the browser itself. */
const settledAfterMs = 3000;

/** The command that hands a file to the browser, with its arguments; undefined where there is no screen to show it on. */
export function openerOf(
  path: string,
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): readonly [command: string, ...args: string[]] | undefined {
  switch (platform) {
    case "darwin":
      return ["open", path];
    case "win32":
      // The first quoted word is the window's title. No path on Windows has a quotation mark in it.
      return ["cmd", "/c", "start", '""', `"${path}"`];
    default:
      // Without a screen xdg-open would look for a browser in the terminal.
      return [env.DISPLAY, env.WAYLAND_DISPLAY, env.BROWSER].some((value) => (value ?? "") !== "")
        ? ["xdg-open", path]
        : undefined;
  }
}

/** Shows a file in the browser; false where that cannot be done. Never throws. */
export async function openFile(path: string): Promise<boolean> {
  const opener = openerOf(path, process.platform, process.env);
  return opener !== undefined && (await start(opener));
}

/** True if the command has begun and did not fail. */
export async function start([command, ...args]: readonly [string, ...string[]]): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(true), settledAfterMs);
  try {
    const child = spawn(command, args, { stdio: "ignore", detached: true, windowsVerbatimArguments: true });
    child.on("error", () => resolve(false));
    child.on("exit", (code) => resolve(code === 0));
    const done = await promise;
    // The browser outlives the run.
    child.unref();
    return done;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
