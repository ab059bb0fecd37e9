import { readdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { unverifiedSubject } from "#certificate/verify.ts";
import { kindOfFile, readNamedFile, recordingBeside } from "#cli/file-kinds.ts";
import type { Io } from "#cli/io.ts";
import { UsageError } from "#core/options/usage-error.ts";
import { mostBytes } from "#files/read-bounded.ts";
import type { JudgedSide } from "#revisions/impact.ts";

interface Recorded {
  readonly file: string;
  /** What the certificate of this recording calls the service or the client. */
  readonly certifiedName: string | undefined;
}

/** A certificate without the recording that it is about. */
interface Unrecorded extends JudgedSide {
  readonly file: string;
  readonly because: string;
}

type Evidence = Recorded | Unrecorded;

/**
 * The evidence that an operand names: a file, the recording beside a certificate, or all files of a folder by name.
 * @throws UsageError
 */
export async function evidenceIn(name: string, io: Io): Promise<readonly Evidence[]> {
  const inside = await readdir(resolve(io.folder, name)).catch(() => undefined);
  if (inside === undefined) {
    const beside = await readdir(dirname(resolve(io.folder, name))).catch((): string[] => []);
    return [(await certificateIn(name, beside, io)) ?? { file: name, certifiedName: undefined }];
  }
  const found: Evidence[] = [];
  for (const one of inside.filter((file) => file.endsWith(".json"))) {
    const certified = await certificateIn(join(name, one), inside, io);
    if (certified !== undefined) found.push(certified);
  }
  for (const one of inside.filter((file) => /\.(?:ndjson|har)(?:\.gz|\.zst)?$/.test(file))) {
    const file = join(name, one);
    if (!found.some((known) => known.file === file)) found.push({ file, certifiedName: undefined });
  }
  if (found.length > 0) return found.toSorted((a, b) => (a.file < b.file ? -1 : 1));
  throw new UsageError({
    what: "there is no evidence in the folder",
    where: name,
    remedy: "Name a folder with files that end in .ndjson, .ndjson.gz, .ndjson.zst or .har.",
  });
}

/** The recording of a certificate, where it is beside it; undefined where the file is no certificate. */
async function certificateIn(name: string, beside: readonly string[], io: Io): Promise<Evidence | undefined> {
  if ((await kindOfFile(name, io.folder)) !== "certificate") return undefined;
  const certificate = unverifiedSubject(await readNamedFile(name, io));
  if (certificate === undefined) return undefined;
  const { name: subject, side, isAbout } = certificate;
  const recording = recordingBeside(basename(name), beside);
  if (recording === undefined)
    return { file: name, side, subject, because: "the recording that it is about is not beside it" };
  const file = join(dirname(name), recording);
  const bytes = await readNamedFile(file, io, { most: mostBytes.recording });
  return isAbout(bytes)
    ? { file, certifiedName: subject }
    : { file: name, side, subject, because: `it is about another recording than ${recording}` };
}
