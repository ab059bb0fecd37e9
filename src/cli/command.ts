import { setFlagsFromString } from "node:v8";
import type { Given, Option, OptionGroup } from "#core/options/option.ts";
import type { CommandHelp } from "./help.ts";
import type { Io } from "./io.ts";
import type { Arguments } from "./options/args.ts";

interface CommandModule {
  readonly command: (given: Arguments, io: Io) => Promise<number>;
  readonly table: readonly Option[];
  /** The groups in which the help shows the options, if there are many. */
  readonly groups?: readonly OptionGroup[];
  readonly help: CommandHelp;
  readonly speaksHttp?: (given: Given) => boolean;
}

/** What the help says of each command, and the module that has it. */
type Commands = Readonly<Record<string, readonly [about: string, load: () => Promise<CommandModule>]>>;

export const commandGroups: Readonly<Record<string, Commands>> = {
  Check: {
    run: ["check a server", () => import("./commands/run/run.ts")],
    explain: ["explain one requirement", () => import("./commands/explain/explain.ts")],
    list: ["list every requirement", () => import("./commands/explain/list.ts")],
    ui: ["do all of this on a page in the browser", () => import("./commands/ui/ui.ts")],
  },
  Evidence: {
    judge: ["judge recordings and traffic, without a network", () => import("./commands/judge/judge.ts")],
    compare: [
      "what changed between two runs; a table for more",
      () => import("./commands/compare/compare.ts"),
    ],
    impact: [
      "what a revision of the document changes, and who breaks",
      () => import("./commands/impact/impact.ts"),
    ],
  },
  Partners: {
    certify: ["certify a conforming run", () => import("./commands/certify/certify.ts")],
    verify: ["check a certificate", () => import("./commands/certify/verify.ts")],
    revoke: ["revoke certificates and keys", () => import("./commands/certify/revoke.ts")],
    exam: [
      "judge a client: its key, its waits after a 429, its ids",
      () => import("./commands/exam/exam.ts"),
    ],
    proxy: ["pass requests on to a server, and judge its answers", () => import("./commands/serve/proxy.ts")],
  },
  Fleet: { fleet: ["check every server of a list", () => import("./commands/fleet/fleet.ts")] },
  Develop: {
    serve: ["run the reference server on a port", () => import("./commands/serve/serve.ts")],
    prove: ["test the suite against known servers", () => import("./commands/serve/prove.ts")],
  },
};

export const commands: Commands = Object.assign({}, ...Object.values(commandGroups));

export async function perform(
  { table, groups, help, speaksHttp, command }: CommandModule,
  argv: readonly string[],
  io: Io,
): Promise<number> {
  const { readArguments, refuseOverwriting } = await import("./options/args.ts");
  const given = readArguments(argv, table);
  if (given.help === undefined) {
    refuseOverwriting(given, table, io.folder);
    expectShortRuns(speaksHttp?.(given.given) ?? false);
    return command(given, io);
  }
  const { commandHelp } = await import("./help.ts");
  io.out(commandHelp(help, groups ?? [{ title: "Options", options: table }], given.help));
  return 0;
}

/**
 * Most code of a run is called a few times, in one second. Node's compile cache holds what is compiled when a module
 * is loaded, so that is everything, not only what is called then; and V8 optimizes a function after ten times as many calls as
 * by default.
 */
const flags = ["--no-lazy", "--invocation-count-for-maglev=4000", "--invocation-count-for-turbofan=30000"];

/** Node's own modules that a run needs, in addition to those that Node loads when it starts. */
const runModules = ["crypto", "fs/promises", "net"];

/** Those that a run over a network needs in addition. TLS loads more, which takes little time compared with the handshakes. */
const httpModules = ["assert", "http", "zlib"];

/** undici's parser is WebAssembly. To optimize it, V8 would take the processor for as long as a hundred exchanges do. */
const httpFlags = ["--liftoff-only"];

/** Makes V8 spend little time on code that runs only briefly. Call it before the modules of the work are loaded. */
function expectShortRuns(speaksHttp: boolean): void {
  // With other flags, Node's own modules are not taken from its cache but compiled anew, which takes four times as long.
  for (const name of [...runModules, ...(speaksHttp ? httpModules : [])]) process.getBuiltinModule(name);
  for (const flag of [...flags, ...(speaksHttp ? httpFlags : [])]) setFlagsFromString(flag);
}
