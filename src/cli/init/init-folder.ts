import { escapeForTerminal } from "../../core/json/escape.ts";
import type { Given, Option } from "../../core/options/option.ts";
import { runOptions } from "../../core/run/options.ts";
import { wrap } from "../../report/console/wrap.ts";
import type { Io } from "../io.ts";
import { executableVariables, isLocal, reportsFolder } from "./ci-job.ts";
import {
  githubPath,
  gitlabIncluded,
  type PlannedFile,
  plannedFiles,
  type Wanted,
  wantedFiles,
  writeFiles,
} from "./planned-files.ts";
import { questionsOf, readAnswers } from "./questions.ts";

/** The same exit code as an interrupted run. */
const interrupted = 3;

const left =
  "petstore-conformance: the questions were not answered (terminal). Nothing was written; run init again, or give the answers as options.";

type InitOptions = Readonly<Record<"baseUrl" | "ci" | "allowInsecure" | "yes" | "force", Option>>;

/** Runs `init` after its command line is parsed; returns the exit code. Throws UsageError. */
export async function initFolder(given: Given, options: InitOptions, io: Io): Promise<number> {
  const { folder, openPrompt, columns = 80 } = io;
  const isGiven = (key: keyof InitOptions): boolean => given.get(options[key].name)?.[0] === true;
  const lines = (text: string): string => `${wrap(text, columns, "", "").join("\n")}\n`;
  const allowInsecure = isGiven("allowInsecure");
  const answers = await readAnswers(await questionsOf(options, { folder, allowInsecure }), {
    ...{ given, openPrompt, yes: isGiven("yes") },
    print: (text) => io.out(lines(escapeForTerminal(text))),
  });
  if (answers === undefined) {
    io.err(`\n${lines(left)}`);
    return interrupted;
  }
  const target = new URL(answers.get("base-url") ?? "");
  const [ci = "none", profile = runOptions.profile.default] = [answers.get("ci"), answers.get("profile")];
  const wanted = await wantedFiles({ target, allowInsecure, ci, profile }, folder);
  const files = await plannedFiles(wanted.files, { folder, force: isGiven("force") });
  await writeFiles(files, folder);
  io.out(`${[...files.map(fileLine), ...furtherLines(wanted, target)].join("\n")}\n`);
  return 0;
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
