import type { Io } from "../../io.ts";
import { type Arguments, twoOperands, valuesGiven } from "../../options/args.ts";
import { formatOption, writeFormat } from "./table-format.ts";

const format = formatOption("text", "markdown", "json");
export const table = [format];
export const operands = "files";

export const help = {
  usage: "diff-spec OLD NEW [options]",
  about:
    "Compares two OpenAPI documents, each a path, a URL, or `embedded` for the suite's own: what a server " +
    "that implements OLD must change to implement NEW, and what a client must, one line for each requirement.",
  examples: [
    "petstore-conformance diff-spec embedded openapi.yaml",
    "petstore-conformance diff-spec v1.yaml v2.yaml --format markdown",
  ],
  after:
    "Exit codes: 0 nothing is breaking, 1 something is, 2 wrong usage or a document that cannot be used.",
};

export async function command({ given, positionals }: Arguments, io: Io): Promise<number> {
  const example = "diff-spec embedded openapi.yaml";
  const [before, after] = twoOperands(positionals, "diff-spec takes two OpenAPI documents", example);
  const { comparedRevisions } = await import("../../../assembly/revisions.ts");
  const words = await import("../../../revisions/revision-words.ts");
  const { lines, titles } = await comparedRevisions(before, after);
  await writeFormat(io, valuesGiven({ format }, given).format, {
    json: () => words.revisionsAsJson(lines, titles),
    markdown: () => words.revisionsAsMarkdown(lines, titles),
    text: (...view) => words.revisionsForTerminal(lines, titles, ...view),
  });
  return lines.some(({ server, client }) => server === "breaking" || client === "breaking") ? 1 : 0;
}
