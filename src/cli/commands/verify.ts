import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { targetOptions } from "../../assembly/options/library-options.ts";
import { UsageError } from "../../assembly/usage-error.ts";
import { exitCodeOf, problemKinds } from "../../certificate/problems.ts";
import type { Level } from "../../certificate/statement.ts";
import type { Asked, Verification } from "../../certificate/verify.ts";
import { choice, flag, type Options, path, pattern, type Values, whole } from "../../options/option.ts";
import { counted } from "../../report/counted.ts";
import { escapeForTerminal } from "../../report/escape.ts";
import { commandHelp } from "../help.ts";
import type { Io } from "../io.ts";
import { readArguments, valuesGiven } from "../options/args.ts";
import { cannotRead, readEvidenceFile, readNamedFile } from "./shared/evidence-file.ts";

const verifyOptions = {
  trust: {
    name: "trust",
    value: path(),
    help: "Whose certificates count: a public key (PEM), or a trust file.",
  },
  evidence: {
    name: "evidence",
    value: path("a recording"),
    completes: "files",
    help: "Judge this recording again and compare it with the certificate, requirement by requirement.",
  },
  maxAge: {
    name: "max-age",
    value: pattern(/^[1-9]\d{0,3}d$/, "a number of days from 1d to 9999d", "90d"),
    placeholder: "DAYS",
    help: "Refuse it if the run is older.",
  },
  require: {
    name: "require",
    value: choice("standard", "thorough"),
    help: "Refuse it if its level is lower.",
  },
  challenge: {
    name: "challenge",
    value: whole(0, 4_294_967_295),
    placeholder: "SEED",
    help: "Refuse it unless the run used this seed, which you gave.",
  },
  revocations: {
    name: "revocations",
    value: path(),
    otherwise: "with --all: revocations.json in the folder, where there is one",
    help: "A list that `revoke` wrote.",
  },
  spec: targetOptions.spec,
  all: {
    name: "all",
    value: flag,
    default: false,
    help: "The operand is a folder: check every certificate NAME.json in it with its recording NAME.ndjson.gz, .zst or .ndjson, where there is one.",
  },
  allowSelf: {
    name: "allow-self",
    value: flag,
    default: false,
    help: "Accept a certificate about the embedded reference server (run --self).",
  },
} as const satisfies Options;

export const table = Object.values(verifyOptions);
export const operands = "files";

const exitCodes = Object.values(problemKinds)
  .toSorted((a, b) => a.exitCode - b.exitCode)
  .map(({ exitCode, title }) => `${exitCode} ${title}`);

const help = {
  usage: "verify CERTIFICATE --trust FILE [options]",
  about:
    "Checks a certificate offline: its signature, its key, its dates; and with --evidence its verdicts, by judging the recording again.",
  examples: [
    "petstore-conformance verify certificate.json --trust signing.pub.pem --evidence certificate.ndjson.gz",
    "petstore-conformance verify certificate.json --trust trust.json --max-age 90d --require thorough",
    "petstore-conformance verify --all certificates --trust trust.json",
  ],
  after: `Exit codes: 0 everything that was asked for holds; 2 wrong usage; ${exitCodes.join("; ")}. With several problems the lowest code counts.`,
};

/** `verify`: whether a certificate holds. */
export async function command(argv: readonly string[], io: Io): Promise<number> {
  const { given, positionals, help: wantsHelp } = readArguments(argv, table);
  if (wantsHelp) {
    io.out(commandHelp(help, table));
    return 0;
  }
  const options = valuesGiven(verifyOptions, given);
  const [operand, ...more] = positionals;
  if (operand === undefined || more.length > 0)
    throw new UsageError({
      what: options.all ? "verify --all takes one folder" : "verify takes one certificate",
      where: "command line",
      remedy: "Write, for example, petstore-conformance verify certificate.json --trust signing.pub.pem.",
    });
  return options.all ? verifyFolder(operand, options, io) : verifyOne(operand, options, io);
}

type VerifyOptions = Values<typeof verifyOptions>;

