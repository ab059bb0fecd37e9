import type { Prepared } from "#assembly/assemble.ts";
import type { Io } from "#cli/io.ts";
import type { RunCommandOptions } from "#cli/published/run-options.ts";
import type { KnownFailure } from "#report/compare/known-failures.ts";
import type { KeySources } from "./key.ts";

// What is given to a run by name: keys, headers, known failures. All is read and checked before anything is sent.

export async function keyFrom(given: KeySources, io: Io): Promise<string> {
  const { readKey } = await import("./key.ts");
  const key = await readKey(given, io);
  io.secrets.add(key);
  return key;
}

/** How to get another key when this one expires; undefined where nothing can give one. Prints why it failed. */
export function renewalOf(
  { apiKeyCommand: command }: Pick<RunCommandOptions, "apiKeyCommand">,
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

/** Throws UsageError for a header that the suite sets itself. */
export async function checkHeaders({ headers }: Pick<RunCommandOptions, "headers">): Promise<void> {
  if (headers.length === 0) return;
  const { checkOwnHeaders } = await import("#assembly/read-credentials.ts");
  checkOwnHeaders(headers, "--header", "Leave it out; the key comes from PETSTORE_API_KEY.");
}

/** Undefined where no list is named. Throws UsageError for one that cannot be used. */
export async function knownFailures(
  { knownFailures: file }: RunCommandOptions,
  { requirements }: Prepared,
  { folder }: Io,
): Promise<readonly KnownFailure[] | undefined> {
  if (file === undefined) return undefined;
  const { readKnownFailures } = await import("#cli/published/known-failures-file.ts");
  return readKnownFailures(file, folder, requirements);
}
