import { createSecrets, type Secrets } from "../secrets/secrets.ts";
import type { Prompt } from "./prompt.ts";

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
  readonly folder: string;
  readonly readStandardInput: () => Promise<string>;
  /** Asks questions in the terminal; undefined unless standard input and standard output are both terminals. */
  readonly openPrompt: (() => Promise<Prompt>) | undefined;
  /** Shows a file in the browser; false where that cannot be done. */
  readonly openFile: (path: string) => Promise<boolean>;
  /** Calls the listener once for the first Ctrl-C (or SIGTERM); a second one ends the process at once. Returns how to stop listening. */
  readonly onInterrupt: (listener: () => void) => () => void;
  /** What is called before the process ends early, so that nothing unfinished stays on the terminal. */
  readonly cleanups: Set<() => void>;
  /** What must not be printed: added to as soon as it is known. */
  readonly secrets: Secrets;
}

/** The exit code after a second Ctrl-C: 128 + SIGINT. */
const interrupted = 130;

/** The process itself. */
export function processIo(): Io {
  const cleanups = new Set<() => void>();
  return {
    out: writer(process.stdout, "standard output"),
    err: writer(process.stderr, "standard error"),
    outIsTerminal: process.stdout.isTTY === true,
    errIsTerminal: process.stderr.isTTY === true,
    get columns() {
      return process.stdout.columns;
    },
    get rows() {
      return process.stdout.rows;
    },
    env: process.env,
    folder: process.cwd(),
    readStandardInput,
    openPrompt: process.stdin.isTTY === true && process.stdout.isTTY === true ? openPrompt : undefined,
    openFile: async (path) => (await import("./open-file.ts")).openFile(path),
    onInterrupt: (listener) => onInterrupt(listener, cleanups),
    cleanups,
    secrets: createSecrets(process.env.PETSTORE_API_KEY ?? ""),
  };
}

/** A run whose verdict could not be printed must not exit with 0; nor one whose report could not be written. */
const notPrinted = 3;

/**
 * If the reader closes the pipe (`| head`), printing stops, but the run goes on and its reports are written. The same
 * holds for a full disk, which is also reported on standard error if possible, and changes an exit code of 0.
 */
function writer(stream: NodeJS.WriteStream, name: string): (text: string) => void {
  let open = true;
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (!open) return;
    open = false;
    if (error.code === "EPIPE") return;
    process.on("exit", (code) => {
      if (code === 0) process.exitCode = notPrinted;
    });
    if (stream !== process.stderr)
      process.stderr.write(
        `petstore-conformance: ${name} could not be written: ${error.code ?? "unknown"}\n`,
      );
  });
  return (text) => {
    if (open) stream.write(text);
  };
}

async function openPrompt(): Promise<Prompt> {
  const { createPrompt } = await import("./prompt.ts");
  return createPrompt(process.stdin, process.stdout);
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

function onInterrupt(listener: () => void, cleanups: ReadonlySet<() => void>): () => void {
  let asked = false;
  const onSignal = (): void => {
    if (asked) {
      for (const cleanUp of cleanups) cleanUp();
      process.exit(interrupted);
    }
    asked = true;
    listener();
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return () => {
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  };
}
