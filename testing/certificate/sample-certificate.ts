import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { gzipSync } from "node:zlib";
import { evidenceIn } from "#assembly/evidence.ts";
import { certify } from "#certificate/certify.ts";
import { inTotoType, keyIdOf, type Signer, sealed, writeEnvelope } from "#certificate/statement/dsse.ts";
import {
  configured,
  type JudgedRecording,
  type Statement,
  sha256,
} from "#certificate/statement/statement.ts";
import type { Trust, TrustedKey } from "#certificate/trust/trust.ts";
import { type Asked, type Verification, verifyCertificate } from "#certificate/verify.ts";
import { BoundedMap } from "#core/memory/bounded-map.ts";
import { verdictLine } from "#core/recording/recording.ts";
import { defaultOptions, type RunOptions } from "#core/run/options.ts";
import { Secrets } from "#core/secrets/secrets.ts";
import type { Player } from "#proof/play.ts";
import { correct } from "../proof/bed.ts";
import { recordedPlay } from "../run/recorded-play.ts";

export function sampleSigner(byte = 7): Signer {
  // PKCS#8 of an Ed25519 key: a fixed head, then the 32 bytes of the seed.
  const head = Buffer.from("302e020100300506032b657004220420", "hex");
  const der = Buffer.concat([head, Buffer.alloc(32, byte)]);
  const privateKey = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  return { publicKey: createPublicKey(privateKey), sign: async (bytes) => sign(null, bytes, privateKey) };
}

/** Trust in one key, which may revoke too. */
export function trustIn({ publicKey }: Signer, given: Partial<TrustedKey> = {}): Trust {
  const key = { name: "the partner", keyid: keyIdOf(publicKey), publicKey, ...given };
  return { keys: [key], revocations: { publicKey, number: 0 } };
}

const linesKept = new BoundedMap<string, Promise<readonly string[]>>(8);
const judgedKept = new BoundedMap<string, Promise<JudgedRecording>>(8);

function once<Made>(known: BoundedMap<string, Made>, key: string, make: () => Made): Made {
  const made = known.get(key) ?? make();
  known.set(key, made);
  return made;
}

/** The lines of a recording of the correct server of the bed. The same run is played once. */
export function recordedLines(options: Partial<RunOptions> = {}): Promise<readonly string[]> {
  const whole = { ...defaultOptions, ...options };
  return once(linesKept, JSON.stringify(whole), () => recordedLinesOf(correct, options));
}

/** The same of any server. */
export async function recordedLinesOf(
  server: Player,
  options: Partial<RunOptions> = {},
): Promise<readonly string[]> {
  const { run, lines } = await recordedPlay(server, options);
  return [...lines, verdictLine(run)];
}

export function recordingOf(lines: readonly string[]): Buffer {
  return gzipSync(`${lines.join("\n")}\n`);
}

/** The lines with a mark at every exchange that these parts of it are redacted. */
export function redactedIn(lines: readonly string[], where: object): readonly string[] {
  const start = '{"kind":"exchange","exchange":{';
  return lines.map((line) => line.replace(start, () => `${start}"redactedIn":${JSON.stringify(where)},`));
}

/** Judging is pure: the same recording is judged once. */
export function judged(recording: Buffer): Promise<JudgedRecording> {
  return once(judgedKept, sha256(recording), () =>
    evidenceIn({ bytes: recording, name: "run.ndjson.gz" }, undefined, new Secrets()).judge(),
  );
}

/** The bed's instant, and a little more. */
export const issuedMs = Date.parse("2026-03-05T00:00:00Z");
export const dayMs = 86_400_000;

type AskedOf = Partial<Parameters<typeof certify>[1]>;

/** A certificate of a recording, as its owner would ask for it, or why there is none. */
export async function certified(recording: Buffer, asked: AskedOf) {
  const unasked = { name: undefined, commit: undefined, challenge: undefined };
  const given = { ...unasked, validForMs: 180 * dayMs, nowMs: issuedMs, ...asked };
  return certify(await judged(recording), given, sampleSigner());
}

/** The same where there is nothing in its way. */
export async function certificateOf(
  recording: Buffer,
  asked: AskedOf = { name: "Sample 1.0" },
): Promise<Buffer> {
  const made = await certified(recording, asked);
  if ("obstacles" in made) throw new Error(made.obstacles.join(" "));
  return Buffer.from(made.text);
}

/** Whatever statement, signed all the same. */
export async function signedStatement(statement: unknown): Promise<Buffer> {
  const payload = typeof statement === "string" ? statement : JSON.stringify(statement);
  return Buffer.from(writeEnvelope(await sealed(inTotoType, Buffer.from(payload), sampleSigner())));
}

export function verified(
  certificate: Uint8Array,
  recording?: Buffer,
  asked: Partial<Asked> = {},
): Promise<Verification> {
  const unasked = { maxAgeMs: undefined, require: undefined, minTested: undefined };
  return verifyCertificate(
    certificate,
    recording && { digest: sha256(recording), judge: () => judged(recording) },
    {
      ...{ trust: trustIn(sampleSigner()), revocations: undefined, nowMs: issuedMs + dayMs },
      ...{ ...unasked, challenge: undefined, allowSelf: true, ...asked },
    },
  );
}

/** What its owner can do: another recording, under the statement of the true one, with other members where they are given. */
export async function passedOff(
  statement: Statement,
  recording: Buffer,
  changed: object = {},
  asked: Partial<Asked> = {},
): Promise<Verification> {
  const text = JSON.stringify({ ...statement, predicate: { ...statement.predicate, ...changed } });
  const bound = text.replaceAll(configured(statement).recording, sha256(recording));
  return verified(await signedStatement(bound), recording, asked);
}

export function statementIn(certificate: Buffer): Statement {
  const { payload } = JSON.parse(certificate.toString()) as { readonly payload: string };
  return JSON.parse(Buffer.from(payload, "base64").toString()) as Statement;
}

export function kindsIn({ problems }: Verification): readonly string[] {
  return problems.map(({ kind }) => kind);
}
