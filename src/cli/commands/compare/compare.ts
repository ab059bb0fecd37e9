import type { Io } from "#cli/io.ts";
import { type Arguments, lacksOperands, valuesGiven } from "#cli/options/args.ts";
import { formatOption, writeSheet } from "#cli/published/for-people.ts";

const format = formatOption("text", "markdown", "html");
export const table = [format];

export const help = {
  usage: "compare [NAME=]RUN… [options]",
  about:
    "Compares runs. For two: what got worse or better, and what is new, gone or no longer tested. For more, or for a folder: which musts each fails; in HTML also every requirement in each run. A RUN is a JSON report, a recording, which is judged again, or a folder of them, such as that of `fleet`. A run without a NAME is named after its file or its target.",
  examples: [
    "petstore-conformance compare before.json after.json",
    "petstore-conformance compare Go=go.json Rust=rust.ndjson.zst PHP=php.json --format html > table.html",
    "petstore-conformance compare fleet --format markdown",
  ],
  after:
    "Exit codes: 0 nothing got worse, 1 a must that did not fail in the first of two runs fails in the second, 2 wrong usage.",
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  if (positionals.length === 0)
    throw lacksOperands(
      "compare takes at least one report, recording or folder",
      "compare before.json after.json",
    );
  const { readRuns } = await import("./compared-runs.ts");
  const { columnsOf, implementationsSheet } = await import("#report/compare/compare-runs.ts");
  const { runs, areNamedOneByOne } = await readRuns(positionals, io);
  const written = valuesGiven({ format }, given).format;
  const [before, after, ...more] = runs;
  if (areNamedOneByOne && before !== undefined && after !== undefined && more.length === 0) {
    const { changesSheet, compareRuns } = await import("#report/compare/compare-runs.ts");
    const comparison = compareRuns(before.run, after.run);
    await writeSheet(io, written, changesSheet(comparison));
    return comparison.worse ? 1 : 0;
  }
  await writeSheet(io, written, implementationsSheet(columnsOf(runs)));
  return 0;
}
