import { escapeForTerminal } from "#core/json/escape.ts";
import { choice, type Option } from "#core/options/option.ts";
import type { Sheet } from "#report/compare/sheet.ts";
import type { Io } from "../io.ts";

/** What is wrong with a document and does not make it useless, such as operations that are left out. */
export function printWarnings(warnings: readonly string[], { err, secrets }: Io): void {
  for (const warning of warnings) err(`${escapeForTerminal(secrets.redact(`Warning: ${warning}`))}\n`);
}

/** With standard output taken, people read on standard error. */
export function forPeople(outIsTaken: boolean, io: Io) {
  const terminal = outIsTaken ? io.errIsTerminal : io.outIsTerminal;
  return { print: outIsTaken ? io.err : io.out, width: lineWidth(io), colour: wantsColour(io.env, terminal) };
}

/** From 60 to 100: longer lines are hard to read. */
export function lineWidth({ columns = 80 }: Io): number {
  return Math.max(60, Math.min(columns, 100));
}

/** NO_COLOR and FORCE_COLOR (any value that is not empty), then whether a terminal reads it. */
export function wantsColour(env: Io["env"], terminal: boolean): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "") return env.FORCE_COLOR !== "0";
  return terminal && env.TERM !== "dumb";
}

export const formatOption = <Formats extends readonly string[]>(...formats: Formats) =>
  ({
    name: "format",
    value: choice(...formats),
    help: "How it is written, to standard output.",
    default: "text",
  }) as const satisfies Option;

/** Writes a sheet. Text has columns from 60 to 120, and colours where a terminal has them. */
export async function writeSheet(io: Io, format: "text" | "markdown" | "html", sheet: Sheet): Promise<void> {
  if (format === "html") return io.out((await import("#report/html/html.ts")).sheetPage(sheet));
  const { sheetAsMarkdown, sheetForTerminal } = await import("#report/compare/sheet.ts");
  if (format === "markdown") return io.out(sheetAsMarkdown(sheet));
  const width = Math.max(60, Math.min(io.columns ?? 80, 120));
  io.out(sheetForTerminal(sheet, width, wantsColour(io.env, io.outIsTerminal)));
}
