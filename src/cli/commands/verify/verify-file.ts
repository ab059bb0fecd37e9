import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { VerifiedFile } from "#certificate/pages.ts";
import type { Verification } from "#certificate/verify.ts";
import { readEvidenceFile, readNamedFile, recordingBeside } from "#cli/file-kinds.ts";
import type { Io } from "#cli/io.ts";
import { misused } from "#cli/options/args.ts";
import { counted } from "#core/check/results/words.ts";
import { escapeForTerminal } from "#core/json/escape.ts";
import { reading } from "#core/options/reading.ts";
import { UsageError } from "#core/options/usage-error.ts";
import { writeIn } from "#report/formats/write.ts";
import type { VerifyOptions } from "./verify-options.ts";

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
    trust: readTrust(await readNamedFile(trust, io), trust),
    revocations: list === undefined ? undefined : await readNamedFile(list, io),
    nowMs: Date.now(),
    maxAgeMs: maxAge === undefined ? undefined : Number.parseInt(maxAge, 10) * 86_400_000,
    ...{ require, minTested, challenge, allowSelf },
  };
  return async (file: string, evidence: string | undefined): Promise<Verification> => {
    const bytes = await readNamedFile(file, io);
    const recording = evidence === undefined ? undefined : await readEvidenceFile(evidence, spec, io);
    return verifyCertificate(bytes, recording, asked);
  };
}

/** Writes the page of the certificates, and the badge of the first, where they are asked for. */
export async function writeViews(
  files: readonly VerifiedFile[],
  { page, badge, spec }: VerifyOptions,
  { folder }: Io,
): Promise<void> {
  const [first] = files;
  if (first === undefined || (page === undefined && badge === undefined)) return;
  const { certificateBadge, directoryPage } = await import("#certificate/pages.ts");
  const words = await Promise.all(files.map((one) => wordsFor(one, spec)));
  const named = files.map((one, at) => ({ ...one, texts: words[at]?.texts ?? new Map() }));
  if (page !== undefined) await writeIn(folder, page, [directoryPage(named, new Date())]);
  if (badge !== undefined)
    await writeIn(folder, badge, [certificateBadge(first.verification, words[0]?.name ?? "")]);
}

/** The name of the interface that a certificate is about, and its requirements' sentences by id. */
export async function wordsFor(
  { verification: { statement } }: VerifiedFile,
  spec: string | undefined,
): Promise<{ readonly name: string; readonly texts: ReadonlyMap<string, string> }> {
  const { suite, requirements } = statement?.predicate.level.startsWith("client")
    ? await (await import("#assembly/exam.ts")).prepareExam(spec)
    : await (await import("#assembly/assemble.ts")).prepare({ spec });
  return { name: suite.words.name, texts: new Map(requirements.map(({ id, text }) => [id, text])) };
}

const revocationsName = "revocations.json";

/** Every certificate of a folder, with the recording beside it. @throws UsageError for a folder without any */
export async function verifyFolder(folder: string, options: VerifyOptions, io: Io): Promise<number> {
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
