import { UsageError } from "../../assembly/usage-error.ts";
import type { MatrixColumn } from "../../report/compare/matrix.ts";
import type { SavedRun } from "../../report/compare/saved-run.ts";
import { commandHelp } from "../help.ts";
import type { Io } from "../io.ts";
import { readArguments } from "../options/args.ts";
import { tableFormat, writeTable } from "./shared/table-format.ts";

export const table = [tableFormat];
export const operands = "files";

const help = {
  usage: "matrix [NAME=]RUN.json… [options]",
  about:
    "Compares implementations requirement by requirement, from one JSON report each. A column without a NAME is named after its file.",
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
  const { readReports } = await import("./shared/read-reports.ts");
  const runs = await readReports(
    named.map(({ path }) => path),
    io.folder,
  );
  const columns = runs.map((run: SavedRun, index): MatrixColumn => ({ name: named[index]?.name ?? "", run }));
  await writeTable(io, given, {
    html: async () => (await import("../../report/html/table-page.ts")).matrixPage(columns),
    markdown: async () => (await import("../../report/compare/matrix.ts")).matrixAsMarkdown(columns),
    text: async (...view) =>
      (await import("../../report/compare/matrix.ts")).matrixForTerminal(columns, ...view),
  });
  return 0;
}

/** `Go=runs/go.json`; without a name, the file's name without folder and extension. */
function nameAndPath(text: string): { readonly name: string; readonly path: string } {
  const at = text.indexOf("=");
  if (at > 0) return { name: text.slice(0, at), path: text.slice(at + 1) };
  return { name: text.replace(/^.*[\\/]/u, "").replace(/\.json$/iu, ""), path: text };
}
