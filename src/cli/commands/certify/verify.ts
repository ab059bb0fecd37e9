import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { targetOptions } from "#assembly/options/library-options.ts";
import type { VerifiedFile } from "#certificate/pages.ts";
import { problemKinds } from "#certificate/problems.ts";
import type { Verification } from "#certificate/verify.ts";
import { readEvidenceFile, readNamedFile, recordingBeside } from "#cli/file-kinds.ts";
import type { Io } from "#cli/io.ts";
import { type Arguments, lacksOperands, misused, valuesGiven } from "#cli/options/args.ts";
import { counted } from "#core/check/results/words.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import { choice, flag, optionTable, path, pattern, type Values, whole } from "#core/options/option.ts";
import { reading, UsageError } from "#core/options/usage-error.ts";

export const verifyOptions = optionTable({
  trust: { value: path(), help: "Whose certificates count: a public key (PEM), or a trust list." },
  evidence: {
    value: path("a recording"),
    help: "Judge this recording again and compare it with the certificate, requirement by requirement.",
  },
  maxAge: {
    value: pattern(/^[1-9]\d{0,3}d$/, "a number of days from 1d to 9999d", "90d"),
    placeholder: "DAYS",
    help: "Refuse it if the run is older.",
  },
  require: {
    value: choice("standard", "thorough", "client"),
    help: "Refuse it unless it is about a server at this level at least, or about a client, with nothing left out.",
  },
  minTested: {
    value: whole(1, 100),
    placeholder: "PERCENT",
    help: "Refuse it unless this percentage of the musts that apply was tested.",
  },
  challenge: {
    value: whole(0, 4_294_967_295),
    placeholder: "SEED",
    help: "Refuse it unless the run used this seed, which you gave.",
  },
  revocations: {
    value: path(),
    otherwise: "with --all: revocations.json in the folder, where there is one",
    help: "A list that `revoke` wrote. Where the trust list names one, verify fails without it.",
  },
  page: {
    value: path(),
    help: "Also write what was found as one HTML page; with --all it has every certificate.",
  },
  badge: {
    value: path(),
    help: "Also write a badge (SVG) with level, musts and cases tested and day of the run.",
  },
  spec: targetOptions.spec,
  all: {
    value: flag,
    default: false,
    help: "The operand is a folder: check every certificate NAME.json in it with its recording NAME.ndjson.gz, .zst or .ndjson, where there is one.",
  },
  allowSelf: {
    value: flag,
    default: false,
    help: "Accept a certificate about the embedded reference server (run --self).",
  },
});

type VerifyOptions = Values<typeof verifyOptions>;

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
  return verifyFolder(operand, options, io);
}

async function verifyOne(file: string, options: VerifyOptions, io: Io): Promise<number> {
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

/** Gives what checks a certificate, with its recording where there is one, by what the options say of every one. */
export async function verifierFor(options: VerifyOptions, list: string | undefined, io: Io) {
  const { trust, maxAge, require, minTested, challenge, allowSelf, page, badge, spec } = options;
  if (trust === undefined)
    throw misused(
      "verify does not know whom to trust",
      "Give --trust FILE: the certifier's public key, or a trust list.",
    );
  const { verifyCertificate } = await import("#certificate/verify.ts");
  const { readTrust } = await import("#certificate/trust/trust.ts");
  const { checkReportPlace } = await import("#report/formats/write.ts");
  if (page !== undefined) await checkReportPlace(page, io.folder, "--page FILE");
  if (badge !== undefined) await checkReportPlace(badge, io.folder, "--badge FILE");
  const asked = {
    trust: readTrust(await readNamedFile(trust, io.folder), trust),
    revocations: list === undefined ? undefined : await readNamedFile(list, io.folder),
    nowMs: Date.now(),
    maxAgeMs: maxAge === undefined ? undefined : Number.parseInt(maxAge, 10) * 86_400_000,
    ...{ require, minTested, challenge, allowSelf },
  };
  return async (file: string, evidence: string | undefined): Promise<Verification> => {
    const bytes = await readNamedFile(file, io.folder);
    const recording = evidence === undefined ? undefined : await readEvidenceFile(evidence, spec, io);
    return verifyCertificate(bytes, recording, asked);
  };
}

async function writeViews(files: readonly VerifiedFile[], { page, badge, spec }: VerifyOptions, io: Io) {
  if (page === undefined && badge === undefined) return;
  const { certificateBadge, directoryPage } = await import("#certificate/pages.ts");
  const { writeIn } = await import("#report/formats/write.ts");
  const worded = await Promise.all(files.map((one) => withWords(one, spec)));
  if (page !== undefined) await writeIn(io.folder, page, [directoryPage(worded, new Date())]);
  const [first] = worded;
  if (badge !== undefined && first !== undefined)
    await writeIn(io.folder, badge, [certificateBadge(first.verification, first.name)]);
}

/** With the name of the interface that it is about, and its requirements' sentences by id. */
export async function withWords(file: VerifiedFile, spec: string | undefined) {
  const { statement } = file.verification;
  const { isOfClient } = await import("#certificate/statement/statement.ts");
  const { suite, requirements } =
    statement && isOfClient(statement)
      ? await (await import("#assembly/exam.ts")).prepareExam(spec)
      : await (await import("#assembly/assemble.ts")).prepare({ spec });
  return { ...file, name: suite.words.name, texts: new Map(requirements.map(({ id, text }) => [id, text])) };
}

const revocationsName = "revocations.json";

async function verifyFolder(folder: string, options: VerifyOptions, io: Io): Promise<number> {
  const names = await reading({ where: folder }, () => readdir(resolve(io.folder, folder)));
  const list =
    options.revocations ?? (names.includes(revocationsName) ? join(folder, revocationsName) : undefined);
  const verify = await verifierFor(options, list, io);
  const { verificationInWords } = await import("#certificate/verify.ts");
  const others = [list, options.trust].map((path) => path && resolve(io.folder, path));
  const certificates = names.filter(
    (name) => name.endsWith(".json") && !others.includes(resolve(io.folder, folder, name)),
  );
  if (certificates.length === 0)
    throw new UsageError({
      what: "the folder has no certificates",
      where: folder,
      remedy:
        "Name the folder that holds them as NAME.json, each with its recording NAME.ndjson.gz beside it.",
    });
  const codes: number[] = [];
  const files: VerifiedFile[] = [];
  for (const name of certificates.sort()) {
    const evidence = recordingBeside(name, names);
    const path = evidence === undefined ? undefined : join(folder, evidence);
    const verification = await verifyNamed(join(folder, name), path, verify);
    const { state, problems, headline = "", exitCode } = verificationInWords(verification);
    const says = problems.length === 0 ? headline : problems.join(" ");
    io.out(`${escapeForTerminal(`${state}: ${name}: ${says}`)}\n`);
    codes.push(exitCode);
    files.push({ file: name, evidence, verification });
  }
  await writeViews(files, options, io);
  const refused = codes.filter((code) => code !== 0);
  io.out(`${counted(codes.length, "certificate")}, ${refused.length} refused\n`);
  return refused.length === 0 ? 0 : Math.min(...refused);
}

/** A file that cannot be read is refused, and the others go on. */
async function verifyNamed(
  file: string,
  evidence: string | undefined,
  verify: Awaited<ReturnType<typeof verifierFor>>,
): Promise<Verification> {
  try {
    return await verify(file, evidence);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { what, where } = error.problem;
    const problems = [{ kind: "not-a-certificate", detail: `${where}: ${what}.` }] as const;
    return { problems, notes: [], statement: undefined, signer: undefined, checked: "signature" };
  }
}
