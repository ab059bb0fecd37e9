import { escapeForTerminal } from "../../core/json/escape.ts";
import type { Option } from "../../core/options/option.ts";
import { runOptions } from "../../core/run/options.ts";
import { wrap } from "../../report/console/wrap.ts";
import type { Io } from "../io.ts";
import type { Given } from "../options/args.ts";
import { executableVariables, isLocal } from "./ci-job.ts";
import { reportsFolder } from "./config-file.ts";
import { type PlannedFile, plannedFiles, writeFiles } from "./planned-files.ts";
import { questionsOf, readAnswers, Unanswered } from "./questions.ts";
import { githubPath, gitlabIncluded, type Wanted, wantedFiles } from "./wanted-files.ts";

/** The same exit code as an interrupted run. */
const interrupted = 3;

const greeting = "Enter accepts the value in brackets; Ctrl-C quits and writes nothing.";
const left =
  "petstore-conformance: the questions were not answered (terminal). Nothing was written; run init again, or give the answers as options.";

/** Runs `init` after its command line is parsed; returns the exit code. Throws UsageError. */
export async function initFolder(given: Given, table: readonly Option[], io: Io): Promise<number> {
  const { folder } = io;
  const flag = (name: string): boolean => given.get(name)?.[0] === true;
  const allowInsecure = flag("allow-insecure");
  const answers = await answersOrNone(given, table, io);
  if (answers === undefined) return interrupted;
  const target = new URL(answers.get("base-url") ?? "");
  const wanted = await wantedFiles(
    {
      target,
      allowInsecure,
      ci: answers.get("ci") ?? "none",
      profile: answers.get("profile") ?? runOptions.profile.default,
    },
    folder,
  );
  const files = await plannedFiles(wanted.files, { folder, force: flag("force") });
  await writeFiles(files, folder);
  io.out(`${[...files.map(fileLine), ...furtherLines(wanted, target)].join("\n")}\n`);
  return 0;
}

/** Undefined if the questions were not answered; a message was printed. */
async function answersOrNone(
  given: Given,
  table: readonly Option[],
  { folder, openPrompt, out, err, columns = 80 }: Io,
): Promise<ReadonlyMap<string, string> | undefined> {
  const flag = (name: string): boolean => given.get(name)?.[0] === true;
  const questions = await questionsOf(table, { folder, allowInsecure: flag("allow-insecure") });
  const print = (text: string): void => out(lines(escapeForTerminal(text), columns));
  try {
    return await readAnswers({ given, questions, openPrompt, yes: flag("yes"), greeting, print });
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    err(`\n${lines(left, columns)}`);
    return undefined;
  }
}

function lines(text: string, width: number): string {
  return `${wrap(text, width, { first: "", rest: "" }).join("\n")}\n`;
}

function fileLine({ path, done }: PlannedFile): string {
  return `${done}: ${path}${done === "added to" ? ` (${reportsFolder}/)` : ""}`;
}

/** What remains to be done by hand, and the next command. */
function furtherLines({ job, isInstalled, hasToBeIncluded }: Wanted, target: URL): string[] {
  const lines: string[] = [];
  if (!/\/v1$/.test(target.pathname))
    lines.push("", "note: a base address of the interface ends in /v1, and this one does not");
  if (job !== undefined) {
    const secret =
      job === githubPath
        ? "the repository's secret PETSTORE_API_KEY\n(Settings, Secrets and variables, Actions)"
        : "the project's variable PETSTORE_API_KEY\n(Settings, CI/CD, Variables; masked)";
    lines.push("", `The job takes the key from ${secret}.`);
    if (!isInstalled) lines.push(...executableLines(job));
    if (isLocal(target)) lines.push("A comment in it shows where your server has to be started.");
  }
  if (hasToBeIncluded)
    lines.push("", "Add to .gitlab-ci.yml:", "  include:", `    - local: ${gitlabIncluded}`);
  return [
    ...lines,
    "",
    "Next:",
    "  export PETSTORE_API_KEY=…",
    `  ${isInstalled ? "npx --no -- " : ""}petstore-conformance run`,
  ];
}

function executableLines(job: string): readonly string[] {
  const { url, sha256 } = executableVariables;
  const place = job === githubPath ? "repository's variables" : "project's variables";
  return [
    "It downloads the executable: no package.json and package-lock.json here install the package. Set the",
    `${place} ${url} and ${sha256} to its address and its SHA-256.`,
  ];
}