async function verifyOne(file: string, options: VerifyOptions, io: Io): Promise<number> {
  const asked = await askedFor(options, options.revocations, io);
  const verification = await verifyFile(file, options.evidence, asked, options, io);
  const { problems, notes, statement } = verification;
  const print = (line: string) => io.out(`${escapeForTerminal(line)}\n`);
  print(`${stateOf(verification)}: ${file}${signedBy(verification)}`);
  for (const { kind, detail } of problems) print(`  ${problemKinds[kind].title}. ${detail}`);
  for (const note of notes) print(`  ${note}`);
  if (statement !== undefined) {
    const { summaryLines } = await import("../../certificate/in-words.ts");
    for (const line of summaryLines(statement)) print(line);
  }
  return exitCodeOf(problems);
}

function stateOf({ problems, isJudged }: Verification): string {
  if (problems.length > 0) return "REFUSED";
  return isJudged ? "verified" : "signed and in date, evidence not checked";
}

function signedBy({ signer }: Verification): string {
  return signer === undefined ? "" : `, signed by ${signer.name}`;
}

const revocationsName = "revocations.json";
const evidenceEndings = [".ndjson.gz", ".ndjson.zst", ".ndjson"];

async function verifyFolder(folder: string, options: VerifyOptions, io: Io): Promise<number> {
  if (options.evidence !== undefined)
    throw new UsageError({
      what: "--evidence is given beside --all",
      where: "command line",
      remedy: "Put each recording beside its certificate, with the same name.",
    });
  const names = await namesIn(folder, io);
  const list =
    options.revocations ?? (names.includes(revocationsName) ? join(folder, revocationsName) : undefined);
  const asked = await askedFor(options, list, io);
  const { headline } = await import("../../certificate/in-words.ts");
  const codes: number[] = [];
  for (const name of names.filter((one) => one.endsWith(".json") && one !== revocationsName).sort()) {
    const evidence = evidenceEndings
      .map((ending) => name.replace(/\.json$/, ending))
      .find((one) => names.includes(one));
    const path = evidence === undefined ? undefined : join(folder, evidence);
    const verification = await verifyFile(join(folder, name), path, asked, options, io);
    const { problems, statement } = verification;
    const found = problems.map(({ kind, detail }) => `${problemKinds[kind].title}. ${detail}`);
    const says = problems.length === 0 && statement !== undefined ? [headline(statement)] : found;
    io.out(`${escapeForTerminal(`${stateOf(verification)}: ${name}: ${says.join(" ")}`)}\n`);
    codes.push(exitCodeOf(problems));
  }
  const refused = codes.filter((code) => code !== 0);
  io.out(`${counted(codes.length, "certificate")}, ${refused.length} refused\n`);
  return refused.length === 0 ? 0 : Math.min(...refused);
}

async function namesIn(folder: string, io: Io): Promise<readonly string[]> {
  try {
    return await readdir(resolve(io.folder, folder));
  } catch (error) {
    throw cannotRead(folder, error);
  }
}

/** What holds for every certificate. */
async function askedFor(
  { trust, maxAge, require, challenge, allowSelf }: VerifyOptions,
  list: string | undefined,
  io: Io,
): Promise<Omit<Asked, "evidence">> {
  if (trust === undefined)
    throw new UsageError({
      what: "verify is not told whom to trust",
      where: "command line",
      remedy: "Give --trust FILE: the public key of the one who certifies, or a trust file.",
    });
  const { readTrust } = await import("../../certificate/trust.ts");
  const level: Level | undefined = require === undefined ? undefined : `server ${require}`;
  return {
    trusted: readTrust(await readNamedFile(trust, io), trust),
    revocations: list === undefined ? undefined : await readNamedFile(list, io),
    nowMs: Date.now(),
    maxAgeMs: maxAge === undefined ? undefined : Number.parseInt(maxAge, 10) * 86_400_000,
    level,
    challenge,
    allowSelf,
  };
}

async function verifyFile(
  file: string,
  evidence: string | undefined,
  asked: Omit<Asked, "evidence">,
  { spec }: VerifyOptions,
  io: Io,
): Promise<Verification> {
  const { verifyCertificate } = await import("../../certificate/verify.ts");
  const bytes = await readNamedFile(file, io);
  const recording = evidence === undefined ? undefined : await readEvidenceFile(evidence, spec, io);
  return verifyCertificate(bytes, { ...asked, evidence: recording });
}
