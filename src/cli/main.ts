import { commandGroups, commands, perform } from "./command.ts";
import { type Io, type OnSignals, processIo } from "./io.ts";

/** Runs the command line of this process and sets its exit code. `onSignals` names what every ending signal calls. */
export async function start(onSignals: OnSignals): Promise<void> {
  const io = processIo(onSignals);
  // A crash report of Node, which only an option of Node or a module loaded by one makes, would contain the environment, and
  // so PETSTORE_API_KEY.
  if (process.execArgv.length > 0 || process.env.NODE_OPTIONS) process.report.excludeEnv = true;
  process.on("uncaughtException", (error) => void endWithFault(error, io));
  process.exitCode = await main(process.argv.slice(2), io);
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => void stream.write("", () => resolve()));
  // Were the process left to end by itself, V8 would first take its heap apart, page by page.
  process.exit();
}

/** Node itself would exit with 1, which means non-conforming. */
async function endWithFault(error: unknown, io: Io): Promise<void> {
  for (const cleanUp of io.cleanups) cleanUp();
  const printing = await import("./print-error.ts").catch(() => undefined);
  if (printing === undefined)
    io.err("A file of this package is missing: it was replaced during the run, or is not installed whole.\n");
  process.exit(printing?.printError(error, io) ?? 70);
}

export async function main(argv: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    const { printError } = await import("./print-error.ts");
    return printError(error, io);
  }
}

async function dispatch([name, ...rest]: readonly string[], io: Io): Promise<number> {
  // `help run` is `run --help`.
  const [topic] = rest;
  if (name === "help" && topic !== undefined) return dispatch([topic, "--help"], io);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    (name === undefined ? io.err : io.out)(helpText());
    return name === undefined ? 2 : 0;
  }
  if (name === "--version") {
    const { default: packageJson } = await import("../../package.json", { with: { type: "json" } });
    io.out(`${packageJson.version}\n`);
    return 0;
  }
  const [, load] = (Object.hasOwn(commands, name) ? commands[name] : undefined) ?? [];
  if (load === undefined) throw await unknownCommand(name);
  return perform(await load(), rest, io);
}

function helpText(): string {
  const lines = Object.entries(commandGroups).flatMap(([group, ofGroup]) => [
    `${group}:`,
    ...Object.entries(ofGroup).map(([name, [about]]) => `  ${name.padEnd(11)} ${about}`),
  ]);
  return [
    "petstore-conformance checks whether a server implements the Pet Store interface.",
    "",
    "Usage: petstore-conformance <command> [options]",
    "",
    ...lines,
    "",
    "Each command has --help. Examples:",
    "  petstore-conformance run --self",
    "  PETSTORE_API_KEY=… petstore-conformance run https://staging.example.com/v1",
    "",
    "Exit codes: 0 conforming, 1 non-conforming, 2 wrong usage (nothing was sent),",
    "3 inconclusive or interrupted, 70 a fault of the suite itself.",
    "",
  ].join("\n");
}

async function unknownCommand(name: string): Promise<Error> {
  const [{ didYouMean }, { misused }] = await Promise.all([
    import("#core/options/usage-error.ts"),
    import("./options/args.ts"),
  ]);
  // A URL is not repeated: it may contain a password.
  if (name.includes("://"))
    return misused("a URL stands where a command belongs", "Write petstore-conformance run URL.");
  const names = Object.keys(commands);
  const remedy = didYouMean(name, names, `The commands are ${names.join(", ")}.`);
  return misused(`unknown command ${JSON.stringify(name)}`, remedy);
}
