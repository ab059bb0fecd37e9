import { resolve } from "node:path";
import { checkKey, checkOwnHeaders } from "#assembly/read-target.ts";
import type { Io } from "#cli/io.ts";
import type { RunCommandOptions } from "#cli/published/run-options.ts";
import { isLoopbackHost, isPrivateHost } from "#core/exchange/transport/private-host.ts";
import { reading } from "#core/options/reading.ts";
import { bothGiven, UsageError } from "#core/options/usage-error.ts";
import { looksLikeWord } from "#core/secrets/looks.ts";
import { shortestAnywhere } from "#core/secrets/redact.ts";
import { mostBytes, readBounded } from "#files/read-bounded.ts";

// Keys, headers and known failures of a run. All are read and checked before anything is sent.

/** How to get another key when this one expires; undefined where nothing can give one. Prints why it failed. */
export function renewalOf(
  { apiKeyCommand: command }: RunCommandOptions,
  io: Io,
): (() => Promise<string>) | undefined {
  if (command === undefined) return undefined;
  return async () => {
    try {
      return await keyFrom({ command }, io);
    } catch (error) {
      const { printError } = await import("#cli/print-error.ts");
      printError(error, io);
      throw error;
    }
  };
}

/** Their values are secrets from then on. Throws UsageError for a header that the suite sets itself. */
export function checkHeaders({ headers, spec }: RunCommandOptions, { secrets }: Io): void {
  secrets.add(...headers.map(([, value]) => value));
  checkOwnHeaders(headers, "--header", spec !== undefined);
}

/** Where a key may come from; a source that is left out gives none. */
export interface KeySources {
  /** `--api-key-file`; `-` is standard input. */
  readonly file?: string | undefined;
  /** `api-key-command`. */
  readonly command?: string | undefined;
  /** `PETSTORE_API_KEY`. */
  readonly environment?: string | undefined;
}

/**
 * The API key, which is a secret from then on. The command line wins over the environment. Throws UsageError if there is
 * none, or if a header cannot carry it; the message never contains the key.
 */
export async function keyFrom({ file, command, environment }: KeySources, io: Io): Promise<string> {
  const named = { "--api-key-file": file, "api-key-command": command };
  const [first, second] = Object.entries(named).filter(([, value]) => value !== undefined);
  if (first !== undefined && second !== undefined) throw bothGiven(first[0], second[0], "options");
  if (command !== undefined) {
    // Imported only here: it is seldom needed, and Node's module for starting processes takes 10 ms to load.
    const { outputOfKeyCommand } = await import("#cli/shell-command.ts");
    return checkedKey(await outputOfKeyCommand(command, io), "the output of api-key-command", io);
  }
  if (file !== undefined)
    return checkedKey(await readKeyFile(file, io), file === "-" ? "standard input" : file, io);
  if (environment !== undefined && environment !== "") return checkedKey(environment, "PETSTORE_API_KEY", io);
  throw new UsageError({
    what: "no API key is given",
    where: "PETSTORE_API_KEY is not set",
    remedy:
      "Set PETSTORE_API_KEY, or name a file with --api-key-file, or a command with api-key-command in the configuration; the page of `ui` has a field for it. `run --self` checks the embedded reference server and needs no key.",
  });
}

async function readKeyFile(file: string, { folder, readStandardInput }: Io): Promise<string> {
  if (file === "-") return readStandardInput();
  const remedy = "Give the path of a file that holds only the key.";
  return reading({ what: "the key file", where: file, remedy }, async () =>
    String(await readBounded(resolve(folder, file), mostBytes.secret)),
  );
}

function checkedKey(text: string, where: string, { secrets }: Io): string {
  const key = checkKey(text.replace(/\r?\n$/, ""), where);
  secrets.add(key);
  return key;
}

/** What the user should know about the key before the first request. */
export function keyNotices(target: URL, key: string): string[] {
  const notices: string[] = [];
  if (key.length < shortestAnywhere) {
    const why = `the key has fewer than ${shortestAnywhere} characters, which may occur by chance`;
    notices.push(`${why}: it is redacted in credential headers only, not in bodies and other headers`);
  } else if (looksLikeWord(key)) {
    const what = "the key looks like a word, which services write and this suite sends";
    notices.push(`${what}: where it is redacted, a recording is inconclusive; use a random key`);
  }
  if (target.protocol === "http:" && !isLoopbackHost(target.hostname)) {
    const where = isPrivateHost(target.hostname) ? "a private network" : "a public network";
    notices.push(`plain http sends the key unencrypted to ${target.host}, over ${where}`);
  }
  return notices;
}
