import { readdir, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { readTarget } from "../../assembly/read-target.ts";
import { asText, readValue } from "../../core/options/kinds.ts";
import type { Given, Option } from "../../core/options/option.ts";
import { UsageError } from "../../core/options/usage-error.ts";
import { runOptions } from "../../core/run/options.ts";
import { misused } from "../options/args.ts";
import type { Prompt } from "../prompt.ts";

/** One question: an option of the command, as it is asked in a terminal. */
interface Question {
  readonly option: Option;
  readonly words: string;
  /** The default, taken on Enter. */
  readonly byDefault?: string;
  /** Converts an answer that the option allows. Throws UsageError for one that cannot be used here. */
  readonly use?: (answer: string) => string;
}

export async function questionsOf(
  { baseUrl, ci }: Readonly<Record<"baseUrl" | "ci", Option>>,
  { folder, allowInsecure }: { readonly folder: string; readonly allowInsecure: boolean },
): Promise<readonly Question[]> {
  const top = await topOfRepository(folder);
  return [
    {
      option: baseUrl,
      words: "Base address of the service, ending in /v1",
      use: (text) => readTarget(text, { allowInsecure }).href,
    },
    {
      option: ci,
      words: "Write a job for github, gitlab or none",
      byDefault: top === folder ? await ciOf(folder) : "none",
      use: (text) => (text === "none" ? text : atTheTop(text, top, folder)),
    },
    {
      option: runOptions.profile,
      words: "Profile: quick (no writes), standard or thorough",
      byDefault: runOptions.profile.default,
    },
  ];
}

/** Validates an answer like the option on the command line. Throws UsageError. */
function read({ option: { name, value }, use = String }: Question, text: string): string {
  const answer = readValue(value, text);
  if (answer.ok) return use(String(answer.value));
  throw new UsageError({
    what: `the answer must be ${answer.mustBe}; got ${JSON.stringify(text)}`,
    where: `--${name}`,
    remedy: `Type ${value.kind === "text" ? "one" : asText(value, answer.example)}, or Ctrl-C to quit.`,
  });
}

/** GitHub and GitLab read jobs only at the top of the repository. */
function atTheTop(ci: string, top: string, folder: string): string {
  if (top === folder) return ci;
  throw new UsageError({
    what: `a job in this folder would never run: the top of the repository is ${relative(folder, top)}`,
    where: "--ci",
    remedy: `Run init there, or choose none.`,
  });
}

/** The nearest folder, from this one up, that holds `.git`; this one where there is none. */
async function topOfRepository(folder: string): Promise<string> {
  for (let above = folder; ; above = dirname(above)) {
    if ((await stat(join(above, ".git")).catch(() => undefined)) !== undefined) return above;
    if (above === dirname(above)) return folder;
  }
}

async function ciOf(folder: string): Promise<string> {
  const names = await readdir(folder).catch((): string[] => []);
  if (names.includes(".gitlab-ci.yml")) return "gitlab";
  return names.includes(".github") ? "github" : "none";
}

interface Sources {
  readonly given: Given;
  /** Undefined if there is no terminal to ask in. */
  readonly openPrompt: (() => Promise<Prompt>) | undefined;
  /** Use the defaults, and ask only what has none. */
  readonly yes: boolean;
  readonly print: (text: string) => void;
}

/**
 * An answer to each question, by its option's name: from the command line, else from the terminal, else the default.
 * Undefined where the input ended, or Ctrl-C was pressed, before every question was answered. Throws UsageError for what is
 * missing and cannot be asked, or is wrong on the command line.
 */
export async function readAnswers(
  questions: readonly Question[],
  { given, openPrompt, yes, print }: Sources,
): Promise<ReadonlyMap<string, string> | undefined> {
  const answers = new Map<string, string>();
  const toAsk: Question[] = [];
  for (const question of questions) {
    const { name } = question.option;
    const [value = yes ? question.byDefault : undefined] = given.get(name) ?? [];
    if (value === undefined) toAsk.push(question);
    else answers.set(name, read(question, String(value)));
  }
  if (toAsk.length === 0) return answers;
  if (openPrompt === undefined) throw cannotAsk(toAsk);
  print("Enter accepts the value in brackets; Ctrl-C quits and writes nothing.");
  const prompt = await openPrompt();
  try {
    for (const question of toAsk) {
      const answer = await answerTo(question, prompt, print);
      if (answer === undefined) return undefined;
      answers.set(question.option.name, answer);
    }
  } finally {
    prompt.close();
  }
  return answers;
}

async function answerTo(
  question: Question,
  prompt: Prompt,
  print: Sources["print"],
): Promise<string | undefined> {
  const { words, byDefault } = question;
  for (;;) {
    const line = await prompt.ask(byDefault === undefined ? `${words}: ` : `${words} [${byDefault}]: `);
    if (line === undefined) return undefined;
    try {
      return read(question, line.trim() || (byDefault ?? ""));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      print(error.message);
    }
  }
}

function cannotAsk(missing: readonly Question[]): UsageError {
  const names = missing.map(({ option }) => `--${option.name}`);
  const one = names.length === 1;
  const haveDefaults = missing.some(({ byDefault }) => byDefault !== undefined);
  return misused(
    `${names.join(", ")} ${one ? "is" : "are"} not given, and there is no terminal to ask in`,
    `Give ${one ? "it" : "them"}${haveDefaults ? ", or --yes for what has a default" : ""}.`,
  );
}
