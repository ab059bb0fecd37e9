import { defaultInWords, placeholderOf } from "#core/options/kinds.ts";
import type { Option, OptionGroup } from "#core/options/option.ts";
import { wrap } from "#report/console/terminal.ts";

const width = 80;

export interface CommandHelp {
  readonly usage: string;
  readonly about: string;
  readonly examples: readonly string[];
  /** The options that most users need; `--help all` shows the others, too. Undefined: all are shown. */
  readonly everyday?: readonly Option[];
  readonly after?: string;
  /** The exit codes, a line each, if they are too many for a sentence. */
  readonly exitCodes?: readonly (readonly [code: number, meaning: string])[];
}

export function commandHelp(text: CommandHelp, groups: readonly OptionGroup[], shown: "everyday" | "all") {
  const { usage, everyday } = text;
  const isShown = (option: Option) =>
    option.inFileOnly !== true && (shown === "all" || everyday === undefined || everyday.includes(option));
  const lines = [
    `Usage: petstore-conformance ${usage}`,
    "",
    ...wrap(text.about, width, "", ""),
    "",
    "Examples:",
    ...text.examples.map((example) => `  ${example}`),
  ];
  for (const { title, options: all } of groups) {
    const options = all.filter(isShown);
    if (options.length > 0) lines.push("", `${title}:`, ...options.flatMap(optionLines));
  }
  if (shown === "everyday" && everyday !== undefined)
    lines.push("", `All options: petstore-conformance ${usage.split(" ")[0]} --help all`);
  if (text.exitCodes !== undefined) lines.push("", "Exit codes:");
  for (const [code, meaning] of text.exitCodes ?? [])
    lines.push(...wrap(meaning, width, `  ${String(code).padStart(2)}  `, " ".repeat(6)));
  if (text.after !== undefined) lines.push("", ...wrap(text.after, width, "", ""));
  return `${lines.join("\n")}\n`;
}

const column = 28;

function optionLines(option: Option): string[] {
  const placeholder = placeholderOf(option);
  const short = option.short === undefined ? "" : `-${option.short}, `;
  const head = `  ${short}--${option.name}${placeholder === undefined ? "" : ` ${placeholder}`}`;
  const more =
    option.repeatable !== true
      ? ""
      : option.separator === undefined
        ? " Repeatable."
        : " Repeatable, or separated by commas.";
  const standard = defaultInWords(option);
  const text = `${option.help}${more}${standard === undefined ? "" : ` Default: ${standard}.`}`;
  const indent = " ".repeat(column);
  const fits = head.length < column - 1;
  const lines = wrap(text, width, fits ? head.padEnd(column) : indent, indent);
  return fits ? lines : [head, ...lines];
}
