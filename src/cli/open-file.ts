import { spawn } from "node:child_process";

/** A command that hands a file to the browser. */
interface Opener {
  readonly command: string;
  readonly args: readonly string[];
}

/** By then an opener that fails has said so; one that still runs is the browser itself. */
const settledAfterMs = 3000;

/** Undefined where there is no screen to show it on. */
export function openerOf(
  path: string,
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): Opener | undefined {
  switch (platform) {
    case "darwin":
      return { command: "open", args: [path] };
    case "win32":
      // The first quoted word is the window's title. No path on Windows has a quotation mark in it.
      return { command: "cmd", args: ["/c", "start", '""', `"${path}"`] };
    default:
      // Without a screen xdg-open would look for a browser in the terminal.
      return [env.DISPLAY, env.WAYLAND_DISPLAY, env.BROWSER].some((value) => (value ?? "") !== "")
        ? { command: "xdg-open", args: [path] }
        : undefined;
  }
}

/** Shows a file in the browser; false where that cannot be done. Never throws. */
export async function openFile(path: string): Promise<boolean> {
  const opener = openerOf(path, process.platform, process.env);
  return opener !== undefined && (await start(opener));
}

/** True if the command has begun and did not fail. */
export async function start({ command, args }: Opener): Promise<boolean> {
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
