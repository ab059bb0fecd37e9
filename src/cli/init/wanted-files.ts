import { defaultFiles } from "../options/config.ts";
import {
  type Answers,
  configText,
  githubWorkflow,
  gitlabJob,
  type JobFacts,
  reportsFolder,
} from "./ci-job.ts";
import { contentOf, type WantedFile } from "./planned-files.ts";

export const githubPath = ".github/workflows/conformance.yml";
const gitlabPath = ".gitlab-ci.yml";
export const gitlabIncluded = ".gitlab/petstore-conformance.yml";

export type Wanted = Awaited<ReturnType<typeof wantedFiles>>;

/** Which files the answers ask for, in this folder. */
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
