import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { rmSync } from "node:fs";
import { stat } from "node:fs/promises";
import { codeOf } from "#core/exchange/own-machine.ts";
import { reading } from "#core/options/usage-error.ts";
import { mostBytes, readBounded } from "#files/read-bounded.ts";
import { writeNew } from "#files/write-whole.ts";
import { CertificateError, keyIdOf, type Signer } from "../statement/dsse.ts";

/**
 * Writes a new Ed25519 key as PKCS#8, which its owner alone can read, and its public half beside it.
 * @returns the id of the key
 * @throws CertificateError where one of the files exists: nothing else could bring the old key back
 */
export function writeNewKey(path: string): { readonly keyid: string; readonly publicPath: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  // `signing.pem` and beside it `signing.pub.pem`.
  const publicPath = `${path.replace(/\.pem$/, "")}.pub.pem`;
  writeNewFile(publicPath, publicKey.export({ type: "spki", format: "pem" }), 0o644);
  try {
    writeNewFile(path, privateKey.export({ type: "pkcs8", format: "pem" }), 0o600);
  } catch (error) {
    rmSync(publicPath);
    throw error;
  }
  return { keyid: keyIdOf(publicKey), publicPath };
}

function writeNewFile(path: string, text: string | Buffer, mode: number): void {
  try {
    writeNew(path, text, mode);
  } catch (error) {
    const why =
      codeOf(error) === "EEXIST"
        ? "exists already, and is not overwritten. Name a file that does not exist."
        : `cannot be written (${codeOf(error) || "unknown"}). Name a file in a folder that can be written to.`;
    throw new CertificateError(`${path} ${why}`);
  }
}

/** Signs with the key of a file. @throws UsageError, and CertificateError where others can read it, or it is no Ed25519 key without a passphrase. */
export async function readSigner(path: string): Promise<Signer> {
  const privateKey = keyIn(await readText(path), path, createPrivateKey);
  // Windows has no such mode; access lists are not read.
  if (process.platform !== "win32" && ((await stat(path)).mode & 0o077) !== 0)
    throw new CertificateError(
      `${path} can be read by others. Run chmod 600 on it; if it was so for long, make a new key.`,
    );
  return {
    publicKey: createPublicKey(privateKey),
    sign: async (bytes) => sign(null, bytes, privateKey),
  };
}

/** @throws UsageError, CertificateError */
export async function readPublicKey(path: string): Promise<KeyObject> {
  return publicKeyIn(await readText(path), path);
}

/** @param where names the place of the text @throws UsageError, CertificateError */
export function publicKeyIn(text: string, where: string): KeyObject {
  if (text.includes("PRIVATE KEY"))
    throw new CertificateError(
      `${where} holds a private key, where the public one belongs. Give the file that ends in .pub.pem.`,
    );
  return keyIn(text, where, createPublicKey);
}

function keyIn(text: string, where: string, read: (text: string) => KeyObject): KeyObject {
  const words = {
    ...{ what: "the key", where, why: "it is not PEM, or has a passphrase" },
    remedy: "Make one with petstore-conformance certify --new-key signing.pem, or sign with --signer.",
  };
  const key = reading(words, () => read(text));
  if (key.asymmetricKeyType === "ed25519") return key;
  throw new CertificateError(
    `${where} holds a key of the kind ${key.asymmetricKeyType ?? "unknown"}. Certificates are signed with Ed25519: make a key with petstore-conformance certify --new-key signing.pem.`,
  );
}

async function readText(path: string): Promise<string> {
  return String(await reading({ what: "the key", where: path }, () => readBounded(path, mostBytes.secret)));
}
