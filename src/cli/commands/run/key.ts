import { resolve } from "node:path";
import { checkKey } from "../../../assembly/read-credentials.ts";
import { UsageError } from "../../../assembly/usage-error.ts";
import { isLoopbackHost, isPrivateHost } from "../../../core/exchange/transport/private-host.ts";
import { mostBytes, readBounded, whyUnreadable } from "../../../core/files/read-bounded.ts";
import { shortestAnywhere } from "../../../core/secrets/redact.ts";
import { bothGiven } from "../../options/misused.ts";

export interface KeySources {
  /** `--api-key`. */
  readonly option: string | undefined;
  /** `--api-key-file`; `-` is standard input. */
  readonly file: string | undefined;
  /** `--api-key-command`: what it printed, where it is given. */
  readonly command: (() => Promise<string>) | undefined;
  /** `PETSTORE_API_KEY`. */
  readonly environment: string | undefined;
  /** Relative paths start here. */
  readonly folder: string;
  readonly readStandardInput: () => Promise<string>;
}

/**
 * The API key. The command line wins over the environment. Throws UsageError if there is none, or if a header cannot
 * carry it; the message never contains the key.
 */
export async function readKey(sources: KeySources): Promise<string> {
  const { option, file, command, environment } = sources;
  const [first, second] = [
    ...(option === undefined ? [] : ["--api-key"]),
    ...(file === undefined ? [] : ["--api-key-file"]),
    ...(command === undefined ? [] : ["--api-key-command"]),
  ];
  if (first !== undefined && second !== undefined) throw bothGiven(first, second, "options");
  if (command !== undefined) return checkedKey(await command(), "the output of --api-key-command");
  if (option !== undefined) return checkedKey(option, "--api-key");
  if (file !== undefined)
    return checkedKey(await readKeyFile(file, sources), file === "-" ? "standard input" : file);
  if (environment !== undefined && environment !== "") return checkedKey(environment, "PETSTORE_API_KEY");
  throw new MissingKeyError({
    what: "no API key is given",
    where: "PETSTORE_API_KEY is not set",
    remedy:
      "Set PETSTORE_API_KEY, or name a file with --api-key-file, or a command with --api-key-command. `run --self` checks the embedded reference server and needs no key.",
  });
}

/** Thrown where no source has a key. */
export class MissingKeyError extends UsageError {}

async function readKeyFile(file: string, { folder, readStandardInput }: KeySources): Promise<string> {
  if (file === "-") return readStandardInput();
  try {
    return (await readBounded(resolve(folder, file), mostBytes.secret)).toString("utf8");
  } catch (error) {
    throw new UsageError({
      what: `the key file cannot be read: ${whyUnreadable(error)}`,
      where: file,
      remedy: "Give the path of a file that holds the key alone.",
    });
  }
}

function checkedKey(text: string, where: string): string {
  return checkKey(text.replace(/\r?\n$/, ""), where);
}

/** What the user should know about the key before the first request. */
export function keyNotices(target: URL, key: string): string[] {
  const notices: string[] = [];
  if (key.length < shortestAnywhere) {
    const why = `the key has fewer than ${shortestAnywhere} characters, which may occur by chance`;
    notices.push(`${why}: it is redacted in credential headers only, not in bodies and other headers`);
  }
  if (target.protocol === "http:" && !isLoopbackHost(target.hostname)) {
    const where = isPrivateHost(target.hostname) ? "a private network" : "a public network";
    notices.push(`plain http sends the key unencrypted to ${target.host}, over ${where}`);
  }
  return notices;
}
