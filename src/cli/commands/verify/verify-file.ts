import { readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { VerifiedFile } from "../../../certificate/pages.ts";
import type { Verification } from "../../../certificate/verify.ts";
import { counted } from "../../../core/check/counted.ts";
import { writeWhole } from "../../../core/files/write-whole.ts";
import { escapeForTerminal } from "../../../core/json/escape.ts";
import { UsageError } from "../../../core/options/usage-error.ts";
import { readEvidenceFile, readNamedFile, recordingBeside } from "../../inputs/evidence-file.ts";
import { unreadable } from "../../inputs/file-kinds.ts";
import type { Io } from "../../io.ts";
import { misused } from "../../options/args.ts";
import type { VerifyOptions } from "./verify-options.ts";

/** Gives what checks a certificate, with its recording where there is one, by what the options say of every one. */
export async function verifierFor(options: VerifyOptions, list: string | undefined, io: Io) {
  const { trust, maxAge, require, minTested, minCases, challenge, allowSelf, page, badge, spec } = options;
  if (trust === undefined)
    throw misused(
      "verify does not know whom to trust",
      "Give --trust FILE: the public key of the one who certifies, or a trust file.",
    );
  const { createVerifier } = await import("../../../certificate/verify.ts");
  const { checkReportPlace } = await import("../../../report/formats/write.ts");
  if (page !== undefined) await checkReportPlace(page, io.folder, "--page FILE");
  if (badge !== undefined) await checkReportPlace(badge, io.folder, "--badge FILE");
  const verify = createVerifier({
    trust: { bytes: await readNamedFile(trust, io), path: trust },
    revocations: list === undefined ? undefined : await readNamedFile(list, io),
    nowMs: Date.now(),
    maxAgeMs: maxAge === undefined ? undefined : Number.parseInt(maxAge, 10) * 86_400_000,
    ...{ require, minTested, minCases, challenge, allowSelf },
  });
  return async (file: string, evidence: string | undefined): Promise<Verification> => {
    const bytes = await readNamedFile(file, io);
    return verify(bytes, evidence === undefined ? undefined : await readEvidenceFile(evidence, spec, io));
  };
}

/** Writes the page and the badge of one certificate, where they are asked for. */
export async function writeViews(
  one: VerifiedFile,
  { page, badge, spec }: Pick<VerifyOptions, "page" | "badge" | "spec">,
  { folder }: Pick<Io, "folder">,
): Promise<void> {
  if (page === undefined && badge === undefined) return;
  const { certificateBadge, certificatePage } = await import("../../../certificate/pages.ts");
  const { name, texts } = await wordsFor(one, spec);
  if (page !== undefined) await writeWhole(resolve(folder, page), [certificatePage(one, texts, new Date())]);
  if (badge !== undefined)
    await writeWhole(resolve(folder, badge), [certificateBadge(one.verification, name)]);
}

/** What the interface is called that a certificate is about, and what its requirements say, by their ids. */
export async function wordsFor(
  { verification: { statement } }: VerifiedFile,
  spec: string | undefined,
): Promise<{ readonly name: string; readonly texts: ReadonlyMap<string, string> }> {
  const { suite, requirements } = statement?.predicate.level.startsWith("client")
    ? await (await import("../../../assembly/exam.ts")).prepareExam(spec)
    : await (await import("../../../assembly/assemble.ts")).prepare({ spec });
  return { name: suite.words.name, texts: new Map(requirements.map(({ id, text }) => [id, text])) };
}

const revocationsName = "revocations.json";

/** Every certificate of a folder, with the recording beside it. */
export async function verifyFolder(folder: string, options: VerifyOptions, io: Io): Promise<number> {
  const names = await readdir(resolve(io.folder, folder)).catch((error: unknown) => {
    throw unreadable(folder, error);
  });
  const list =
    options.revocations ?? (names.includes(revocationsName) ? join(folder, revocationsName) : undefined);
  const verify = await verifierFor(options, list, io);
  const { verificationInWords } = await import("../../../certificate/verify.ts");
  const codes: number[] = [];
  const others = [list, options.trust].map((path) => path && resolve(io.folder, path));
  const isCertificate = (name: string) =>
    name.endsWith(".json") && !others.includes(resolve(io.folder, folder, name));
  const files: VerifiedFile[] = [];
  for (const name of names.filter(isCertificate).sort()) {
    const evidence = recordingBeside(name, names);
    const path = evidence === undefined ? undefined : join(folder, evidence);
    const verification = await verifyNamed(join(folder, name), path, verify);
    const { state, problems, headline = "", exitCode } = verificationInWords(verification);
    const says = problems.length === 0 ? headline : problems.join(" ");
    io.out(`${escapeForTerminal(`${state}: ${name}: ${says}`)}\n`);
    codes.push(exitCode);
    files.push({ file: name, evidence, verification });
  }
  if (options.pages) await writePages(files, folder, options, io);
  const refused = codes.filter((code) => code !== 0);
  io.out(`${counted(codes.length, "certificate")}, ${refused.length} refused\n`);
  return refused.length === 0 ? 0 : Math.min(...refused);
}

/** A file that cannot be read, or whose page would take the place of the folder's, is refused, and the others go on. */
async function verifyNamed(
  file: string,
  evidence: string | undefined,
  verify: Awaited<ReturnType<typeof verifierFor>>,
): Promise<Verification> {
  if (/^index\.json$/i.test(basename(file)))
    return refusedFile("index.html is the page of all certificates: give this one another name.");
  try {
    return await verify(file, evidence);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const { what, where } = error.problem;
    return refusedFile(`${where}: ${what}.`);
  }
}

function refusedFile(detail: string): Verification {
  const problems = [{ kind: "not-a-certificate", detail }] as const;
  return { problems, notes: [], statement: undefined, signer: undefined, isJudged: false };
}

async function writePages(
  files: readonly VerifiedFile[],
  folder: string,
  { spec }: VerifyOptions,
  io: Io,
): Promise<void> {
  const { indexPage } = await import("../../../certificate/pages.ts");
  for (const one of files) {
    if (/^index\.json$/i.test(one.file)) continue;
    const stem = join(folder, one.file.replace(/\.json$/, ""));
    await writeViews(one, { page: `${stem}.html`, badge: `${stem}.svg`, spec }, io);
  }
  await writeWhole(resolve(io.folder, folder, "index.html"), [indexPage(files, new Date())]);
}
