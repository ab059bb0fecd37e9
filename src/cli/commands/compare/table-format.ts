import type { Io } from "#cli/io.ts";
import { wantsColour } from "#cli/published/for-people.ts";
import { choice, type Option } from "#core/options/option.ts";

/** `--format`, of a command that writes to standard output. */
export const formatOption = <Formats extends readonly string[]>(...formats: Formats) =>
  ({
    name: "format",
    value: choice(...formats),
    help: "How it is written, to standard output.",
    default: "text",
  }) as const satisfies Option;

/** What makes each format; only the requested one is made. */
type Writers<Format extends string> = Readonly<
  Record<Format, (width: number, colour: boolean) => string | Promise<string>>
>;

/** Text has columns from 60 to 120, and colours where a terminal has them. */
export async function writeFormat<Format extends string>(
  io: Io,
  format: Format,
  writers: Writers<Format>,
): Promise<void> {
  const width = Math.max(60, Math.min(io.columns ?? 80, 120));
  io.out(await writers[format](width, wantsColour(undefined, io.env, io.outIsTerminal)));
}
