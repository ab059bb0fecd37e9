import type { MatrixColumn } from "../../report/matrix.ts";
import type { SavedRun } from "../../report/saved-run.ts";
import { readArguments } from "../args.ts";
import { commandHelp } from "../help.ts";
import type { Io } from "../io.ts";
import type { OptionSpec } from "../option.ts";
import { UsageError } from "../usage-error.ts";

const table: readonly OptionSpec[] = [
  {
    name: "format",
    value: { kind: "choice", of: ["text", "markdown", "html"] },
    help: "How it is written, to standard output.",
    default: "text",
  },
];

const help = {
  usage: "matrix [NAME=]RUN.json… [options]",
  about:
    "Sets implementations against requirements, from one JSON report each. Without a NAME a column is called by the report's file.",
  examples: ["petstore-conformance matrix Go=go.json Rust=rust.json --format html > matrix.html"],
};

/** `matrix`: many runs side by side. */
export async function command(argv: readonly string[], io: Io): Promise<number> {
  const { given, positionals, help: wantsHelp } = readArguments(argv, table);
  if (wantsHelp) {
    io.out(commandHelp(help, table));
    return 0;
  }
  if (positionals.length === 0)
    throw new UsageError({
      what: "matrix takes at least one JSON report",
      where: "command line",
      remedy: "Write, for example, petstore-conformance matrix Go=go.json Rust=rust.json.",
    });
  const named = positionals.map(nameAndPath);
  const { readReports } = await import("../read-reports.ts");
  const runs = await readReports(
    named.map(({ path }) => path),
    io.folder,
  );
  const columns = runs.map((run: SavedRun, index): MatrixColumn => ({ name: named[index]?.name ?? "", run }));
  const [format] = given.get("format") ?? ["text"];
  if (format === "html") {
    const { matrixPage } = await import("../../report/html/table-page.ts");
    io.out(matrixPage(columns));
    return 0;
  }
  const { matrixAsMarkdown, matrixForTerminal } = await import("../../report/matrix.ts");
  const { textView } = await import("../text-view.ts");
  const { width, colour } = textView(io);
  io.out(format === "markdown" ? matrixAsMarkdown(columns) : matrixForTerminal(columns, width, colour));
  return 0;
}

/** `Go=runs/go.json`; a path alone names itself, without folder and ending. */
function nameAndPath(text: string): { readonly name: string; readonly path: string } {
  const at = text.indexOf("=");
  if (at > 0) return { name: text.slice(0, at), path: text.slice(at + 1) };
  return { name: text.replace(/^.*[\\/]/u, "").replace(/\.json$/iu, ""), path: text };
}
