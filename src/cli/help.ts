import type { Option } from "../options/option.ts";
import { defaultInWords, placeholderOf } from "../options/words.ts";
import { wrap } from "../report/console/wrap.ts";

const width = 80;

/** The help of one command: usage, what it does, examples, and every option of its table. */
export function commandHelp(
  text: {
    readonly usage: string;
    readonly about: string;
    readonly examples: readonly string[];
    readonly after?: string;
  },
  table: readonly Option[],
): string {
  const lines = [
    `Usage: petstore-conformance ${text.usage}`,
    "",
    ...wrap(text.about, width, { first: "", rest: "" }),
    "",
    "Examples:",
    ...text.examples.map((example) => `  ${example}`),
  ];
  if (table.length > 0) lines.push("", "Options:", ...table.flatMap(optionLines));
  if (text.after !== undefined) lines.push("", ...wrap(text.after, width, { first: "", rest: "" }));
  return `${lines.join("\n")}\n`;
}

const column = 28;

function optionLines(option: Option): string[] {
  const name = option.onByDefault === true ? `--no-${option.name}` : `--${option.name}`;
  const placeholder = placeholderOf(option);
  const head = `  ${name}${placeholder === undefined ? "" : ` ${placeholder}`}`;
  const more = option.repeatable === true ? " Repeatable." : "";
  const standard = defaultInWords(option);
  const text = `${option.help}${more}${standard === undefined ? "" : ` Default: ${standard}.`}`;
  const indent = " ".repeat(column);
  const fits = head.length < column - 1;
  const lines = wrap(text, width, { first: fits ? head.padEnd(column) : indent, rest: indent });
  return fits ? lines : [head, ...lines];
}
