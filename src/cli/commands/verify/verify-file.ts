import { resolve } from "node:path";
import type { VerifiedFile } from "../../../certificate/pages.ts";
import type { Verification, Verifier } from "../../../certificate/verify.ts";
import { writeWhole } from "../../../core/files/write-whole.ts";
import { readEvidenceFile, readNamedFile } from "../../inputs/evidence-file.ts";
import type { Io } from "../../io.ts";
import { misused } from "../../options/misused.ts";
import type { VerifyOptions } from "./verify-options.ts";

/** Checks certificates by what the options say of every one. */
export async function verifierFor(
  { trust, maxAge, require, minTested, minCases, challenge, allowSelf, page, badge }: VerifyOptions,
  list: string | undefined,
  io: Io,
): Promise<Verifier> {
  if (trust === undefined)
    throw misused(
      "verify does not know whom to trust",
      "Give --trust FILE: the public key of the one who certifies, or a trust file.",
    );
  const { createVerifier } = await import("../../../certificate/verify.ts");
  const { checkReportPlace } = await import("../../../report/formats/write.ts");
  if (page !== undefined) await checkReportPlace(page, io.folder, "--page FILE");
  if (badge !== undefined) await checkReportPlace(badge, io.folder, "--badge FILE");
  return createVerifier({
    trust: { bytes: await readNamedFile(trust, io), path: trust },
    revocations: list === undefined ? undefined : await readNamedFile(list, io),
    nowMs: Date.now(),
    maxAgeMs: maxAge === undefined ? undefined : Number.parseInt(maxAge, 10) * 86_400_000,
    ...{ require, minTested, minCases, challenge, allowSelf },
  });
}

export async function verifyFile(
  file: string,
  evidence: string | undefined,
  verify: Verifier,
  { spec }: VerifyOptions,
  io: Io,
): Promise<Verification> {
  const bytes = await readNamedFile(file, io);
  return verify(bytes, evidence === undefined ? undefined : await readEvidenceFile(evidence, spec, io));
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
