import { access, constants, lstat, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { codeOf } from "../../core/exchange/own-machine.ts";
import { mostBytes, readBounded } from "../../core/files/read-bounded.ts";
import { makeFolder, removedOnExit } from "../../core/files/write-whole.ts";
import { UsageError } from "../../core/options/usage-error.ts";
import { defaultFiles } from "../options/config.ts";
import {
  type Answers,
  configText,
  githubWorkflow,
  gitlabJob,
  type JobFacts,
  reportsFolder,
} from "./ci-job.ts";

export const githubPath = ".github/workflows/conformance.yml";
const gitlabPath = ".gitlab-ci.yml";
export const gitlabIncluded = ".gitlab/petstore-conformance.yml";

export type Wanted = Awaited<ReturnType<typeof wantedFiles>>;

export async function wantedFiles(answers: Answers, folder: string) {
  const config = { path: await configPath(folder), content: configText(answers) };
  const { target } = answers;
  const facts = { isInstalled: await isInstalled(folder), target, config: config.path };
  const job = await jobFile(answers, facts, folder);
  const ignored = withIgnored((await contentOf(".gitignore", folder)) ?? new Uint8Array(), reportsFolder);
  const files: WantedFile[] = [config, ...(job === undefined ? [] : [job.file])];
  if (ignored !== undefined) files.push({ path: ".gitignore", content: ignored, adds: true });
  return {
    files,
    /** The path of the job, if one is written. */
    job: job?.file.path,
    /** `npm ci` in the folder installs the package. */
    isInstalled: facts.isInstalled,
    /** The project's own `.gitlab-ci.yml` does not name the job's file yet. */
    hasToBeIncluded: job?.hasToBeIncluded === true,
  };
}

/** The configuration file that the folder already has, by whichever name: a second one would be an error of `run`. */
async function configPath(folder: string): Promise<string> {
  const [first, second] = defaultFiles;
  const there = await Promise.all([first, second].map((path) => contentOf(path, folder)));
  return there[0] === undefined && there[1] !== undefined ? second : first;
}

/**
 * A `.gitignore` with one more folder, as bytes, since it may have names that are not UTF-8; undefined if the folder is
 * already in it.
 */
export function withIgnored(before: Uint8Array, folder: string): Uint8Array | undefined {
  const text = Buffer.from(before).toString("latin1");
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if ([folder, `${folder}/`, `/${folder}`, `/${folder}/`].some((form) => lines.includes(form)))
    return undefined;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const gap = text === "" || text.endsWith("\n") ? "" : newline;
  return Buffer.concat([before, Buffer.from(`${gap}/${folder}/${newline}`)]);
}

async function jobFile({ ci }: Answers, facts: JobFacts, folder: string) {
  if (ci === "none") return undefined;
  if (ci === "github")
    return { file: { path: githubPath, content: githubWorkflow(facts) }, hasToBeIncluded: false };
  const content = gitlabJob(facts);
  const pipeline = await contentOf(gitlabPath, folder);
  // An existing pipeline belongs to its owner: not even --force changes it.
  if (pipeline === undefined || pipeline.equals(Buffer.from(content)))
    return { file: { path: gitlabPath, content }, hasToBeIncluded: false };
  return {
    file: { path: gitlabIncluded, content },
    hasToBeIncluded: !pipeline.includes(gitlabIncluded),
  };
}

/** True if `npm ci` in the folder installs this package. */
async function isInstalled(folder: string): Promise<boolean> {
  const [manifest, lock] = await Promise.all(
    ["package.json", "package-lock.json"].map((path) => contentOf(path, folder).catch(() => undefined)),
  );
  if (manifest === undefined || lock === undefined) return false;
  try {
    const { dependencies, devDependencies }: Record<string, object | undefined> =
      JSON.parse(manifest.toString("utf8")) ?? {};
    return "petstore-conformance" in { ...dependencies, ...devDependencies };
  } catch {
    return false;
  }
}

/** A file that `init` is about to write; its path is relative to the folder. */
interface WantedFile {
  readonly path: string;
  readonly content: string | Uint8Array;
  /** The content only adds to the existing file. */
  readonly adds?: true;
}

/** What will be done for a file. */
export interface PlannedFile extends WantedFile {
  readonly done: "written" | "written anew" | "added to" | "unchanged";
}

/**
 * Determines what writing these files would do, without writing. Throws one UsageError for all files that exist with
 * other content and may not be replaced, or a UsageError for a path that cannot be a file.
 */
export async function plannedFiles(
  wanted: readonly WantedFile[],
  { folder, force }: { readonly folder: string; readonly force: boolean },
): Promise<readonly PlannedFile[]> {
  const planned: PlannedFile[] = [];
  const inTheWay: string[] = [];
  for (const file of wanted) {
    await checkPlace(file.path, folder);
    const before = await contentOf(file.path, folder);
    const isSame = before?.equals(Buffer.from(file.content)) === true;
    if (before === undefined) planned.push({ ...file, done: "written" });
    else if (isSame) planned.push({ ...file, done: "unchanged" });
    else if (file.adds) planned.push({ ...file, done: "added to" });
    else if (force) planned.push({ ...file, done: "written anew" });
    else inTheWay.push(file.path);
  }
  if (inTheWay.length === 0) return planned;
  throw new UsageError({
    what: `${inTheWay.join(" and ")} ${inTheWay.length === 1 ? "exists" : "exist"} with other content, and nothing was written`,
    where: "this folder",
    remedy: "Move it away, or give --force to overwrite it.",
  });
}

/** The bytes of a file in the folder; undefined if there is none. Throws UsageError for anything but a file. */
async function contentOf(path: string, folder: string): Promise<Buffer | undefined> {
  const place = join(folder, path);
  const there = await lstat(place).catch(() => undefined);
  if (there === undefined) return undefined;
  // A symbolic link may lead anywhere.
  if (!there.isFile()) throw unusable(path, "it is not a file");
  return readBounded(place, mostBytes.written).catch((error: unknown) => {
    throw unusable(path, reasonOf(error));
  });
}

/** The nearest existing folder above a file must be writable. */
async function checkPlace(path: string, folder: string): Promise<void> {
  for (let above = dirname(join(folder, path)); ; above = dirname(above)) {
    const there = await lstat(above).catch(() => undefined);
    if (there === undefined && above !== dirname(above)) continue;
    if (there?.isDirectory() !== true)
      throw unusable(path, `${relative(folder, above) || basename(above)} is not a folder`);
    await access(above, constants.W_OK).catch((error: unknown) => {
      throw unusable(path, reasonOf(error));
    });
    return;
  }
}

/** The error for a file that cannot be written; it names the files written before it. */
function unusable(path: string, why: string, written: readonly string[] = []): UsageError {
  const rest = written.length === 0 ? "nothing was" : `only ${written.join(" and ")} was`;
  return new UsageError({
    what: `${path} cannot be written, and ${rest}: ${why}`,
    where: "this folder",
    remedy: "Make room for it, or run init in another folder.",
  });
}

/** The name of a file system's error, such as EACCES. */
function reasonOf(error: unknown): string {
  return codeOf(error) || "it cannot be opened";
}

/**
 * Writes all files or none: each is written to a temporary file next to it, and all are renamed once every one is
 * complete. Throws UsageError.
 */
export async function writeFiles(files: readonly PlannedFile[], folder: string): Promise<void> {
  const prepared: { readonly path: string; readonly temporary: string; readonly place: string }[] = [];
  const written: string[] = [];
  const finished: (() => void)[] = [];
  let current = "";
  try {
    for (const { path, content, done } of files) {
      if (done === "unchanged") continue;
      current = path;
      const place = join(folder, path);
      const temporary = `${place}.${process.pid}.part`;
      await makeFolder(dirname(place));
      prepared.push({ path, temporary, place });
      const mode = await modeOf(place);
      finished.push(removedOnExit(temporary));
      await writeWhole(temporary, content, mode);
    }
    for (const { path, temporary, place } of prepared) {
      current = path;
      await rename(temporary, place);
      written.push(path);
    }
  } catch (error) {
    for (const { temporary } of prepared) await rm(temporary, { force: true });
    throw unusable(current, reasonOf(error), written);
  } finally {
    for (const finish of finished) finish();
  }
}

/** A replaced file keeps its permissions. */
async function modeOf(place: string): Promise<number> {
  const there = await stat(place).catch(() => undefined);
  return there === undefined ? 0o666 : there.mode & 0o777;
}

async function writeWhole(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const file = await open(path, "wx", mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
