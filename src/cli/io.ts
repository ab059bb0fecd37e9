import { createSecrets, type Secrets } from "../secrets/secrets.ts";
import type { Prompt } from "./prompt.ts";

/** What a command may touch of the process: everything else it is given, so that a test can give it. */
export interface Io {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
  /** Columns and rows of the terminal as they are now; undefined when there is none. */
  readonly columns: number | undefined;
  readonly rows: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly readStandardInput: () => Promise<string>;
  /** Asks questions in the terminal; undefined unless both standard input and standard output are one. */
  readonly openPrompt: (() => Promise<Prompt>) | undefined;
  /** Calls the listener once for the first Ctrl-C (or SIGTERM); a second one ends the process at once. Returns how to stop listening. */
  readonly onInterrupt: (listener: () => void) => () => void;
  /** What must not be printed: added to as soon as it is known. */
  readonly secrets: Secrets;
}

/** The exit code of a process that a second Ctrl-C ended: 128 + SIGINT. */
const interrupted = 130;

/** The process itself. */
export function processIo(): Io {
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
    onInterrupt,
    secrets: createSecrets(process.env.PETSTORE_API_KEY ?? ""),
  };
}

/** A run whose verdict could not be printed is not green (as with a report that could not be written). */
const notPrinted = 3;

/**
 * A reader that went away (`| head`) ends the printing, not the run: its reports are still written. So does a full
 * disk, which is told where that still can be, and turns a green exit code.
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

function onInterrupt(listener: () => void): () => void {
  let asked = false;
  const onSignal = (): void => {
    if (asked) process.exit(interrupted);
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
