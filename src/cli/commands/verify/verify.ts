import { problemKinds } from "#certificate/problems.ts";
import type { Io } from "#cli/io.ts";
import { type Arguments, lacksOperands, misused, valuesGiven } from "#cli/options/args.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import { type VerifyOptions, verifyOptions } from "./verify-options.ts";

export const table = Object.values(verifyOptions);

const exitCodes: readonly (readonly [number, string])[] = [
  [0, "everything that was asked for holds"],
  [2, "wrong usage"],
  ...Object.values(problemKinds)
    .toSorted((a, b) => a.exitCode - b.exitCode)
    .map(({ exitCode, title }) => [exitCode, title] as const),
];

export const help = {
  usage: "verify CERTIFICATE --trust FILE [options]",
  about:
    "Checks a certificate offline: its signature, its key, its dates; and with --evidence its verdicts, by judging the recording again.",
  examples: [
    "petstore-conformance verify certificate.json --trust signing.pub.pem --evidence certificate.ndjson.gz",
    "petstore-conformance verify certificate.json --trust trust.json --max-age 90d --require thorough",
    "petstore-conformance verify --all certificates --trust trust.json --page index.html",
  ],
  exitCodes,
  after:
    "Codes from 10 say why the certificate is refused. Every problem is printed; with several, the lowest code counts.",
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  const options = valuesGiven(verifyOptions, given);
  const [operand, ...more] = positionals;
  if (operand === undefined || more.length > 0)
    throw lacksOperands(
      options.all ? "verify --all takes one folder" : "verify takes one certificate",
      "verify certificate.json --trust signing.pub.pem",
    );
  if (!options.all) return verifyOne(operand, options, io);
  const ofOne = (["evidence", "badge"] as const).find((name) => options[name] !== undefined);
  if (ofOne !== undefined)
    throw misused(
      `--${ofOne} is given together with --all`,
      "A folder has each recording beside its certificate, with the same name. A badge is of one certificate.",
    );
  const { verifyFolder } = await import("./verify-file.ts");
  return verifyFolder(operand, options, io);
}

async function verifyOne(file: string, options: VerifyOptions, io: Io): Promise<number> {
  const { verifierFor, writeViews } = await import("./verify-file.ts");
  const { verificationInWords } = await import("#certificate/verify.ts");
  const verify = await verifierFor(options, options.revocations, io);
  const verification = await verify(file, options.evidence);
  const { notes, origin, signer } = verification;
  const { state, problems, says, rests, exitCode } = verificationInWords(verification);
  const print = (line: string) => io.out(`${escapeForTerminal(line)}\n`);
  print(`${state}: ${file}${signer === undefined ? "" : `, signed by ${signer.name}`}`);
  for (const problem of problems) print(`  ${problem}`);
  for (const note of notes) print(`  ${note}`);
  if (says.length > 0 && problems.length > 0) print("It says:");
  for (const line of says) print(line);
  if (origin !== undefined) print(`address: ${origin}`);
  if (rests !== undefined) print(rests);
  await writeViews([{ file, evidence: options.evidence, verification }], options, io);
  return exitCode;
}
