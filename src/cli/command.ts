import type { Completes, Option } from "../core/options/option.ts";
import type { Io } from "./io.ts";

/** What the module of a command exports. */
interface CommandModule {
  /** Runs the command and gives its exit code. `commands` is for those that describe the others. */
  readonly command: (argv: readonly string[], io: Io, commands: Commands) => Promise<number>;
  readonly table: readonly Option[];
  /** What its operands are, for completion. */
  readonly operands?: Completes;
}

export type CommandGroup = "Check" | "Evidence" | "Partners" | "Fleet" | "Develop" | "Set up";

/** A command: its line in the help, and its module, which is loaded when it is called. */
interface Command {
  readonly about: string;
  /** What it is for, as the help groups the commands. */
  readonly group: CommandGroup;
  readonly load: () => Promise<CommandModule>;
}

/** Commands by their names. */
export type Commands = Readonly<Record<string, Command>>;
