import { readdir, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { UsageError } from "../../assembly/usage-error.ts";
import type { Option } from "../../core/options/option.ts";
import { readValue } from "../../core/options/read-value.ts";
import { asText } from "../../core/options/words.ts";
import { runOptions } from "../../core/run/options.ts";
import { readBaseUrl } from "../inputs/target.ts";
import type { Given } from "../options/args.ts";
import { misused } from "../options/misused.ts";
import type { Prompt } from "../prompt.ts";

/** The questions for options of `init`; options without an entry are not asked for. */
const wording: Readonly<Record<string, string>> = {
  "base-url": "Base address of the service, ending in /v1",
  ci: "Write a job for github, gitlab or none",
  profile: "Profile: quick (no writes), standard or thorough",
};

interface Circumstances {
  readonly folder: string;
  readonly allowInsecure: boolean;
}

/** The questions of `init`, in the order of its table. */
export async function questionsOf(
  table: readonly Option[],
  { folder, allowInsecure }: Circumstances,
): Promise<readonly Question[]> {
  const top = await topOfRepository(folder);
  const readers: Readonly<Record<string, Question["read"]>> = {
    "base-url": (text) => readBaseUrl(text, { allowInsecure }).href,
    ci: (text) => (text === "none" ? text : atTheTop(text, top, folder)),
  };
  const defaults: Readonly<Record<string, string>> = {
    ci: top === undefined || top === folder ? await ciOf(folder) : "none",
    profile: runOptions.profile.default,
  };
  return table.flatMap((option) => {
    const { name } = option;
    const words = wording[name];
    if (words === undefined) return [];
    const read: Question["read"] = (text) => {
      const value = optionValue(option, text);
      return readers[name]?.(value) ?? value;
    };
    return [{ name, words, byDefault: defaults[name], read }];
  });
}

/** Validates a typed answer like the option on the command line. */
function optionValue({ name, value }: Option, text: string): string {
  const read = readValue(value, text);
  if (read.ok) return String(read.value);
  throw new UsageError({
    what: `the answer must be ${read.mustBe}; got ${JSON.stringify(text)}`,
    where: `--${name}`,
    remedy: `Type ${value.kind === "text" ? "one" : asText(value, read.example)}, or Ctrl-C to quit.`,
  });
}

/** GitHub and GitLab read jobs only at the top of the repository. */
function atTheTop(ci: string, top: string | undefined, folder: string): string {
  if (top === undefined || top === folder) return ci;
  throw new UsageError({
    what: `a job in this folder would never run: the top of the repository is ${relative(folder, top)}`,
    where: "--ci",
    remedy: `Run init there, or choose none.`,
  });
}

/** The nearest folder, from this one up, that holds `.git`. */
async function topOfRepository(folder: string): Promise<string | undefined> {
  for (let above = folder; ; above = dirname(above)) {
    if ((await stat(join(above, ".git")).catch(() => undefined)) !== undefined) return above;
    if (above === dirname(above)) return undefined;
  }
}

async function ciOf(folder: string): Promise<string> {
  const names = await readdir(folder).catch((): string[] => []);
  if (names.includes(".gitlab-ci.yml")) return "gitlab";
  return names.includes(".github") ? "github" : "none";
}

/** One question: an option of the command, as it is asked in a terminal. */
interface Question {
  /** The option's name. */
  readonly name: string;
  readonly words: string;
  /** The default, taken on Enter; undefined if there is none. */
  readonly byDefault: string | undefined;
  /** Validates and converts an answer, whether typed or given as an option. Throws UsageError. */
  readonly read: (text: string) => string;
}

/** The input ended, or Ctrl-C was pressed, before every question was answered. */
export class Unanswered extends Error {
  override readonly name = "Unanswered";
}

interface Sources {
  readonly given: Given;
  readonly questions: readonly Question[];
  /** Undefined if there is no terminal to ask in. */
  readonly openPrompt: (() => Promise<Prompt>) | undefined;
  /** Use the defaults, and ask only what has none. */
  readonly yes: boolean;
  /** Printed before the first question. */
  readonly greeting: string;
  readonly print: (text: string) => void;
}

/**
 * An answer to each question, by its name: from the command line, else from the terminal, else the default. Throws
 * UsageError for what is missing and cannot be asked, or is wrong on the command line; Unanswered.
 */
export async function readAnswers(sources: Sources): Promise<ReadonlyMap<string, string>> {
  const { given, questions, openPrompt, yes } = sources;
  const answers = new Map<string, string>();
  for (const { name, read } of questions)
    for (const value of given.get(name) ?? []) answers.set(name, read(String(value)));
  const missing = questions.filter(({ name }) => !answers.has(name));
  const toAsk = missing.filter(({ byDefault }) => !yes || byDefault === undefined);
  for (const { name, byDefault, read } of missing)
    if (yes && byDefault !== undefined) answers.set(name, read(byDefault));
  if (toAsk.length === 0) return answers;
  if (openPrompt === undefined) throw cannotAsk(toAsk);
  sources.print(sources.greeting);
  const prompt = await openPrompt();
  try {
    for (const question of toAsk) answers.set(question.name, await answerTo(question, prompt, sources.print));
  } finally {
    prompt.close();
  }
  return answers;
}

/** Asks until the answer is valid. */
async function answerTo(
  { words, byDefault, read }: Question,
  prompt: Prompt,
  print: Sources["print"],
): Promise<string> {
  const question = byDefault === undefined ? `${words}: ` : `${words} [${byDefault}]: `;
  for (;;) {
    const line = await prompt.ask(question);
    if (line === undefined) throw new Unanswered();
    try {
      return read(line.trim() === "" ? (byDefault ?? "") : line.trim());
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      print(error.message);
    }
  }
}

function cannotAsk(missing: readonly Question[]): UsageError {
  const names = missing.map(({ name }) => `--${name}`);
  const one = names.length === 1;
  const haveDefaults = missing.some(({ byDefault }) => byDefault !== undefined);
  return misused(
    `${names.join(", ")} ${one ? "is" : "are"} not given, and there is no terminal to ask in`,
    `Give ${one ? "it" : "them"}${haveDefaults ? ", or --yes for what has a default" : ""}.`,
  );
}
