import { readdir, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { UsageError } from "../../assembly/usage-error.ts";
import type { Option } from "../../core/options/option.ts";
import { readValue } from "../../core/options/read-value.ts";
import { asText } from "../../core/options/words.ts";
import { runOptions } from "../../core/run/options.ts";
import { readBaseUrl } from "../inputs/target.ts";
import type { Question } from "./answers.ts";

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
