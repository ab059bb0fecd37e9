import type { Io } from "../../io.ts";
import { type Arguments, twoOperands, valuesGiven } from "../../options/args.ts";
import { formatOption, writeFormat } from "./table-format.ts";

const format = formatOption("text", "markdown", "html");
export const table = [format];
export const operands = "files";

export const help = {
  usage: "diff BEFORE.json AFTER.json [options]",
  about: "Compares two JSON reports: what got worse or better, and what is new, gone or no longer tested.",
  examples: [
    "petstore-conformance diff main.json branch.json",
    "petstore-conformance diff main.json branch.json --format html > diff.html",
  ],
  after: "Exit codes: 0 nothing got worse, 1 a must that did not fail before fails now, 2 wrong usage.",
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  const operands = twoOperands(positionals, "diff takes two JSON reports", "diff before.json after.json");
  const { readReports } = await import("../../../report/compare/saved-run.ts");
  const { compareRuns } = await import("../../../report/compare/compare-runs.ts");
  const [before, after] = await readReports(operands, io.folder);
  if (before === undefined || after === undefined) throw new Error("two reports were asked for");
  const comparison = compareRuns(before, after);
  await writeFormat(io, valuesGiven({ format }, given).format, {
    html: async () => (await import("../../../report/html/table-page.ts")).diffPage(comparison),
    markdown: async () => (await import("../../../report/compare/diff-text.ts")).diffAsMarkdown(comparison),
    text: async (...view) =>
      (await import("../../../report/compare/diff-text.ts")).diffForTerminal(comparison, ...view),
  });
  return comparison.worse ? 1 : 0;
}
