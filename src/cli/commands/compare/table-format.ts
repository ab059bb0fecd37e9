import { choice, type Option } from "../../../core/options/option.ts";
import type { Io } from "../../io.ts";
import { type Given, valuesGiven } from "../../options/args.ts";
import { wantsColour } from "../../published/for-people.ts";

/** How a command writes a table of several runs, to standard output. */
export const tableFormat = {
  name: "format",
  value: choice("text", "markdown", "html"),
  help: "How it is written, to standard output.",
  default: "text",
} as const satisfies Option;

/** The table in each format; only the requested one is made. */
interface Writers {
  readonly html: () => Promise<string>;
  readonly markdown: () => Promise<string>;
  readonly text: (width: number, colour: boolean) => Promise<string>;
}

export async function writeTable(io: Io, given: Given, writers: Writers): Promise<void> {
  const { format } = valuesGiven({ format: tableFormat }, given);
  if (format === "html") return io.out(await writers.html());
  if (format === "markdown") return io.out(await writers.markdown());
  const { width, colour } = textView(io);
  io.out(await writers.text(width, colour));
}

/** How text goes to standard output: columns from 60 to 120, and whether it is coloured. */
export function textView(io: Io): { readonly width: number; readonly colour: boolean } {
  return {
    width: Math.max(60, Math.min(io.columns ?? 80, 120)),
    colour: wantsColour(undefined, io.env, io.outIsTerminal),
  };
}
