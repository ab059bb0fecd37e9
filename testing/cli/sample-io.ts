import type { Io } from "#cli/io.ts";
import { Secrets } from "#core/secrets/secrets.ts";

/** What a command has around it, for tests: no terminal, an empty environment; what it prints is kept. */
export function sampleIo(given: Partial<Io> = {}) {
  const printed = { out: "", err: "" };
  const io: Io = {
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    outIsTerminal: false,
    errIsTerminal: false,
    columns: undefined,
    rows: undefined,
    env: {},
    folder: "/",
    readStandardInput: async () => "",
    onInterrupt: () => () => undefined,
    cleanups: new Set(),
    secrets: new Secrets(given.env?.PETSTORE_API_KEY ?? ""),
    ...given,
  };
  return { io, printed };
}

/** What a command ends with and prints, with this around it. */
export async function ran<T>(command: (io: Io) => Promise<T>, around?: Partial<Io>) {
  const { io, printed } = sampleIo(around);
  return { code: await command(io), ...printed };
}
