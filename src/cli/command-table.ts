import type { Completes, Option } from "../options/option.ts";
import type { Io } from "./io.ts";

/** What the module of a command exports. */
export interface CommandModule {
  readonly command: (argv: readonly string[], io: Io) => Promise<number>;
  readonly table: readonly Option[];
  /** What its operands are, for completion. */
  readonly operands?: Completes;
}

/** A command: its line in the help, and its module, which is loaded when it is called. */
interface Command {
  readonly about: string;
  readonly load: () => Promise<CommandModule>;
}

/** Every command, in the order of the help. */
export const commands: Readonly<Record<string, Command>> = {
  run: {
    about: "check a server; without a URL the embedded reference server",
    load: () => import("./commands/run.ts"),
  },
  init: {
    about: "write the configuration and a CI job for this folder",
    load: () => import("./commands/init.ts"),
  },
  list: { about: "list every requirement", load: () => import("./commands/list.ts") },
  explain: { about: "explain one requirement", load: () => import("./commands/explain.ts") },
  diff: { about: "compare two reports", load: () => import("./commands/diff.ts") },
  matrix: { about: "compare several implementations", load: () => import("./commands/matrix.ts") },
  serve: { about: "run the reference server on a port", load: () => import("./commands/serve.ts") },
  prove: { about: "test the suite against known servers", load: () => import("./commands/prove.ts") },
  completion: {
    about: "print a completion script for bash, zsh or fish",
    load: () => import("./commands/completion.ts"),
  },
};
