import type { Io } from "../../io.ts";
import { type Arguments, lacksOperands, valuesGiven } from "../../options/args.ts";
import { formatOption, writeFormat } from "./table-format.ts";

const format = formatOption("text", "markdown", "html");
export const table = [format];
export const operands = "files";

export const help = {
  usage: "matrix [NAME=]RUN… [options]",
  about:
    "Compares implementations, requirement by requirement. A RUN is a JSON report, a recording, which is judged again, or a folder of them, such as that of `fleet`. What has no NAME is called after its file or its target. Of several runs with one name the newest is compared, and what changed since the first is listed.",
  examples: [
    "petstore-conformance matrix Go=go.json Rust=rust.ndjson.zst --format html > matrix.html",
    "petstore-conformance matrix fleet-monday fleet-tuesday fleet-wednesday",
  ],
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  if (positionals.length === 0)
    throw lacksOperands(
      "matrix takes at least one report, recording or folder",
      "matrix Go=go.json Rust=rust.json",
    );
  const { readComparedRuns } = await import("./compared-runs.ts");
  const { implementationsOf } = await import("../../../report/compare/implementations.ts");
  const columns = implementationsOf(await readComparedRuns(positionals, io));
  await writeFormat(io, valuesGiven({ format }, given).format, {
    html: async () => (await import("../../../report/html/matrix-page.ts")).matrixPage(columns),
    markdown: async () => (await import("../../../report/compare/matrix-text.ts")).matrixAsMarkdown(columns),
    text: async (...view) =>
      (await import("../../../report/compare/matrix-text.ts")).matrixForTerminal(columns, ...view),
  });
  return 0;
}
