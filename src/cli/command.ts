import type { Completes, Given, Option, OptionGroup } from "../core/options/option.ts";
import type { CommandHelp } from "./help.ts";
import type { Io } from "./io.ts";
import type { Arguments } from "./options/args.ts";
import { expectShortRuns } from "./short-runs.ts";

/** What the module of a command exports. */
interface CommandModule {
  /** Runs the command and gives its exit code. `commands` is for those that describe the others. */
  readonly command: (given: Arguments, io: Io, commands: Commands) => Promise<number>;
  readonly table: readonly Option[];
  /** The options as the help groups them, where they are many. */
  readonly groups?: readonly OptionGroup[];
  readonly help: CommandHelp;
  /** Whether it sends anything over a network. */
  readonly speaksHttp?: (given: Given) => boolean;
  /** What its operands are, for completion. */
  readonly operands?: Completes;
}

/** A command: its line in the help, and its module, which is loaded when it is called. */
interface Command {
  readonly about: string;
  readonly load: () => Promise<CommandModule>;
}

export type Commands = Readonly<Record<string, Command>>;

/** Reads the arguments of a command, and prints its help or runs it. Gives the exit code. @throws UsageError */
export async function perform(
  { table, groups, help, speaksHttp, command }: CommandModule,
  argv: readonly string[],
  io: Io,
  commands: Commands = {},
): Promise<number> {
  const { readArguments } = await import("./options/args.ts");
  const given = readArguments(argv, table);
  if (given.help === undefined) {
    expectShortRuns({ speaksHttp: speaksHttp?.(given.given) ?? false });
    return command(given, io, commands);
  }
  const { commandHelp } = await import("./help.ts");
  io.out(commandHelp(help, groups ?? [{ title: "Options", options: table }], given.help));
  return 0;
}
