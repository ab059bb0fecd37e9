import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { targetOptions } from "#assembly/options/library-options.ts";
import type { Signer } from "#certificate/statement/dsse.ts";
import { readEvidenceFile } from "#cli/file-kinds.ts";
import type { Io } from "#cli/io.ts";
import { type Arguments, misused, valuesGiven } from "#cli/options/args.ts";
import { readConfig } from "#cli/options/config.ts";
import { commandOptions, runOptionTable } from "#cli/options/options.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import {
  choice,
  type Given,
  type Option,
  type OptionGroup,
  optionTable,
  path,
  pattern,
  text,
  type Values,
  whole,
} from "#core/options/option.ts";
import { UsageError } from "#core/options/usage-error.ts";
import { runOptions } from "#core/run/options.ts";
import { writeWhole } from "#files/write-whole.ts";
import { settings } from "#suites/petstore/settings.ts";

export const signerOptions = optionTable({
  signingKey: { value: path(), help: "Sign with this Ed25519 key, which --new-key makes." },
  signer: {
    value: text("a shell command"),
    placeholder: "COMMAND",
    help: "Sign with this command: it gets the bytes on standard input and prints the signature, as 64 bytes or in base64; with --public-key.",
  },
  publicKey: { value: path(), help: "The public key (PEM) of --signer." },
});

export const validFor = (days: string, help: string) => ({
  value: pattern(/^(?:[1-9]\d?|[12]\d\d|3[0-5]\d|36[0-6])d$/, "a number of days from 1d to 366d", days),
  ...{ placeholder: "DAYS", default: days, help },
});

export function msOfDays(text: string): number {
  return Number.parseInt(text, 10) * 86_400_000;
}

const { self, apiKeyFile, apiKeyCommand, headers, reports, quiet, config } = commandOptions;
const { allowInsecure, ca, clientCert, clientKey, waitForReadyMs } = targetOptions;
const { readOnly, rateLimit, maxCreates, maxDurationMs, maxBurst, maxWaitMs } = runOptions;

const certifyOptions = optionTable({
  ...signerOptions,
  newKey: {
    value: path(),
    help: "Make a key in this file, and its public half beside it; nothing else is done.",
  },
  evidence: {
    value: path("a recording"),
    help: "Certify this recording, in place of a new run: of `run --record`, or of `exam --record` for a client.",
  },
  out: {
    value: path(),
    help: "Where the certificate goes.",
    default: "certificate.json",
  },
  record: {
    ...targetOptions.record,
    otherwise: "the name of --out, ending in .ndjson.gz",
    help: "Keep the recording of the run in this file; publish it beside the certificate.",
  },
  subject: {
    name: "name",
    value: text("a name and a version"),
    placeholder: "TEXT",
    otherwise: "the host of the service",
    help: "What the certificate calls the service or the client, with its version.",
  },
  commit: {
    value: pattern(
      /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/,
      "a commit's hash of 40 or 64 hex digits",
      "0".repeat(40),
    ),
    placeholder: "HASH",
    help: "The Git commit of the service or the client. Only a client needs it.",
  },
  validFor: validFor("180d", "How long the certificate holds."),
  challenge: {
    value: whole(0, 4_294_967_295),
    placeholder: "SEED",
    help: "The seed that a verifier gave: it shows that the run was made after it.",
  },
});

/** `quick` shows too little. */
const profileOption = {
  ...runOptions.profile,
  value: choice("standard", "thorough"),
  default: "thorough",
  help: "How deep: thorough, or standard, which sends far fewer requests and catches less.",
} satisfies Option;

/**
 * The options of a run that is made to be certified: how to reach the service, what holds for it, what it may cost.
 * `run --record` takes all others, and `certify --evidence` says whether such a run can be certified.
 */
const certifiedRunOptions: readonly Option[] = [
  ...[self, profileOption, readOnly, settings.plan, rateLimit, settings.categoryIds, targetOptions.spec],
  ...[apiKeyFile, apiKeyCommand, headers, allowInsecure, ca, clientCert, clientKey, waitForReadyMs],
  ...[maxCreates, maxDurationMs, maxBurst, maxWaitMs, reports, quiet, config],
];

export const groups: readonly OptionGroup[] = [
  { title: "The certificate", options: Object.values(certifyOptions) },
  { title: "A run of its own", options: certifiedRunOptions },
];

export const table: readonly Option[] = groups.flatMap(({ options }) => options);
export const speaksHttp = (given: Given): boolean =>
  ![certifyOptions.newKey, certifyOptions.evidence, commandOptions.self].some(({ name }) => given.has(name));

