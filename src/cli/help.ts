import { wrap } from "../report/console/wrap.ts";
import type { OptionSpec } from "./options/option.ts";

const width = 80;

/** The help of one command: what it does, how it is called, an example, every option of its table. */
export function commandHelp(
  text: {
    readonly usage: string;
    readonly about: string;
    readonly examples: readonly string[];
    readonly after?: string;
  },
  table: readonly OptionSpec[],
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

function optionLines(option: OptionSpec): string[] {
  const name = option.onByDefault === true ? `--no-${option.name}` : `--${option.name}`;
  const { value } = option;
  const stands =
    value.kind === "flag"
      ? ""
      : ` ${option.placeholder ?? (value.kind === "choice" ? value.of.join("|") : "VALUE")}`;
  const head = `  ${name}${stands}`;
  const more = option.repeatable === true ? " Repeatable." : "";
  const text = `${option.help}${more}${option.default === undefined ? "" : ` Default: ${option.default}.`}`;
  const indent = " ".repeat(column);
  const fits = head.length < column - 1;
  const lines = wrap(text, width, { first: fits ? head.padEnd(column) : indent, rest: indent });
  return fits ? lines : [head, ...lines];
}
