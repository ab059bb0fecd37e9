import { resolve } from "node:path";
import type { Signer } from "#certificate/statement/dsse.ts";
import type { Io } from "#cli/io.ts";
import { misused } from "#cli/options/args.ts";
import { runShellCommand } from "#cli/shell-command.ts";
import { optionTable, path, pattern, text, type Values } from "#core/options/option.ts";
import { UsageError } from "#core/options/usage-error.ts";

export const signerOptions = optionTable({
  signingKey: { value: path(), help: "Sign with this Ed25519 key, which --new-key makes." },
  signer: {
    value: text("a shell command"),
    placeholder: "COMMAND",
    help: "Sign with this command: it gets the bytes on standard input and prints the signature, as 64 bytes or in base64; with --public-key.",
  },
  publicKey: { value: path(), help: "The public key (PEM) of --signer." },
});

/** The option for how many days a signed document is valid. */
export const validFor = (days: string, help: string) => ({
  value: pattern(/^(?:[1-9]\d?|[12]\d\d|3[0-5]\d|36[0-6])d$/, "a number of days from 1d to 366d", days),
  ...{ placeholder: "DAYS", default: days, help },
});

/** `180d`. */
export function msOfDays(text: string): number {
  return Number.parseInt(text, 10) * 86_400_000;
}

/** @throws UsageError, and CertificateError where a file holds no usable key */
export async function readSignerOptions(
  { signingKey, signer, publicKey }: Values<typeof signerOptions>,
  io: Io,
): Promise<Signer> {
  const { readPublicKey, readSigner } = await import("#certificate/trust/keys.ts");
  if (signingKey !== undefined && signer === undefined) return readSigner(resolve(io.folder, signingKey));
  if (signingKey === undefined && signer !== undefined && publicKey !== undefined) {
    const key = await readPublicKey(resolve(io.folder, publicKey));
    return { publicKey: key, sign: (bytes) => signedBy(signer, bytes, io) };
  }
  throw misused(
    signer === undefined
      ? "no key to sign with is given"
      : "--signer is given without --public-key, or together with --signing-key",
    "Give --signing-key FILE (certify --new-key FILE makes one), or --signer COMMAND with --public-key FILE.",
  );
}

const signatureBytes = 64;

async function signedBy(command: string, bytes: Uint8Array, io: Io): Promise<Uint8Array> {
  const { problem, output } = await runShellCommand(command, io, { input: bytes, onError: io.err });
  if (problem !== undefined) throw signerFailed(`it ${problem}`);
  if (output.length === signatureBytes) return output;
  const decoded = Buffer.from(output.toString("latin1").trim(), "base64");
  if (decoded.length === signatureBytes) return decoded;
  throw signerFailed(`it printed ${output.length} bytes, which are not an Ed25519 signature`);
}

function signerFailed(why: string): UsageError {
  return new UsageError({
    what: `the command of --signer made no signature: ${why}`,
    where: "--signer",
    remedy: "It must print the 64 bytes of the signature, or their base64, and nothing else.",
  });
}