export const help = {
  usage: "certify BASE_URL|--evidence FILE --signing-key FILE [options]",
  about:
    "Writes a signed certificate of a conforming run, which anyone can check offline with `verify`: an in-toto statement in a DSSE envelope. The run is a thorough one, or one that `run --record` kept. Nothing that failed, was skipped or was inconclusive is certified.",
  examples: [
    "petstore-conformance certify --new-key signing.pem",
    "PETSTORE_API_KEY=… petstore-conformance certify https://staging.example.com/v1 --signing-key signing.pem --out certificate.json",
    "petstore-conformance certify --evidence run.ndjson.gz --signing-key signing.pem --name 'Example Pets 2.1'",
    "petstore-conformance certify --evidence exam.ndjson.gz --signing-key signing.pem --name 'pets-client 3.0' --commit HASH",
  ],
  after:
    "Exit codes: 0 a certificate was written; those of `run` where the run does not conform; 1 a recording cannot be certified; 2 wrong usage. docs/certification.md describes what to do with the certificate.",
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  const options = valuesGiven({ ...certifyOptions, spec: targetOptions.spec }, given);
  if (options.newKey !== undefined) return makeKey(options.newKey, io);
  const signer = await readSignerOptions(options, io);
  const ofRun = certifiedRunOptions.filter(
    (option) => option !== targetOptions.spec && given.has(option.name),
  );
  const other = ofRun.map(({ name }) => `--${given.get(name)?.[0] === false ? "no-" : ""}${name}`);
  const [beside] = [...positionals, ...other];
  if (options.evidence !== undefined && beside !== undefined)
    throw misused(
      `--evidence is given together with ${beside}`,
      "A recording is certified as it was made: leave the other option out.",
    );
  const { evidence, out } = options;
  const { checkReportPlace } = await import("#report/formats/write.ts");
  await checkReportPlace(out, io.folder, "--out FILE");
  if (evidence !== undefined) return certifyRecording(evidence, evidence, signer, options, io);
  const place = options.record ?? out.replace(/(?:\.json)?$/, ".ndjson.gz");
  // A certificate keeps its evidence until there is another one in its place.
  const isRenewal = existsSync(resolve(io.folder, place));
  const record = isRenewal ? join(dirname(place), `new-${basename(place)}`) : place;
  const configured = await configOf(given, io);
  const run = await import("../run/run.ts");
  const ofThisRun: Given = new Map([
    [runOptions.profile.name, ["thorough"]],
    ...given,
    [targetOptions.record.name, [record]],
    ...(options.challenge === undefined ? [] : [[runOptions.seed.name, [options.challenge]] as const]),
  ]);
  const code = await run.command({ given: ofThisRun, positionals, help: undefined }, io);
  if (code !== 0) {
    io.err(
      `petstore-conformance: no certificate was written: only a run with the exit code 0 is certified (this one: ${code})${isRenewal ? `; ${escapeForTerminal(place)} is as it was` : ""}\n`,
    );
    return code;
  }
  const { spec } = valuesGiven({ spec: targetOptions.spec }, new Map([...configured, ...given]));
  return certifyRecording(record, place, signer, { ...options, spec }, io);
}

async function makeKey(file: string, io: Io): Promise<number> {
  const { writeNewKey } = await import("#certificate/trust/keys.ts");
  const { keyid, publicPath } = writeNewKey(resolve(io.folder, file));
  io.out(
    `key:        ${escapeForTerminal(file)} (keep it secret)\npublic key: ${escapeForTerminal(publicPath)}\nkey id:     ${keyid}\n`,
  );
  return 0;
}

/** The configuration of the run. Options that prevent a certificate are found before a thorough run is sent in vain. */
async function configOf(given: Given, io: Io): Promise<Given> {
  const read = await readConfig(given.get(config.name)?.[0]?.toString(), io.folder, runOptionTable);
  const selecting = ["only", "skip", "rounds", "for"].find((name) => read.given.has(name));
  if (selecting === undefined) return read.given;
  throw new UsageError({
    what: `a run with ${selecting} is not certified`,
    where: read.file ?? "the configuration file",
    remedy: "Certify with another file: --config FILE.",
  });
}

/** @param place where the recording goes, once it is certified */
async function certifyRecording(
  file: string,
  place: string,
  signer: Signer,
  options: Values<typeof certifyOptions> & { readonly spec: string | undefined },
  io: Io,
): Promise<number> {
  const { certify } = await import("#certificate/certify.ts");
  const { out, subject, commit, challenge, spec } = options;
  const evidence = await readEvidenceFile(file, spec, io);
  const certified = await certify(
    await evidence.judge(),
    { name: subject, commit, challenge, validForMs: msOfDays(options.validFor), nowMs: Date.now() },
    signer,
  );
  if ("obstacles" in certified) {
    io.err("petstore-conformance: no certificate was written:\n");
    for (const sentence of certified.obstacles) io.err(`  ${escapeForTerminal(sentence)}\n`);
    return notCertifiable;
  }
  if (place !== file) await rename(resolve(io.folder, file), resolve(io.folder, place));
  await writeWhole(resolve(io.folder, out), [certified.text]);
  for (const line of certified.summary) io.out(`${escapeForTerminal(line)}\n`);
  io.out(`certificate: ${escapeForTerminal(out)}\nevidence:    ${escapeForTerminal(place)}\n`);
  io.out(`${certified.advice}\n`);
  return 0;
}

const notCertifiable = 1;

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
  const { runShellCommand } = await import("#cli/shell-command.ts");
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
