import { UsageError } from "#core/options/usage-error.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import { bytesWithin, FileTooLarge, mostBytes } from "#files/read-bounded.ts";

/** All that a command may use of the process, so that a test can replace it. */
export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
  /** The current columns and rows of the terminal; undefined if there is none. */
  readonly columns: number | undefined;
  readonly rows: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** @throws UsageError where the working folder was removed */
  readonly folder: string;
  readonly readStandardInput: () => Promise<string>;
  /** Calls the listener once for the first Ctrl-C (or SIGTERM, SIGHUP); a second one ends the process at once. Returns how to stop listening. */
  readonly onInterrupt: (listener: () => void) => () => void;
  /** Functions to call before the process ends early, so that nothing unfinished stays on the terminal. */
  readonly cleanups: Set<() => void>;
  /** What must not be printed. Each secret is added as soon as it is known. */
  readonly secrets: Secrets;
}

export type OnSignals = (onSignal: () => void) => void;

/** The exit code after a second Ctrl-C: 128 + SIGINT. */
const interruptedTwice = 130;

/** A run that was interrupted, or whose verdict could not be printed, must not exit with 0. */
const inconclusive = 3;

export function processIo(onSignals: OnSignals): Io {
  const cleanups = new Set<() => void>();
  const err = writer(process.stderr, "standard error");
  return {
    out: writer(process.stdout, "standard output"),
    err,
    outIsTerminal: process.stdout.isTTY === true,
    errIsTerminal: process.stderr.isTTY === true,
    get columns() {
      return process.stdout.columns;
    },
    get rows() {
      return process.stdout.rows;
    },
    env: process.env,
    get folder() {
      try {
        return process.cwd();
      } catch {
        throw new UsageError({
          what: "the working folder does not exist any more",
          where: "working folder",
          remedy: "Change to one that exists: cd ~.",
        });
      }
    },
    readStandardInput,
    onInterrupt: takeSignals(onSignals, cleanups, err),
    cleanups,
    secrets: new Secrets(process.env.PETSTORE_API_KEY ?? ""),
  };
}

/**
 * If the reader closes the pipe (`| head`), printing stops, but the run goes on and its reports are written. The same
 * holds for a full disk, which is also reported on standard error if possible, and changes an exit code of 0.
 */
function writer(stream: NodeJS.WriteStream, name: string): (text: string) => void {
  let open = true;
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (!open) return;
    open = false;
    // The reader or the terminal is gone.
    if (error.code === "EPIPE" || error.code === "EIO") return;
    neverGreen();
    if (stream !== process.stderr)
      process.stderr.write(
        `petstore-conformance: ${name} could not be written: ${error.code ?? "unknown"}\n`,
      );
  });
  return (text) => {
    if (open) stream.write(text);
  };
}

async function readStandardInput(): Promise<string> {
  const bytes = await bytesWithin(process.stdin, mostBytes.secret).catch((error: unknown) => {
    if (!(error instanceof FileTooLarge)) throw error;
    throw new UsageError({ what: error.message, where: "standard input", remedy: "Pass the key alone." });
  });
  return bytes.toString("utf8");
}

/**
 * Takes over the signals that end a process. Before a command listens, and in one that never does, the first of them
 * ends the process: nothing was sent, or nothing is half written. When it has listened, what is left is to write what
 * was found: that is finished, and not green.
 */
function takeSignals(onSignals: OnSignals, cleanups: ReadonlySet<() => void>, err: Io["err"]) {
  const listeners = new Set<() => void>();
  let [signals, hasListened] = [0, false];
  const onSignal = (): void => {
    signals += 1;
    if (signals === 1 && listeners.size > 0) for (const listener of [...listeners]) listener();
    else if (signals === 1 && hasListened) neverGreen();
    else {
      for (const cleanUp of cleanups) cleanUp();
      if (signals === 1) err("petstore-conformance: interrupted\n");
      process.exit(signals === 1 ? inconclusive : interruptedTwice);
    }
  };
  onSignals(onSignal);
  return (listener: () => void) => {
    listeners.add(listener);
    hasListened = true;
    return () => listeners.delete(listener);
  };
}

/** What is interrupted by a signal of this program, not by one of the process. */
export function interruptedBy(signal: AbortSignal): Io["onInterrupt"] {
  return (listener) => {
    if (signal.aborted) listener();
    else signal.addEventListener("abort", listener, { once: true });
    return () => signal.removeEventListener("abort", listener);
  };
}

function neverGreen(): void {
  process.on("exit", (code) => {
    if (code === 0) process.exitCode = inconclusive;
  });
}
