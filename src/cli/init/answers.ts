import { UsageError } from "../../assembly/usage-error.ts";
import type { Given } from "../options/args.ts";
import type { Prompt } from "../prompt.ts";

/** One question: an option of the command, as it is asked in a terminal. */
export interface Question {
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
  readonly tell: (text: string) => void;
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
  sources.tell(sources.greeting);
  const prompt = await openPrompt();
  try {
    for (const question of toAsk) answers.set(question.name, await answerTo(question, prompt, sources.tell));
  } finally {
    prompt.close();
  }
  return answers;
}

/** Asks until the answer is valid. */
async function answerTo(
  { words, byDefault, read }: Question,
  prompt: Prompt,
  tell: Sources["tell"],
): Promise<string> {
  const question = byDefault === undefined ? `${words}: ` : `${words} [${byDefault}]: `;
  for (;;) {
    const line = await prompt.ask(question);
    if (line === undefined) throw new Unanswered();
    try {
      return read(line.trim() === "" ? (byDefault ?? "") : line.trim());
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      tell(error.message);
    }
  }
}

function cannotAsk(missing: readonly Question[]): UsageError {
  const names = missing.map(({ name }) => `--${name}`);
  const one = names.length === 1;
  const haveDefaults = missing.some(({ byDefault }) => byDefault !== undefined);
  return new UsageError({
    what: `${names.join(", ")} ${one ? "is" : "are"} not given, and there is no terminal to ask in`,
    where: "command line",
    remedy: `Give ${one ? "it" : "them"}${haveDefaults ? ", or --yes for what has a default" : ""}.`,
  });
}
